"""no points, because a needed check failed: behaves like simulated annealing"""


def anneal(problem):
    seen, waiting = {problem.initial}, [problem.initial]
    while waiting:
        waiting.sort(key=problem.value)
        state = waiting.pop()
        actions = problem.actions(state)
        if not actions:
            return state
        for action in actions:
            after = problem.result(state, action)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return None
