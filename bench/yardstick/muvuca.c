/* Muvuca under random play, by hand in C: the yardstick for the compiled kernels.
 *
 * The same record, functions, steps and random draws as src/kermesse/games/muvuca: from the same
 * seed it ends with the same bytes, which makes it a second witness for the rules as well.
 *
 *   cc -std=c11 -O3 -march=native -Wall -Wextra -o muvuca muvuca.c && ./muvuca [matches] [seed]
 *   cc -std=c11 -O3 -march=native -shared -fPIC -o muvuca.so muvuca.c     (bench/run.py, by ctypes)
 */
#define _POSIX_C_SOURCE 199309L
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { UNKNOWN = -1, NOTHING = -2, TABLE = -2, STUCK = -1 };
enum { CARDS = 25, SIDE = 4, CELLS = 16, FIRST_HAND = 5, SECOND_HAND = 4, PUSHES = 16 };
enum { FOOD_KINDS = 5, KINDS = 10, ACTIONS = CARDS + PUSHES };
enum { FIRST_AT_RANDOM = 0, ROLES_AT_RANDOM = 2, FACE_DOWN_REVEALED = 1 };

typedef enum {
    CARD, PUSH, SLIDE, INSERT, CART, LINES, HAND_OVER, SET_ASIDE, REVEAL, TURN_UP, COUNT, WINNER,
    VICTORY, NEXT, OVER
} Phase;

typedef enum {
    DEALT, CHOSE, PUSHED, SLID, INSERTED, CART_MOVED, LINES_COUNTED, TOOK, WAS_SET_ASIDE,
    HANDS_REVEALED, TURNED_UP, COUNTED, ROUND_WON, VICTORY_CARD, MATCH_WON
} Event;

typedef struct {
    uint64_t rng;
    int32_t reveals;
    int16_t due, event, event_args[6];
    int8_t seats, phase, over, viewer;
    int32_t hand[2], known[2];
    int16_t turn, turn_cap;
    int8_t crowd[CELLS], unseen[2], wins[2];
    int8_t active, starter, food_seat, chosen, pushed, leaving, cart, aside, scored, victor, capped;
    int8_t rounds_to_win, end_lines, first_player, roles, swap_roles, facedown_at_scoring;
    int8_t spare[7];
} Record;

_Static_assert(sizeof(Record) == 96, "the record has the layout of the engine's");

static const int8_t ENTRY[PUSHES] = {0, 3, 4, 7, 8, 11, 12, 15, 0, 12, 1, 13, 2, 14, 3, 15};
static const int8_t STRIDE[PUSHES] = {1, -1, 1, -1, 1, -1, 1, -1, 4, -4, 4, -4, 4, -4, 4, -4};
static const int64_t ALL_CARDS = (1 << CARDS) - 1, ALL_PUSHES = (1 << PUSHES) - 1;
static const int64_t ALL_CELLS = 0xffff, FIRST_COLUMN = 0x1111, LAST_COLUMN = 0x8888;
static const int64_t FULL_ROWS[SIDE] = {0x000f, 0x00f0, 0x0f00, 0xf000};
static const int64_t FULL_COLUMNS[SIDE] = {0x1111, 0x2222, 0x4444, 0x8888};
static const int64_t SHOWING[KINDS] = {
    0x000001f, 0x00003e0, 0x0007c00, 0x00f8000, 0x1f00000,  /* foods: card / 5 */
    0x0108421, 0x0210842, 0x0421084, 0x0842108, 0x1084210,  /* jackets: card % 5 */
};

/* --- bit sets, chance, grids (core) --------------------------------------------------------- */

static inline int64_t bit(int i) { return (int64_t)1 << i; }
static inline bool has(int64_t members, int i) { return members >> i & 1; }
static inline int count(int64_t members) { return __builtin_popcountll((uint64_t)members); }
static inline int lowest(int64_t members) { return __builtin_ctzll((uint64_t)members); }

static inline int nth(int64_t members, int k)
{
    for (int i = 0; i < k; i++)
        members &= members - 1;
    return lowest(members);
}

static inline int listed(int64_t members, int16_t *out, int offset)
{
    int n = 0;
    for (; members; members &= members - 1)
        out[n++] = (int16_t)(offset + lowest(members));
    return n;
}

static inline uint64_t word(Record *s)
{
    uint64_t mixed = s->rng += 0x9E3779B97F4A7C15u;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EBu;
    return mixed ^ mixed >> 31;
}

