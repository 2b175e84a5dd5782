/* Imagined rounds: legal plays, what the player to move sees, the reflex's choice, and so on to the
 * round's end. Everything is in whole numbers, so that every processor, and numpy, finds the same.
 *
 * Freestanding: no library but memcpy and memset. Places in the catalogue, widths of the features and
 * of the layers are defined by whoever compiles this (library.py). All memory is the caller's.
 */
#include <stdint.h>
#include <stddef.h>

void *memcpy(void *, const void *, size_t);
void *memset(void *, int, size_t);

typedef uint64_t u64;
typedef int32_t i32;
typedef int16_t i16;
typedef uint8_t u8;

#define FN static inline
#define BITS(x) __builtin_popcountll(x)
#define LOWEST(x) __builtin_ctzll(x)

#define PASS COMBINATIONS
#define GIVE (COMBINATIONS + 1)
#define NONE 255
#define NOBODY (-1)
#define TURNS 13
#define LOSERS 8
#define FULL_DECK (~0ull)
#define M1 (1ull << 30)
#define TWINS ((1ull << 30) - 1)
#define RANK 0x1C00000007ull /* both copies of the ones; shifts by three a rank */

/* Where the features of a position begin, as network.features has them. */
enum { AT_KIND = 384, AT_BY = 392, AT_PASSED = 395, AT_LEAD = 399, AT_COUNTS = 404, AT_STRONGEST = 797,
       AT_GANG_SIZE = POLICY_BITS - 4, AT_OUTLINE = POLICY_BITS };
enum { AT_TURNS = 64, AT_CONTROLS = 64 + TURNS, AT_LOSERS = 69 + TURNS };
#define SHARP 10 /* bits after the point of the dense layers' weights; sums of bits have nine */

typedef struct {
    const u64 *word;       /* the catalogue: the cards of each combination */
    const u64 *need;       /* the cards that all 32 combinations of a block share */
    const i16 *after;      /* the first of the class that is strictly stronger */
    const u8 *kind;
    const u8 *level;
    const i16 *trunk;      /* a row of TRUNK for each bit of a position */
    const i16 *declined;   /* rows of TRUNK: from this level on, by place 1-3, class and level */
    const i16 *direct;     /* a row of JOINT for each bit of hand, unseen cards and table */
    const i16 *state;      /* JOINT rows of TRUNK */
    const i32 *state_b;
    const i16 *plays;      /* a row of JOINT for each action */
    const i16 *leaves;     /* a row of JOINT for each of 256 ways to leave a hand */
    const i16 *rest;       /* a row of JOINT for each bit of an outline */
    const i16 *first;      /* HIDDEN rows of JOINT */
    const i32 *first_b;
    const i16 *second;     /* HIDDEN rows of HIDDEN */
    const i32 *second_b;
    const i16 *advantage;
} Mind;

typedef struct {
    i32 seats, direction, duty, gang_must_block, passed_may_return;
    i32 turn, table, by, passed, called, barred; /* table, by: -1 for none; the rest bits by seat */
    u64 played[4];
    u8 declined[4][4];
} Start;

typedef struct {
    int n, fives, gangs; /* how many combinations, and where those of five cards and the gangs begin */
    i16 *at;
    u64 *word;
} Held;

typedef struct {
    Start now;
    u64 hand[4];
    Held held[4];
    int top[4][5]; /* each seat's strongest unseen combinations: they only fall */
    const i16 *behind; /* SEATS rows of TRUNK: what does not change in the round */
} Game;

typedef struct {
    i16 legal[COMBINATIONS + 1];
    u64 bit[COMBINATIONS];
    unsigned about[COMBINATIONS];
    i32 score[COMBINATIONS + 1];
    i16 at[8][COMBINATIONS]; /* the hands' combinations, at first and as they are */
    u64 word[8][COMBINATIONS];
} Room;

