/* C code written for one problem each: A* on a grid, and IDA* on the 15-puzzle. */
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

/* Returns the least cost from start to goal, -1 if there is no path; a path cuts no corner.

The grid lies in a wall of one cell, so that no neighbour needs a look at the border. */
double grid_astar(int32_t side, const uint8_t *is_free, int32_t start, int32_t goal, int64_t *count) {
    int32_t w = side + 2, from = (start / side + 1) * w + start % side + 1;
    int32_t gx = goal % side + 1, gy = goal / side + 1, to = gy * w + gx;
    int64_t size = 0, expanded = 0, cells = (int64_t)w * w;
    double *g = malloc(cells * sizeof *g), found = -1;
    uint8_t *is_open = calloc(cells, 1), *closed = calloc(cells, 1);
    Entry *heap = malloc(8 * cells * sizeof *heap);
    const int32_t straight[4] = {1, -1, w, -w};
    for (int32_t y = 0; y < side; y++) memcpy(is_open + (y + 1) * w + 1, is_free + (int64_t)y * side, side);
    for (int64_t i = 0; i < cells; i++) g[i] = INFINITY;
    g[from] = 0;
    push(heap, &size, (Entry){0, 0, from});
    while (size) {
        int32_t here = pop(heap, &size).cell;
        if (closed[here]) continue;
        closed[here] = 1;
        if (here == to) { found = g[here]; break; }
        expanded++;
        for (int i = 0; i < 8; i++) { /* the straight steps, then the diagonal steps */
            int32_t a = straight[i & 1], b = straight[2 + (i >> 1 & 1)];
            int32_t there = here + (i < 4 ? straight[i] : a + b);
            if (!is_open[there] || (i >= 4 && !(is_open[here + a] && is_open[here + b]))) continue;
            double cost = g[here] + (i < 4 ? 1 : M_SQRT2);
            if (cost >= g[there]) continue;
            g[there] = cost;
            int x = abs(there % w - gx), y = abs(there / w - gy);
            double h = x > y ? x - y + M_SQRT2 * y : y - x + M_SQRT2 * x;
            push(heap, &size, (Entry){cost + h, h, there});
        }
    }
    *count = expanded;
    free(g), free(is_open), free(closed), free(heap);
    return found;
}

static int tiles[16], bound, next_bound;
static int64_t visited;

/* Additive pattern databases for a board and its mirror image; without parts, Manhattan distance. */
typedef struct {
    const uint8_t *costs[8];
    int32_t parts, part_of[16], shift_of[16], image_of[16], image_at[16];
} Patterns;
static const Patterns *patterns;
static int64_t placed[2][8];

/* Put a tile on a square or, if the sign is -1, remove the tile. */
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

static const int8_t near[16][5] = { /* the squares next to each square, then -1 */
    {1, 4, -1},     {0, 2, 5, -1},      {1, 3, 6, -1},       {2, 7, -1},
    {0, 5, 8, -1},  {1, 4, 6, 9, -1},   {2, 5, 7, 10, -1},   {3, 6, 11, -1},
    {4, 9, 12, -1}, {5, 8, 10, 13, -1}, {6, 9, 11, 14, -1},  {7, 10, 15, -1},
    {8, 13, -1},    {9, 12, 14, -1},    {10, 13, 15, -1},    {11, 14, -1},
};
static int8_t far[16][16]; /* the distance of a tile on a square to the tile's goal */

/* With Manhattan distance a move changes g + h by 0 or 2: slack is bound - g - h. */
static int below(int blank, int came, int slack, int h) {
    if (h == 0) return 1;
    visited++;
    for (const int8_t *to = near[blank]; *to >= 0; to++) {
        if (*to == came) continue;
        int tile = tiles[*to], change = far[tile][blank] - far[tile][*to];
        if (slack < 1 + change) continue;
        tiles[blank] = tile;
        int is_found = below(*to, blank, slack - 1 - change, h + change);
        tiles[*to] = tile;
        if (is_found) return 1;
    }
    return 0;
}

static int below_by_patterns(int blank, int came, int g, int h) {
    if (g + h > bound) {
        if (g + h < next_bound) next_bound = g + h;
        return 0;
    }
    if (h == 0) return 1;
    visited++;
    for (const int8_t *to = near[blank]; *to >= 0; to++) {
        if (*to == came) continue;
        int tile = tiles[*to];
        put(tile, *to, -1), put(tile, blank, 1);
        tiles[blank] = tile;
        int is_found = below_by_patterns(*to, blank, g + 1, sums());
        tiles[*to] = tile;
        put(tile, blank, -1), put(tile, *to, 1);
        if (is_found) return 1;
    }
    return 0;
}

/* Returns the least number of moves of a 15-puzzle, by IDA* with pattern databases or Manhattan distance. */
int fifteen(const int *board, const int *goal, int64_t *count, const Patterns *given) {
    int blank = 0, h = 0, home[16];
    patterns = given;
    memset(placed, 0, sizeof placed);
    for (int i = 0; i < 16; i++) home[goal[i]] = i;
    for (int tile = 1; tile < 16; tile++)
        for (int at = 0; at < 16; at++)
            far[tile][at] = abs(at % 4 - home[tile] % 4) + abs(at / 4 - home[tile] / 4);
    for (int i = 0; i < 16; i++) {
        tiles[i] = board[i];
        if (!board[i]) blank = i;
        else if (patterns) put(board[i], i, 1);
        else h += far[board[i]][i];
    }
    if (patterns) h = sums();
    visited = 0;
    for (bound = h;; bound = patterns ? next_bound : bound + 2) {
        next_bound = 1 << 30;
        if (patterns ? below_by_patterns(blank, -1, 0, h) : below(blank, -1, bound - h, h)) break;
    }
    *count = visited;
    return bound;
}