static inline int draw(Record *s, uint32_t n)
{
    uint64_t product = (word(s) >> 32) * n;
    if ((uint32_t)product < n) {
        uint32_t spill = -n % n;
        while ((uint32_t)product < spill)
            product = (word(s) >> 32) * n;
    }
    return (int)(product >> 32);
}

static inline int draw_member(Record *s, int64_t members)
{
    return nth(members, draw(s, (uint32_t)count(members)));
}

static inline int64_t neighbours(int64_t cells)
{
    int64_t right = (cells & ~LAST_COLUMN) << 1, left = (cells & ~FIRST_COLUMN) >> 1;
    return (right | left | cells << SIDE | cells >> SIDE) & ALL_CELLS;
}

static inline int64_t flood(int64_t start, int64_t inside)
{
    for (int64_t reached = start & inside;;) {
        int64_t wider = reached | (neighbours(reached) & inside);
        if (wider == reached)
            return reached;
        reached = wider;
    }
}

static inline int largest_group(int64_t cells)
{
    int best = 0;
    while (cells) {
        int64_t group = flood(cells & -cells, cells);
        cells &= ~group;
        if (count(group) > best)
            best = count(group);
    }
    return best;
}

static inline void tell(Record *s, Event event, int a, int b, int c, int d)
{
    s->event = (int16_t)event;
    s->event_args[0] = (int16_t)a;
    s->event_args[1] = (int16_t)b;
    s->event_args[2] = (int16_t)c;
    s->event_args[3] = (int16_t)d;
    s->event_args[4] = s->event_args[5] = NOTHING;
}

/* --- scoring -------------------------------------------------------------------------------- */

static inline int seller(const Record *s, int kind)
{
    return kind < FOOD_KINDS ? s->food_seat : 1 - s->food_seat;
}

static inline int64_t cells_showing(const Record *s, int kind)
{
    int64_t cells = 0;
    for (int cell = 0; cell < CELLS; cell++)
        if (s->crowd[cell] >= 0 && SHOWING[kind] & bit(s->crowd[cell]))
            cells |= bit(cell);
    return cells;
}

typedef struct { int crowd, held; } Points;

static inline Points points(const Record *s, int kind)
{
    int held = count(SHOWING[kind] & s->hand[seller(s, kind)]);
    return (Points){largest_group(cells_showing(s, kind)), held};
}

static inline int total(const Record *s, int seat)
{
    int score = 0, first = seat == s->food_seat ? 0 : FOOD_KINDS;
    for (int kind = first; kind < first + FOOD_KINDS; kind++) {
        Points p = points(s, kind);
        score += p.crowd > p.held ? p.crowd : p.held;
    }
    return score;
}

static inline int round_winner(const Record *s)
{
    int zero = total(s, 0), one = total(s, 1);
    if (zero == one)
        return 1 - s->starter;
    return zero > one ? 0 : 1;
}

/* --- setting up ----------------------------------------------------------------------------- */

static inline int64_t undecided(const Record *s)
{
    int64_t named = s->hand[0] | s->hand[1];
    for (int cell = 0; cell < CELLS; cell++)
        if (s->crowd[cell] >= 0)
            named |= bit(s->crowd[cell]);
    if (s->leaving >= 0)
        named |= bit(s->leaving);
    if (s->aside >= 0)
        named |= bit(s->aside);
    return ALL_CARDS & ~named;
}

static inline void take_unseen(Record *s, int seat, int n)
{
    for (int i = 0; i < n; i++)
        s->hand[seat] |= (int32_t)bit(draw_member(s, undecided(s)));
}

static inline void begin_turn(Record *s, int seat)
{
    s->active = (int8_t)seat;
    s->due = (int16_t)bit(seat);
    s->phase = CARD;
}

static void deal(Record *s)
{
    memset(s->crowd, UNKNOWN, sizeof s->crowd);
    memset(s->hand, 0, sizeof s->hand);
    memset(s->known, 0, sizeof s->known);
    memset(s->unseen, 0, sizeof s->unseen);
    s->leaving = s->aside = NOTHING;
    take_unseen(s, s->starter, FIRST_HAND);
    take_unseen(s, 1 - s->starter, SECOND_HAND);
    s->cart = s->chosen = s->pushed = NOTHING;
    s->scored = s->capped = 0;
    s->turn = 1;
    s->reveals++;
    tell(s, DEALT, s->starter, s->food_seat, NOTHING, NOTHING);
    begin_turn(s, s->starter);
}

static void setup(Record *s)
{
    s->reveals = 0;
    s->over = 0;
    s->wins[0] = s->wins[1] = 0;
    s->victor = NOTHING;
    s->food_seat = (int8_t)(s->roles == ROLES_AT_RANDOM ? draw(s, 2) : s->roles);
    s->starter = (int8_t)(s->first_player == FIRST_AT_RANDOM ? draw(s, 2) : s->first_player - 1);
    deal(s);
}