static const int LEVELS[5] = {LEVELS_SINGLE, LEVELS_PAIR, LEVELS_TRIPLE, LEVELS_FIVE, LEVELS_GANG};
static const int BEGIN[6] = {0, PAIRS, TRIPLES, FIVES, GANGS, COMBINATIONS};
static const int BEFORE[5] = {0, LEVELS_SINGLE, LEVELS_SINGLE + LEVELS_PAIR,
                              LEVELS_SINGLE + LEVELS_PAIR + LEVELS_TRIPLE,
                              LEVELS_SINGLE + LEVELS_PAIR + LEVELS_TRIPLE + LEVELS_FIVE};

size_t room_size(void) { return sizeof(Room); }

/* --- cards, as rules.cards has them --- */
FN u64 canonical(u64 raw) {
    u64 lone = (raw >> 34) & ~raw;
    return (raw | lone) & ~(lone << 34);
}
FN u64 without(u64 word, u64 cards) { return canonical(word & ~cards); }
FN u64 together(u64 a, u64 b) { return a | b | ((a & b & TWINS) << 34); }
FN int class_of(int kind) { return kind <= 3 ? kind - 1 : kind < 8 ? 3 : 4; }

/* Whether some cards are exactly one combination (R2). */
FN int one_combination(u64 cards) {
    int n = (int)BITS(cards);
    if (n == 1) return 1;
    if (n == 2 && (cards & ((1ull << 34) - 1)) == 3ull << 31) return 1;
    if (n == 0 || n > 7) return 0;
    int ranks = 0, colours = 0, low = 10, high = -1, most = 0;
    for (int r = 0; r < 10; r++) {
        int held = (int)BITS(cards & (RANK << (3 * r))) + (r == 0 && (cards & M1));
        if (!held) continue;
        ranks++, high = r;
        if (low == 10) low = r;
        if (held > most) most = held;
        colours |= (int)((cards >> (3 * r)) & 7);
    }
    int phoenix = (int)(cards >> 31 & 3);
    if (cards >> 33 & 1) return 0;
    if (phoenix) return n == 5 && phoenix == 3 && ranks == 1 && most == 3;
    if (ranks == 1) return 1;
    if (n != 5) return 0;
    if (ranks == 2 && most == 3) return 1;
    if (ranks == 5 && high - low == 4) return 1;
    return colours == 1 || colours == 2 || colours == 4;
}

/* --- seats --- */
FN int next_seat(const Start *s, int seat, int out) { /* who is not out; the same if all others are */
    for (int step = 1; step < s->seats; step++) {
        int one = (seat + s->direction * step + 4 * s->seats) % s->seats;
        if (!(out >> one & 1)) return one;
    }
    return seat;
}
FN int seat_after(const Start *s, int me, int turn) {
    return (me + s->direction * turn + 4 * s->seats) % s->seats;
}
FN int place_of(const Start *s, int turn) { return s->seats == 3 && turn == 2 ? 3 : turn; }

/* --- combinations in hands --- */
static void find_held(const Mind *m, u64 hand, Held *h) {
    int n = 0;
    for (int b = 0; b < COMBINATIONS / 32; b++) {
        if (m->need[b] & ~hand) continue;
        for (int i = b * 32; i < b * 32 + 32; i++)
            if (!(m->word[i] & ~hand)) h->at[n] = (i16)i, h->word[n++] = m->word[i];
    }
    h->n = n;
}
FN void keep_held(u64 hand, Held *h) { /* those that a smaller hand still has */
    int n = 0, fives = -1, gangs = -1;
    for (int j = 0; j < h->n; j++) {
        u64 word = h->word[j];
        i16 at = h->at[j];
        if (word & ~hand) continue;
        if (fives < 0 && at >= FIVES) fives = n;
        if (gangs < 0 && at >= GANGS) gangs = n;
        h->at[n] = at, h->word[n++] = word;
    }
    h->n = n;
    h->gangs = gangs < 0 ? n : gangs;
    h->fives = fives < 0 ? n : fives;
}
static void fall(const Mind *m, u64 unseen, int *top) { /* each class's strongest, from where it was */
    for (int cls = 0; cls < 5; cls++) {
        int i = top[cls], begin = BEGIN[cls];
        while (i >= begin && (m->word[i] & ~unseen)) {
            i--;
            while (i >= begin && (m->need[i >> 5] & ~unseen)) i = (i & ~31) - 1;
        }
        top[cls] = i < begin ? begin - 1 : i;
    }
}

