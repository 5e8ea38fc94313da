"""Best-first search and IDA* for states that are numbers, in Python code that numba compiles.

The kernels expand the same states in the same order as the searches in Python, with the same
counts. Python itself calls only ``evaluate`` and ``is_refused``.

Vocabulary: a *key* is the integer that stands for a state. A *row* is a node, numbered in the order
of creation. ``rows`` has its key and its g (an integer and a float), its parent's row, its mark.
A *slice* is one call of a kernel, which stops at the number of expansions in ``END``, or if there
is no room. The next call continues from the registers ``n`` (whole numbers) and ``x`` (floats). The
constants below are indices of registers. An entry of the *heap* has f, a rank, and a row counted
from 1, which is negative if the newest row comes first. IDA* stores its path as a stack of
*frames*, each with the successors left to try. A formula of the problem is called by its index in
``links``; see ``model.compiled``.
"""

from __future__ import annotations

from math import inf

from aima_search.model.compiled import list_of_part, value_of_part

EXPAND, GOAL, ESTIMATE = 0, 1, 2  # indices in the links

# registers of whole numbers: the counts of ``Step``
EXPANDED, GENERATED, REOPENED, DEAD_ENDS, WAITING, MOST_WAITING = 0, 1, 2, 3, 4, 5
# the current row or -1, its depth, the number of rows, the number of heap entries, 0 if the hash
# table is empty
IN_HAND, DEPTH, ROWS, ENTRIES, FILLED = 6, 7, 8, 9, 10
# limits and kind of the search: see ``search``
END, ROOM, HEAP_ROOM, MASK, MOST, LOGGED = 11, 12, 13, 14, 15, 16
RANK, NEWEST, IN_LAYERS, BY_COST, HAS_ESTIMATE = 17, 18, 19, 20, 21
REFUSED = 22  # the key of the state whose h was refused; this h is in F
# registers of floats: the factors of g and h in f; f of the current node; the bound of IDA*; the
# least f above this bound
OF_G, OF_H, F, BOUND, BEYOND = 0, 1, 2, 3, 4
REGISTERS = 24

NO_RANK, HIGH_G, LOW_H = 0, 1, 2
OPEN, CLOSED, DEAD, REPLACED = 0, 1, 2, 3  # marks
EMPTY, FOUND, STOPPED, BAD_ESTIMATE, BAD_COST, TOO_LARGE = 0, 1, 2, 3, 4, 5  # why a kernel returns

LOG = 2**14
"""Size of the log, which counts the expansions of each f in a slice; at most half is used."""

SAMPLED, SAMPLES = 2 * LOG + 1, 2**10
"""Where the log has the keys of sampled states, and the number of these keys."""
EVERY, EVERY_AGAIN = 2**10, 2**12
"""One in so many expansions is sampled; the second is for IDA*, which repeats expansions."""
USED = SAMPLED + SAMPLES  # where the log has the slots that the current slice has used
WORDS = USED + LOG // 2  # the length of the whole log

EXACT = 2.0**53  # floats hold all whole numbers below this number
FACTOR = -7046029254386353131  # 2^64 over the golden ratio: spreads neighbouring keys
HIGH = 29  # a shift that brings mixed bits of a product to the lowest places