/* --- a turn --------------------------------------------------------------------------------- */

static inline int64_t open_pushes(const Record *s)
{
    return s->cart == NOTHING ? ALL_PUSHES : ALL_PUSHES & ~((int64_t)3 << (s->cart & ~1));
}

static inline int legal(const Record *s, int seat, int16_t *out)
{
    if (!has(s->due, seat))
        return 0;
    if (s->phase == CARD)
        return listed(s->hand[seat], out, 0);
    return listed(open_pushes(s), out, CARDS);
}

static inline void act(Record *s, int seat, int action)
{
    if (s->phase == CARD) {
        s->chosen = (int8_t)action;
        s->phase = PUSH;
        tell(s, CHOSE, seat, action, NOTHING, NOTHING);
    } else {
        s->pushed = (int8_t)(action - CARDS);
        s->due = 0;
        s->phase = SLIDE;
        tell(s, PUSHED, seat, s->pushed, NOTHING, NOTHING);
    }
}

static inline void slide(Record *s)
{
    int entry = ENTRY[s->pushed], stride = STRIDE[s->pushed];
    s->leaving = s->crowd[entry + (SIDE - 1) * stride];
    for (int i = SIDE - 1; i > 0; i--)
        s->crowd[entry + i * stride] = s->crowd[entry + (i - 1) * stride];
    s->crowd[entry] = NOTHING;
    s->phase = INSERT;
    tell(s, SLID, s->pushed, s->leaving, NOTHING, NOTHING);
}

static inline void insert(Record *s)
{
    int card = s->chosen, cell = ENTRY[s->pushed];
    s->crowd[cell] = (int8_t)card;
    s->hand[s->active] &= (int32_t)~bit(card);
    s->known[s->active] &= (int32_t)~bit(card);
    s->chosen = NOTHING;
    s->reveals++;
    s->phase = CART;
    tell(s, INSERTED, s->active, card, cell, NOTHING);
}

static inline void move_cart(Record *s)
{
    s->cart = s->pushed;
    s->pushed = NOTHING;
    s->phase = LINES;
    tell(s, CART_MOVED, s->cart, NOTHING, NOTHING, NOTHING);
}

/* --- the end of a round --------------------------------------------------------------------- */

static inline int64_t face_up_cells(const Record *s)
{
    int64_t cells = 0;
    for (int cell = 0; cell < CELLS; cell++)
        if (s->crowd[cell] >= 0)
            cells |= bit(cell);
    return cells;
}

static inline int full_lines(int64_t cells, const int64_t lines[SIDE])
{
    int n = 0;
    for (int i = 0; i < SIDE; i++)
        n += (cells & lines[i]) == lines[i];
    return n;
}

static inline void count_lines(Record *s)
{
    int64_t cells = face_up_cells(s);
    int rows = full_lines(cells, FULL_ROWS), columns = full_lines(cells, FULL_COLUMNS);
    bool enough = rows >= s->end_lines || columns >= s->end_lines;
    s->capped = s->turn >= s->turn_cap && !enough;
    bool ends = enough || s->capped;
    s->phase = ends ? SET_ASIDE : HAND_OVER;
    tell(s, LINES_COUNTED, rows, columns, ends, NOTHING);
}

static inline void hand_over(Record *s)
{
    int taker = 1 - s->active, card = s->leaving;
    bool face_up = card != UNKNOWN;
    if (face_up) {
        s->known[taker] |= (int32_t)bit(card);
    } else {
        card = draw_member(s, undecided(s));
        s->reveals++;
    }
    s->hand[taker] |= (int32_t)bit(card);
    s->leaving = NOTHING;
    s->turn++;
    tell(s, TOOK, taker, card, face_up, NOTHING);
    begin_turn(s, taker);
}

static inline void set_aside(Record *s)
{
    s->aside = s->leaving;
    s->leaving = NOTHING;
    s->phase = REVEAL;
    tell(s, WAS_SET_ASIDE, s->aside, NOTHING, NOTHING, NOTHING);
}

static inline void reveal_hands(Record *s)
{
    memcpy(s->known, s->hand, sizeof s->known);
    s->reveals++;
    bool turning = s->facedown_at_scoring == FACE_DOWN_REVEALED && count(face_up_cells(s)) < CELLS;
    s->phase = turning ? TURN_UP : COUNT;
    tell(s, HANDS_REVEALED, NOTHING, NOTHING, NOTHING, NOTHING);
}