/* All that the player to move may do, in the catalogue's order, a pass last (R4.4, R5.4). */
static int legal(const Mind *m, Game *g, i16 *list) {
    const Start *s = &g->now;
    Held *h = &g->held[s->turn];
    int n = 0, table = s->table, may_pass = table >= 0;
    keep_held(g->hand[s->turn], h);
    int low = 0, high = COMBINATIONS, gangs = COMBINATIONS;
    if (may_pass) {
        int cls = class_of(m->kind[table]);
        low = m->after[table], high = BEGIN[cls + 1];
        gangs = cls == 4 ? COMBINATIONS : GANGS;
    }
    for (int j = 0; j < h->n; j++) {
        int at = h->at[j];
        if ((at >= low && at < high) || at >= gangs) list[n++] = (i16)at;
    }
    if (s->duty && s->called && table < PAIRS) {
        int next = next_seat(s, s->turn, s->barred);
        if (next != s->turn && (s->called >> next & 1)) {
            int top = -1, several = 0, some_gang = 0, highest = 0, kept = 0;
            for (int j = 0; j < h->n && h->at[j] < PAIRS; j++) top = h->at[j];
            for (int j = 0; j < n; j++) {
                several |= list[j] >= PAIRS;
                some_gang |= list[j] >= GANGS;
                highest |= list[j] == top;
            }
            for (int j = 0; j < n; j++) {
                int at = list[j];
                int stays = !may_pass && several ? at >= PAIRS : at == top || (may_pass && at >= GANGS);
                if (stays) list[kept++] = (i16)at;
            }
            n = kept;
            if (highest || (s->gang_must_block && some_gang)) may_pass = 0;
        }
    }
    if (may_pass) list[n++] = PASS;
    return n;
}

/* The player to move plays or passes; 1 if the round is over (R4.4 to R4.6). */
static int act(const Mind *m, Game *g, int action) {
    Start *s = &g->now;
    int me = s->turn;
    if (action == PASS) {
        if (s->table >= 0 && s->table < GANGS) {
            u8 *least = &s->declined[me][class_of(m->kind[s->table])];
            if (m->level[s->table] < *least) *least = m->level[s->table];
        }
        s->passed |= 1 << me;
    } else {
        u64 cards = m->word[action];
        g->hand[me] = without(g->hand[me], cards);
        s->played[me] = together(s->played[me], cards);
        s->table = action, s->by = me;
        if (BITS(g->hand[me]) == 1) s->called |= 1 << me;
        if (s->passed_may_return) s->passed = 0;
        if (!g->hand[me]) return 1;
    }
    int all = (1 << s->seats) - 1, out = s->barred;
    int done = ((s->passed | s->barred | 1 << s->by) & all) == all;
    if (!s->passed_may_return) out |= s->passed;
    s->turn = next_seat(s, me, out);
    if (done) {
        s->turn = s->by;
        if (s->barred >> s->by & 1) s->turn = next_seat(s, s->by, s->barred);
        s->table = -1, s->by = NOBODY, s->passed = 0;
    }
    return 0;
}