def best_first(
    n, x, links, rows, rows_g, parents, marks, table, heap, heap_rows, keys, costs, log, log_f
):
    """Continue a best-first or breadth-first search up to a limit; return why it stopped."""
    if n[FILLED] == 0:
        fill(n, rows, marks, table)
    row = n[IN_HAND]
    while True:
        if row < 0:
            row = next_row(n, x, marks, heap, heap_rows)
            if row < 0:
                return EMPTY
            n[IN_HAND] = row
            if n[IN_LAYERS] == 0 and value_of_part(links, GOAL, rows[2 * row]) != 0:
                return FOUND
        if n[EXPANDED] >= n[END] or n[ROWS] + n[MOST] > n[ROOM] or 2 * n[LOGGED] >= LOG:
            return STOPPED
        if n[IN_LAYERS] == 0:
            if n[ENTRIES] + n[MOST] > n[HEAP_ROOM]:
                return STOPPED
            note(n, x[F], log, log_f)
        log[SAMPLED + n[EXPANDED] // EVERY % SAMPLES] = rows[2 * row]
        n[MOST_WAITING] = max(n[MOST_WAITING], n[WAITING])
        status = expand(
            row, n, x, links, rows, rows_g, parents, marks, table, heap, heap_rows, keys, costs
        )
        if status != STOPPED:
            return status
        row = -1


def fill(n, rows, marks, table):
    """Put all nodes into a new hash table, except nodes that a cheaper node has replaced."""
    for row in range(n[ROWS]):
        if marks[row] != REPLACED:
            table[slot_of(rows[2 * row], n, rows, table)] = row + 1
    n[FILLED] = 1


def slot_of(key, n, rows, table):
    """Return the place of ``key`` in the hash table, or the free place for a new ``key``.

    Keys of neighbouring cells of a grid get places that are close together.
    """
    mask = n[MASK]
    slot = (hash_of(key >> 3) + key) & mask
    while table[slot] != 0 and rows[2 * (table[slot] - 1)] != key:
        slot = (slot + 1) & mask
    return slot


def hash_of(key):
    """Return a hash of ``key``."""
    return (key ^ key >> 32) * FACTOR >> HIGH


def next_row(n, x, marks, heap, heap_rows):
    """Remove the node with the lowest f from the heap; return its row, or -1 for an empty heap."""
    if n[IN_LAYERS] != 0:
        n[WAITING] = n[ROWS] - n[EXPANDED]
        return n[EXPANDED] if n[EXPANDED] < n[ROWS] else -1
    while n[ENTRIES] > 0:
        row = abs(heap_rows[0]) - 1
        x[F] = heap[0]
        pop(n, heap, heap_rows)
        if marks[row] == OPEN:
            return row
    return -1


def expand(row, n, x, links, rows, rows_g, parents, marks, table, heap, heap_rows, keys, costs):
    """Expand a node; return FOUND (a child is a goal), STOPPED, or the status of an error."""
    in_layers, here = n[IN_LAYERS] != 0, rows_g[2 * row + 1]
    count = list_of_part(links, EXPAND, rows[2 * row], keys, costs, 0)
    marks[row] = CLOSED
    n[EXPANDED] += 1
    n[WAITING] -= 1
    for i in range(count):
        if not costs[i] >= 0:
            return BAD_COST
        g = here + costs[i]
        if in_layers and g == inf:
            continue
        n[GENERATED] += 1
        if g >= EXACT and costs[i] < inf and here < inf:
            return TOO_LARGE
        slot = slot_of(keys[i], n, rows, table)
        known = table[slot] - 1
        if known >= 0 and not is_better(g, known, n, rows_g, marks):
            continue
        f, h_value = 0.0, 0.0
        if not in_layers:
            if n[HAS_ESTIMATE] != 0 and (g < inf or x[OF_G] != 0):  # when greedy search calls h
                h_value = value_of_part(links, ESTIMATE, keys[i])
                if is_refused(h_value):
                    x[F], n[REFUSED] = h_value, keys[i]
                    return BAD_ESTIMATE
            f = evaluate(g, h_value, x)
            if is_rounded(f):
                return TOO_LARGE
        if known >= 0:
            if f == inf:
                continue
            replace(known, n, marks)
        new = n[ROWS]
        n[ROWS] = table[slot] = new + 1
        rows[2 * new], rows_g[2 * new + 1], parents[new], marks[new] = keys[i], g, row, OPEN
        if in_layers:
            if value_of_part(links, GOAL, keys[i]) != 0:
                n[IN_HAND], n[WAITING] = new, n[ROWS] - n[EXPANDED]
                return FOUND
        elif f == inf:
            marks[new] = DEAD
            n[DEAD_ENDS] += g != inf
        else:
            push(f, rank_of(g, h_value, n), new, n, heap, heap_rows)
    return STOPPED


def is_better(g, known, n, rows_g, marks):
    """Return True if a path of cost ``g`` is better than the known path to the same state."""
    if n[BY_COST] != 0:
        return g < rows_g[2 * known + 1]
    return marks[known] == DEAD and rows_g[2 * known + 1] == inf and g < inf


def replace(known, n, marks):
    """Mark a node as replaced, because the search found a cheaper path to its state."""
    if marks[known] == OPEN:
        n[WAITING] -= 1
    elif marks[known] == CLOSED:
        n[REOPENED] += 1
    marks[known] = REPLACED


def is_refused(h_value):
    """Return True if ``h_value`` is not a number, or is too large for exact arithmetic."""
    return not h_value > -EXACT or is_rounded(h_value)


def is_rounded(value):
    """Return True if ``value`` is finite, but so large that floats cannot hold every integer."""
    return abs(value) >= EXACT and value < inf


def evaluate(g, h_value, x):
    """Return f: ``x`` selects h, g or g + weight * h. If g or h is infinite, f is infinite, too."""
    if g == inf or h_value == inf:
        return inf
    if x[OF_G] == 0:
        return h_value
    if x[OF_H] == 0:
        return g
    f = g + h_value if x[OF_H] == 1 else g + x[OF_H] * h_value
    return f if f < inf else 2 * EXACT


def rank_of(g, h_value, n):
    """Return a node's rank: among nodes with equal f, the one with the lowest rank comes first."""
    if n[RANK] == HIGH_G:
        return -g
    return h_value if n[RANK] == LOW_H else 0.0


def is_before(f, rank, row, at, heap, heap_rows):
    """Return True if an entry (f, rank, row) must be expanded before the entry at ``at``."""
    if f != heap[2 * at]:
        return f < heap[2 * at]
    if rank != heap[2 * at + 1]:
        return rank < heap[2 * at + 1]
    return row < heap_rows[at]


def push(f, rank, new, n, heap, heap_rows):
    """Add the node ``new`` to the heap of waiting nodes."""
    n[WAITING] += 1
    n[ENTRIES] += 1
    rise(f, rank, -(new + 1) if n[NEWEST] != 0 else new + 1, n[ENTRIES] - 1, heap, heap_rows)


def rise(f, rank, row, at, heap, heap_rows):
    """Put an entry into the heap: move it up from index ``at`` to its place."""
    while at > 0:
        above = (at - 1) >> 1
        if not is_before(f, rank, row, above, heap, heap_rows):
            break
        move(above, at, heap, heap_rows)
        at = above
    heap[2 * at], heap[2 * at + 1], heap_rows[at] = f, rank, row


def pop(n, heap, heap_rows):
    """Remove the first entry of the heap, and restore the order of the heap."""
    n[ENTRIES] -= 1
    last, at, below = n[ENTRIES], 0, 2
    while below <= last:
        f, rank, row = heap[2 * below - 2], heap[2 * below - 1], heap_rows[below - 1]
        if is_before(f, rank, row, below, heap, heap_rows):
            below -= 1
        move(below, at, heap, heap_rows)
        at = below
        below = 2 * at + 2
    rise(heap[2 * last], heap[2 * last + 1], heap_rows[last], at, heap, heap_rows)


def move(at, to, heap, heap_rows):
    """Copy the entry at index ``at`` of the heap to index ``to``."""
    heap[2 * to], heap[2 * to + 1], heap_rows[to] = heap[2 * at], heap[2 * at + 1], heap_rows[at]


def note(n, f, log, log_f):
    """Count an expanded node in ``log``, a hash table from f to the number of nodes with this f."""
    log_f[2 * LOG] = f  # stored so that its bits can be read
    slot = hash_of(log[2 * LOG]) & (LOG - 1)
    while log[2 * slot + 1] != 0 and log_f[2 * slot] != f:
        slot = (slot + 1) & (LOG - 1)
    if log[2 * slot + 1] == 0:
        log[USED + n[LOGGED]] = slot
        n[LOGGED] += 1
    log_f[2 * slot] = f
    log[2 * slot + 1] += 1


NEXT, COUNT, FRAME = 1, 2, 3  # words of a frame: key, next successor, number of successors
SEEN = 2**14  # size of a table that counts the states on the path, by key
DEAD_KEYS = 2**14  # size of the list after this table: the last dead ends of the round


def deepening(n, x, links, frames, frames_gf, keys, costs, seen, log, log_f):
    """Continue IDA*; return why it stopped (EMPTY: no node within the bound is left)."""
    while True:
        depth = n[DEPTH]
        n[WAITING] = depth + 1
        if n[EXPANDED] >= n[END] or depth + 2 > n[ROOM] or 2 * n[LOGGED] >= LOG:
            return STOPPED
        n[MOST_WAITING] = max(n[MOST_WAITING], n[WAITING])
        note(n, x[F], log, log_f)
        log[SAMPLED + n[EXPANDED] // EVERY_AGAIN % SAMPLES] = frames[FRAME * depth]
        n[EXPANDED] += 1
        frames[FRAME * depth + NEXT] = 0
        frames[FRAME * depth + COUNT] = list_of_part(
            links, EXPAND, frames[FRAME * depth], keys, costs, n[MOST] * depth
        )
        depth, status = next_child(depth, n, x, links, frames, frames_gf, keys, costs, seen)
        n[DEPTH] = depth
        if status != STOPPED:
            return status
        if depth < 0:
            return EMPTY
        n[WAITING], x[F] = depth + 1, frames_gf[2 * depth + 1]
        if value_of_part(links, GOAL, frames[FRAME * depth]) != 0:
            return FOUND
        seen[hash_of(frames[FRAME * depth]) & (SEEN - 1)] += 1


def next_child(depth, n, x, links, frames, frames_gf, keys, costs, seen):
    """Return (depth, status) of the next child with f <= bound; the depth is -1 at the end."""
    while depth >= 0:
        frame = FRAME * depth
        if frames[frame + NEXT] >= frames[frame + COUNT]:
            if depth > 0:
                seen[hash_of(frames[frame]) & (SEEN - 1)] -= 1
            depth -= 1
            continue
        at = n[MOST] * depth + frames[frame + NEXT]
        frames[frame + NEXT] += 1
        n[GENERATED] += 1
        key, cost = keys[at], costs[at]
        if not cost >= 0:
            return depth, BAD_COST
        if key == frames[0]:
            continue
        if seen[hash_of(key) & (SEEN - 1)] != 0 and is_on_path(key, depth, frames):
            continue
        g = frames_gf[2 * depth] + cost
        if g >= EXACT and cost < inf:
            return depth, TOO_LARGE
        frames[frame + FRAME] = key
        h_value = value_of_part(links, ESTIMATE, key)
        if is_refused(h_value):
            x[F], n[REFUSED] = h_value, key
            return depth, BAD_ESTIMATE
        f = g + h_value
        if is_rounded(f):
            return depth, TOO_LARGE
        if f <= x[BOUND]:
            frames_gf[2 * depth + 2], frames_gf[2 * depth + 3] = g, f
            return depth + 1, STOPPED
        if f == inf and g != inf:
            seen[SEEN + n[DEAD_ENDS] % DEAD_KEYS] = key
            n[DEAD_ENDS] += 1
        x[BEYOND] = min(x[BEYOND], f)
    return -1, STOPPED


def is_on_path(key, depth, frames):
    """Return True if the state with this key is on the current path."""
    for at in range(depth + 1):  # noqa: SIM110 - numba compiles no generators
        if frames[FRAME * at] == key:
            return True
    return False


_W, _F, _R = "CPointer(int64)", "CPointer(float64)", "CPointer(int32)"

BEST_FIRST = (
    best_first,
    f"int64({_W}, {_F}, {_W}, {_W}, {_F}, {_R}, CPointer(uint8), {_R}, {_F}, {_R}, {_W}, {_F},"
    f" {_W}, {_F})",
)
DEEPENING = (deepening, f"int64({_W}, {_F}, {_W}, {_W}, {_F}, {_W}, {_F}, {_W}, {_W}, {_F})")
"""The kernels with their types for numba."""