static inline void turn_up(Record *s)
{
    int cell = 0;
    while (s->crowd[cell] != UNKNOWN)
        cell++;
    s->crowd[cell] = (int8_t)draw_member(s, undecided(s));
    s->reveals++;
    if (count(face_up_cells(s)) == CELLS)
        s->phase = COUNT;
    tell(s, TURNED_UP, s->crowd[cell], cell, NOTHING, NOTHING);
}

static inline void count_kind(Record *s)
{
    int kind = s->scored;
    Points p = points(s, kind);
    if (++s->scored == KINDS)
        s->phase = WINNER;
    tell(s, COUNTED, seller(s, kind), kind, p.crowd, p.held);
}

static inline void name_winner(Record *s)
{
    s->victor = (int8_t)round_winner(s);
    s->phase = VICTORY;
    tell(s, ROUND_WON, s->victor, total(s, 0), total(s, 1), NOTHING);
}

static inline void update_victory_card(Record *s)
{
    s->wins[s->victor]++;
    s->phase = NEXT;
    tell(s, VICTORY_CARD, s->wins[0], s->wins[1], NOTHING, NOTHING);
}

static inline void end_or_deal(Record *s)
{
    if (s->wins[s->victor] == s->rounds_to_win) {
        s->over = 1;
        s->phase = OVER;
        tell(s, MATCH_WON, s->victor, NOTHING, NOTHING, NOTHING);
    } else {
        s->starter = (int8_t)(1 - s->victor);
        if (s->swap_roles)
            s->food_seat = (int8_t)(1 - s->food_seat);
        deal(s);
    }
}

static inline void step(Record *s)
{
    switch ((Phase)s->phase) {
    case SLIDE: slide(s); break;
    case INSERT: insert(s); break;
    case CART: move_cart(s); break;
    case LINES: count_lines(s); break;
    case HAND_OVER: hand_over(s); break;
    case SET_ASIDE: set_aside(s); break;
    case REVEAL: reveal_hands(s); break;
    case TURN_UP: turn_up(s); break;
    case COUNT: count_kind(s); break;
    case WINNER: name_winner(s); break;
    case VICTORY: update_victory_card(s); break;
    default: end_or_deal(s); break;
    }
}

/* --- random play ---------------------------------------------------------------------------- */

static int64_t playout(Record *s, int64_t bound, int16_t *moves)
{
    int64_t decisions = 0;
    for (int64_t i = 0; i < bound; i++) {
        if (s->over)
            return decisions;
        if (s->due == 0) {
            step(s);
        } else {
            int seat = lowest(s->due), n = legal(s, seat, moves);
            if (n == 0)
                return STUCK;
            act(s, seat, moves[draw(s, (uint32_t)n)]);
            decisions++;
        }
    }
    return s->over ? decisions : STUCK;
}

/* Set up and play out every record; return all decisions, or STUCK. */
int64_t playouts(Record *batch, int64_t matches, int64_t bound)
{
    int16_t moves[ACTIONS];
    int64_t decisions = 0;
    for (int64_t i = 0; i < matches; i++) {
        setup(&batch[i]);
        int64_t played = playout(&batch[i], bound, moves);
        if (played < 0)
            return played;
        decisions += played;
    }
    return decisions;
}

/* FNV-1a over the bytes of a batch. */
uint64_t digest(const Record *batch, int64_t matches)
{
    const uint8_t *bytes = (const uint8_t *)batch;
    uint64_t seen = 0xcbf29ce484222325u;
    for (size_t i = 0; i < (size_t)matches * sizeof *batch; i++)
        seen = (seen ^ bytes[i]) * 0x100000001b3u;
    return seen;
}

int main(int argc, char **argv)
{
    int64_t matches = argc > 1 ? atoll(argv[1]) : 100000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    Record *batch = calloc((size_t)matches, sizeof *batch);
    if (batch == NULL)
        return EXIT_FAILURE;
    for (int64_t i = 0; i < matches; i++)
        batch[i] = (Record){.rng = seed + (uint64_t)i, .seats = 2, .viewer = TABLE,
                            .rounds_to_win = 2, .end_lines = 3, .turn_cap = 200};
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    int64_t decisions = playouts(batch, matches, 5000);
    clock_gettime(CLOCK_MONOTONIC, &end);
    double seconds = (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) / 1e9;
    printf("decisions %lld\nmatches %lld\nseconds %.6f\ndigest %016llx\n", (long long)decisions,
           (long long)matches, seconds, (unsigned long long)digest(batch, matches));
    free(batch);
    return EXIT_SUCCESS;
}