/* --- outlines: which strengths some cards can make, and in how many plays they go --- */
FN int groups(u64 cards) {
    u64 any = (cards | cards >> 34) & TWINS;
    any = (any | any >> 1 | any >> 2) & 0x9249249ull;
    if (cards & M1) any |= 1;
    return (int)BITS(any) + ((cards >> 31 & 3) != 0) + (int)(cards >> 33 & 1);
}
typedef struct {
    u64 can;
    int turns, controls, losers;
} Outline;
FN int beatable_groups(const Mind *m, u64 cards, const int *top, int fullest) {
    int found = 0;
    for (int r = 0; r < 12; r++) {
        int n = r < 10 ? (int)BITS(cards & (RANK << (3 * r))) + (r == 0 && (cards & M1))
              : r == 10 ? (int)BITS(cards >> 31 & 3) : (int)(cards >> 33 & 1);
        if (!n) continue;
        int cls = n > 3 ? 4 : n - 1;
        found += fullest >= (n > 4 ? 4 : n) && top[cls] >= BEGIN[cls] && m->level[top[cls]] >= r;
    }
    return found;
}
static Outline outline(const Mind *m, u64 cards, const Held *h, const Room *room, const int *top,
                       int fullest) {
    Outline found = {0, 0, 0, 0};
    u64 can = 0;
    unsigned sure = 0;
    for (int j = 0; j < h->n; j++) {
        u64 inside = (h->word[j] & ~cards) ? 0 : ~0ull;
        can |= room->bit[j] & inside;
        sure |= room->about[j] & (unsigned)inside;
    }
    found.can = can, found.controls = (int)(sure & 31);
    int now = groups(cards);
    for (int round = 0; round < 3; round++) {
        if (BITS(cards) < 5) break;
        unsigned best = ~0u;
        for (int j = h->fives; j < h->gangs; j++) {
            if (h->word[j] & ~cards) continue;
            unsigned key = (unsigned)groups(without(cards, h->word[j])) << 16 | (unsigned)h->at[j];
            key |= (unsigned)!room->about[j] << 15;
            if (key < best) best = key;
        }
        if (best == ~0u || (int)(best >> 16) > now - 2) break;
        cards = without(cards, m->word[best & 0x7FFF]);
        now = (int)(best >> 16);
        found.turns++;
        found.losers += (int)(best >> 15 & 1);
    }
    found.turns += now;
    found.losers += beatable_groups(m, cards, top, fullest);
    if (found.turns >= TURNS) found.turns = TURNS - 1;
    if (found.losers >= LOSERS) found.losers = LOSERS - 1;
    return found;
}

/* --- the reflex --- */
/* Sums of rows, sixty-four columns at a time in the processor's registers; they may wrap around on
 * the way, as only the sum has to fit. */
typedef i16 Lanes __attribute__((vector_size(32), aligned(2), may_alias));
#define AT_ONCE 64
FN void add_rows(i16 *sum, int width, const i16 *table, const i16 *rows, int n) {
    for (int c = 0; c < width; c += AT_ONCE) {
        Lanes *to = (Lanes *)(sum + c), a = to[0], b = to[1], d = to[2], e = to[3];
        for (int k = 0; k < n; k++) {
            const Lanes *row = (const Lanes *)(table + (size_t)rows[k] * (size_t)width + c);
            a += row[0], b += row[1], d += row[2], e += row[3];
        }
        to[0] = a, to[1] = b, to[2] = d, to[3] = e;
    }
}
FN int list_bits(u64 cards, int from, i16 *rows, int n) {
    for (; cards; cards &= cards - 1) rows[n++] = (i16)(from + LOWEST(cards));
    return n;
}
FN i32 bend(i32 x) { /* the larger of x and a small part of it, for which no branch is needed */
    i32 part = (x * LEAK_PARTS) >> 8;
    return x > part ? x : part;
}
/* What the player to move sees and what it makes of the position: a row of JOINT. */
static void state_of(const Mind *m, Game *g, u64 unseen, const Outline *own, const int *top, i16 *out) {
    const Start *s = &g->now;
    int me = s->turn, n = 0, direct, falls = 0;
    i16 trunk[TRUNK], rows[512], fallen[12];
    memcpy(trunk, g->behind + (size_t)me * TRUNK, sizeof trunk);
    memset(out, 0, JOINT * sizeof *out);
    n = list_bits(g->hand[me], 0, rows, n);
    n = list_bits(unseen, 64, rows, n);
    if (s->table >= 0) n = list_bits(m->word[s->table], 128, rows, n);
    direct = n;
    rows[n++] = (i16)(s->table >= 0 ? AT_KIND + m->kind[s->table] - 1 : AT_LEAD);
    for (int turn = 0; turn < s->seats; turn++) {
        int seat = seat_after(s, me, turn), place = place_of(s, turn);
        rows[n++] = (i16)(AT_COUNTS + 18 * place + (int)BITS(g->hand[seat]));
        if (!turn) continue;
        n = list_bits(s->played[seat], 64 * (2 + place), rows, n);
        if (s->passed >> seat & 1) rows[n++] = (i16)(AT_PASSED + place - 1);
        if (s->table >= 0 && s->by == seat) rows[n++] = (i16)(AT_BY + place - 1);
        for (int cls = 0; cls < 4; cls++) {
            int from = s->declined[seat][cls];
            if (from != NONE) fallen[falls++] = (i16)((place - 1) * BEFORE[4] + BEFORE[cls] + from);
        }
    }
    for (int cls = 0; cls < 5; cls++)
        if (top[cls] >= BEGIN[cls]) rows[n++] = (i16)(AT_STRONGEST + BEFORE[cls] + m->level[top[cls]]);
    if (top[4] >= GANGS) rows[n++] = (i16)(AT_GANG_SIZE + (int)BITS(m->word[top[4]]) - 4);
    n = list_bits(own->can, AT_OUTLINE, rows, n);
    rows[n++] = (i16)(AT_OUTLINE + AT_TURNS + own->turns);
    n = list_bits((u64)own->controls, AT_OUTLINE + AT_CONTROLS, rows, n);
    rows[n++] = (i16)(AT_OUTLINE + AT_LOSERS + own->losers);
    add_rows(trunk, TRUNK, m->trunk, rows, n);
    add_rows(trunk, TRUNK, m->declined, fallen, falls);
    add_rows(out, JOINT, m->direct, rows, direct);
    for (int j = 0; j < TRUNK; j++) trunk[j] = (i16)bend(trunk[j]);
    for (int o = 0; o < JOINT; o++) {
        const i16 *row = m->state + o * TRUNK;
        i32 sum = m->state_b[o];
        for (int j = 0; j < TRUNK; j++) sum += (i32)trunk[j] * row[j];
        out[o] = (i16)(out[o] + (i16)(sum >> SHARP));
    }
}

