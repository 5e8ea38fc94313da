/* What a C programmer writes for one problem: A* on a grid, IDA* on the 15-puzzle. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    double f, h;
    int32_t cell;
} Entry;

static int before(Entry a, Entry b) { return a.f < b.f || (a.f == b.f && a.h < b.h); }

static void push(Entry *heap, int64_t *size, Entry new) {
    int64_t at = (*size)++;
    for (; at && before(new, heap[(at - 1) / 2]); at = (at - 1) / 2) heap[at] = heap[(at - 1) / 2];
    heap[at] = new;
}

static Entry pop(Entry *heap, int64_t *size) {
    Entry top = heap[0], last = heap[--*size];
    int64_t at = 0;
    for (int64_t child; (child = 2 * at + 1) < *size; at = child) {
        if (child + 1 < *size && before(heap[child + 1], heap[child])) child++;
        if (!before(heap[child], last)) break;
        heap[at] = heap[child];
    }
    heap[at] = last;
    return top;
}

static double octile(int32_t side, int32_t a, int32_t b) {
    int x = abs(a % side - b % side), y = abs(a / side - b / side);
    return (x > y ? x - y : y - x) + M_SQRT2 * (x < y ? x : y);
}

/* Returns the least cost from start to goal, -1 if there is no way; no corner is cut. */
double grid_astar(int32_t side, const uint8_t *is_free, int32_t start, int32_t goal, int64_t *count) {
    int64_t size = 0, cells = (int64_t)side * side;
    double *g = malloc(cells * sizeof *g), found = -1;
    uint8_t *closed = calloc(cells, 1);
    Entry *heap = malloc(8 * cells * sizeof *heap);
    for (int64_t i = 0; i < cells; i++) g[i] = INFINITY;
    g[start] = 0;
    push(heap, &size, (Entry){octile(side, start, goal), octile(side, start, goal), start});
    while (size) {
        int32_t here = pop(heap, &size).cell;
        if (closed[here]) continue;
        closed[here] = 1;
        if (here == goal) { found = g[here]; break; }
        ++*count;
        int x = here % side, y = here / side;
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                int tx = x + dx, ty = y + dy, there = ty * side + tx;
                if ((!dx && !dy) || tx < 0 || ty < 0 || tx >= side || ty >= side) continue;
                if (!is_free[there] || !is_free[y * side + tx] || !is_free[ty * side + x]) continue;
                double cost = g[here] + (dx && dy ? M_SQRT2 : 1);
                if (cost >= g[there]) continue;
                g[there] = cost;
                double h = octile(side, there, goal);
                push(heap, &size, (Entry){cost + h, h, there});
            }
    }
    free(g), free(closed), free(heap);
    return found;
}

static int tiles[16], home[16], bound, next_bound;
static int64_t visited;

/* Additive pattern databases, of the board and of its image at the diagonal; no parts: Manhattan. */
typedef struct {
    const uint8_t *costs[8];
    int32_t parts, part_of[16], shift_of[16], image_of[16], image_at[16];
} Patterns;
static const Patterns *patterns;
static int64_t placed[2][8];

/* Put a tile on a square, or with a sign of -1 take it away. */
static void put(int tile, int at, int64_t sign) {
    int image = patterns->image_of[tile];
    placed[0][patterns->part_of[tile]] += sign * at << patterns->shift_of[tile];
    placed[1][patterns->part_of[image]] += sign * patterns->image_at[at] << patterns->shift_of[image];
}

static int sums(void) {
    int sum[2] = {0, 0};
    for (int i = 0; i < patterns->parts; i++)
        for (int side = 0; side < 2; side++) sum[side] += patterns->costs[i][placed[side][i]];
    return sum[0] > sum[1] ? sum[0] : sum[1];
}

static int far(int tile, int at) {
    return abs(at % 4 - home[tile] % 4) + abs(at / 4 - home[tile] / 4);
}

static int below(int blank, int came, int g, int h) {
    static const int step[4] = {-4, -1, 1, 4};
    if (g + h > bound) {
        if (g + h < next_bound) next_bound = g + h;
        return 0;
    }
    if (h == 0) return 1;
    visited++;
    for (int i = 0; i < 4; i++) {
        int to = blank + step[i];
        if (to < 0 || to > 15 || to == came || (i == 1 && blank % 4 == 0) || (i == 2 && blank % 4 == 3)) continue;
        int tile = tiles[to], after;
        if (patterns) put(tile, to, -1), put(tile, blank, 1), after = sums();
        else after = h - far(tile, to) + far(tile, blank);
        tiles[blank] = tile, tiles[to] = 0;
        int is_found = below(to, blank, g + 1, after);
        tiles[to] = tile, tiles[blank] = 0;
        if (patterns) put(tile, blank, -1), put(tile, to, 1);
        if (is_found) return 1;
    }
    return 0;
}

/* Returns the least number of moves of a 15-puzzle, by IDA*; without patterns by Manhattan distance. */
int fifteen(const int *board, const int *goal, int64_t *count, const Patterns *given) {
    int blank = 0, h = 0;
    patterns = given;
    memset(placed, 0, sizeof placed);
    for (int i = 0; i < 16; i++) home[goal[i]] = i;
    for (int i = 0; i < 16; i++) {
        tiles[i] = board[i];
        if (!board[i]) blank = i;
        else if (patterns) put(board[i], i, 1);
        else h += far(board[i], i);
    }
    if (patterns) h = sums();
    visited = 0;
    for (bound = h;; bound = next_bound) {
        next_bound = 1 << 30;
        if (below(blank, -1, 0, h)) break;
    }
    *count = visited;
    return bound;
}
