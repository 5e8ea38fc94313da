"""Fates of a node: the words in which a search tells what became of it; see ``Step.tell``."""

UNDECIDED = "undecided"  # it is made, and the search has not judged it yet
QUEUED = "queued"  # it waits for its expansion, or is the next to be followed
KNOWN = "known"  # a path to its state was known that is not worse, or it leads back on its own path
REOPENED = "reopened"  # it is a better path to a state that had been expanded
PRUNED = "pruned"  # its f is infinite: no goal can be reached
BEYOND = "beyond"  # its f, or its depth, is beyond the limit, or no better than what was found
EVALUATED = "evaluated"  # of local search: it was looked at
TAKEN = "taken"  # of local search: it was moved to
REPLACED = "replaced"  # it waited, and a better path to its state took its place
DROPPED = "dropped"  # it waited, and there was no room for it
GOAL = "goal"

FATES = (
    *(UNDECIDED, QUEUED, KNOWN, REOPENED, PRUNED, BEYOND),
    *(EVALUATED, TAKEN, REPLACED, DROPPED, GOAL),
)