FN i32 score_of(const Mind *m, const i16 *state, int action, int left, const Outline *o) {
    i16 joint[JOINT], hidden[HIDDEN], rows[80], alone = (i16)action, leaves = (i16)left;
    memcpy(joint, state, sizeof joint);
    int some = list_bits(o->can, 0, rows, 0);
    rows[some++] = (i16)(AT_TURNS + o->turns);
    some = list_bits((u64)o->controls, AT_CONTROLS, rows, some);
    rows[some++] = (i16)(AT_LOSERS + o->losers);
    add_rows(joint, JOINT, m->rest, rows, some);
    add_rows(joint, JOINT, m->plays, &alone, 1);
    add_rows(joint, JOINT, m->leaves, &leaves, 1);
    for (int j = 0; j < JOINT; j++) joint[j] = (i16)bend(joint[j]);
    i32 sums[HIDDEN], found = 0;
    for (int n = 0; n < HIDDEN; n++) {
        const i16 *row = m->first + n * JOINT;
        i32 sum = m->first_b[n];
        for (int j = 0; j < JOINT; j++) sum += (i32)joint[j] * row[j];
        sums[n] = sum;
    }
    for (int n = 0; n < HIDDEN; n++) hidden[n] = (i16)bend(sums[n] >> SHARP);
    for (int n = 0; n < HIDDEN; n++) {
        const i16 *row = m->second + n * HIDDEN;
        i32 sum = m->second_b[n];
        for (int j = 0; j < HIDDEN; j++) sum += (i32)hidden[j] * row[j];
        sums[n] = sum;
    }
    for (int n = 0; n < HIDDEN; n++)
        found += (hidden[n] + bend(sums[n] >> SHARP)) * m->advantage[n];
    return found;
}

/* Scores of some actions of the player to move, whose combinations are up to date. */
static void judge(const Mind *m, Game *g, Room *room, const i16 *list, int n, i32 *score) {
    const Start *s = &g->now;
    int me = s->turn, fullest = 0;
    u64 hand = g->hand[me], unseen = FULL_DECK;
    for (int seat = 0; seat < s->seats; seat++) {
        unseen = without(unseen, s->played[seat]);
        int count = (int)BITS(g->hand[seat]);
        if (seat != me && count > fullest) fullest = count;
    }
    unseen = without(unseen, hand);
    int *top = g->top[me];
    fall(m, unseen, top);
    Held *h = &g->held[me];
    for (int j = 0; j < h->n; j++) {
        int at = h->at[j], cls = class_of(m->kind[at]), size = cls == 4 ? 4 : (int)BITS(h->word[j]);
        int level = m->level[at];
        if (cls == 4) level = level ? level - 1 : 0;
        room->bit[j] = 1ull << (BEFORE[cls] + level);
        int sure = fullest < size || top[cls] < m->after[at] || top[cls] < BEGIN[cls];
        room->about[j] = sure ? 1u << cls : 0;
    }
    Outline own = outline(m, hand, h, room, top, fullest);
    i16 state[JOINT];
    state_of(m, g, unseen, &own, top, state);
    int no_gang = fullest < 4 || top[4] < GANGS;
    for (int j = 0; j < n; j++) {
        int action = list[j];
        if (action == PASS) {
            score[j] = score_of(m, state, action, (int)BITS(hand), &own);
            continue;
        }
        u64 rest = without(hand, m->word[action]);
        int cls = class_of(m->kind[action]), size = cls == 4 ? 4 : (int)BITS(m->word[action]);
        int alike = fullest < size || top[cls] < m->after[action];
        int every = alike && (cls == 4 || no_gang);
        int left = (int)BITS(rest) | alike << 5 | every << 6 | one_combination(rest) << 7;
        Outline o = outline(m, rest, h, room, top, fullest);
        score[j] = score_of(m, state, action, left, &o);
    }
}

static void set_up(Game *g, const Start *start, const i16 *behind, const u64 *hands) {
    g->now = *start;
    g->behind = behind;
    for (int s = 0; s < start->seats; s++) g->hand[s] = hands[s];
}
static void remaining(const Mind *m, const Start *start, int *top) {
    u64 left = FULL_DECK;
    for (int s = 0; s < start->seats; s++) left = without(left, start->played[s]);
    for (int cls = 0; cls < 5; cls++) top[cls] = BEGIN[cls + 1] - 1;
    fall(m, left, top);
}

/* Plays every action in every world, and on to the end; `hands` gets what everybody is left with.
 * The action's rows come one after the other, as the worlds do. Returns how many moves were made. */
long play_out(const Mind *m, const Start *start, const i16 *behind, const u64 *worlds, int number,
              const i32 *actions, int times, u64 *hands, Room *room) {
    Game g;
    int top[5], seats = start->seats;
    long moves = 0;
    remaining(m, start, top);
    for (int world = 0; world < number; world++) {
        Held first[4];
        for (int s = 0; s < seats; s++) {
            first[s].at = room->at[s], first[s].word = room->word[s];
            find_held(m, worlds[world * 4 + s], &first[s]);
            g.held[s].at = room->at[4 + s], g.held[s].word = room->word[4 + s];
        }
        for (int which = 0; which < times; which++) {
            set_up(&g, start, behind, worlds + world * 4);
            for (int s = 0; s < seats; s++) {
                g.held[s].n = first[s].n;
                memcpy(g.held[s].at, first[s].at, (size_t)first[s].n * sizeof(i16));
                memcpy(g.held[s].word, first[s].word, (size_t)first[s].n * sizeof(u64));
                memcpy(g.top[s], top, sizeof top);
            }
            int over = act(m, &g, actions[which]);
            while (!over) {
                int n = legal(m, &g, room->legal), best = 0;
                if (n > 1) {
                    judge(m, &g, room, room->legal, n, room->score);
                    for (int j = 1; j < n; j++)
                        if (room->score[j] > room->score[best]) best = j;
                }
                over = act(m, &g, room->legal[best]);
                moves++;
            }
            memcpy(hands + ((size_t)which * number + world) * 4, g.hand, sizeof g.hand);
        }
    }
    return moves;
}

/* --- imagining hands --- */
FN u64 mixed(u64 x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
    return x ^ (x >> 31);
}
#define DRAWS 128 /* numbers kept apart for each world */
FN u64 draw(u64 seed, int world, int which) {
    return mixed(seed + ((u64)world * DRAWS + (u64)which + 1) * 0x9E3779B97F4A7C15ull) >> 32;
}


/* Where the copies of a face may lie: how many each way puts at each place. One copy: three ways; two: six. */
static const u8 ways[9][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {2, 0, 0}, {1, 1, 0}, {1, 0, 1},
                              {0, 2, 0}, {0, 1, 1}, {0, 0, 2}};

typedef struct {
    const i16 *known;  /* WIDTH numbers: what is known before a card is put anywhere */
    const i16 *put;    /* by turn and place a row of WIDTH: what a copy there adds */
    const i16 *twin;   /* … and what two copies at one place add besides */
    const i16 *way;    /* by turn and way a row of WIDTH */
    const i32 *bias;   /* by turn and way */
    const i32 *odds;   /* by how far a way lags behind the best */
    const i32 *order;  /* the face of each turn */
    const i32 *copies; /* how many copies are hidden, by turn */
    const i32 *column; /* the column of hands of each place, -1: nobody's */
    const i32 *needs;  /* how many hidden cards each place holds */
} Guess;

FN i32 judged(const i16 *bent, const i16 *row) {
    i32 sum = 0;
    for (int k = 0; k < WIDTH; k++) sum += (i32)bent[k] * row[k];
    return sum;
}
/* A way's odds before the best is known: in `score`, and how many ways the cards wanted allow. */
FN i32 chances(const u8 *way, const i32 *need) {
    i32 free = 1;
    for (int p = 0; p < 3; p++)
        free *= way[p] == 0 ? 1 : way[p] == 1 ? need[p] : need[p] * (need[p] - 1) / 2;
    return free;
}
/* Deals hidden cards face by face, by what is believed and by how many cards each place wants.
 * `hands`, `holders` columns a row, has what is known of them already. */
void imagine(u64 seed, int number, int holders, const Guess *g, u64 *hands) {
    for (int world = 0; world < number; world++) {
        i32 need[3], sum[WIDTH];
        i16 bent[WIDTH];
        u64 *hand = hands + (size_t)world * (size_t)holders;
        for (int p = 0; p < 3; p++) need[p] = g->needs[p];
        for (int k = 0; k < WIDTH; k++) sum[k] = g->known[k];
        for (int turn = 0; turn < 34; turn++) {
            int copies = g->copies[turn];
            if (!copies) continue;
            for (int k = 0; k < WIDTH; k++) {
                i32 x = sum[k] < 0 ? sum[k] * LEAK_PARTS >> 8 : sum[k];
                bent[k] = (i16)(x > REACH ? REACH : x < -REACH ? -REACH : x);
            }
            int from = copies == 1 ? 0 : 3, to = copies == 1 ? 3 : 9, chosen = from;
            i32 score[9], free[9], best = INT32_MIN;
            for (int w = from; w < to; w++) {
                free[w] = chances(ways[w], need);
                if (!free[w]) continue;
                const i16 *row = g->way + ((size_t)turn * 9 + (size_t)w) * WIDTH;
                score[w] = (judged(bent, row) + g->bias[turn * 9 + w]) >> COARSE;
                if (score[w] > best) best = score[w];
            }
            u64 total = 0, weight[9];
            for (int w = from; w < to; w++) {
                i32 lag = free[w] ? best - score[w] : 0;
                weight[w] = (u64)free[w] * (u64)g->odds[lag < SLIM ? lag : SLIM - 1];
                total += weight[w];
            }
            u64 at = draw(seed, world, turn) * total >> 32;
            while (at >= weight[chosen]) at -= weight[chosen++];
            u64 card = 1ull << g->order[turn];
            for (int p = 0; p < 3; p++) {
                int got = ways[chosen][p];
                if (!got) continue;
                need[p] -= got;
                const i16 *put = g->put + ((size_t)turn * 3 + (size_t)p) * WIDTH;
                const i16 *twin = g->twin + ((size_t)turn * 3 + (size_t)p) * WIDTH;
                for (int k = 0; k < WIDTH; k++) sum[k] += got == 1 ? put[k] : 2 * put[k] + twin[k];
                for (; got; got--) hand[g->column[p]] |= hand[g->column[p]] & card ? card << 34 : card;
            }
        }
    }
}
