/* One imagined round: cards, hands, what may be done and what comes of it, and the outlines of hands.
 * Everything is in whole numbers, so that every processor, and numpy, finds the same. */
#ifndef ROUND_H
#define ROUND_H
#include <stdint.h>
#include <stddef.h>
#if defined(__SSE2__)
#include <immintrin.h>
#elif defined(__ARM_FEATURE_DOTPROD)
#include <arm_neon.h>
#endif

typedef uint64_t u64;
typedef int32_t i32;
typedef int16_t i16;
typedef uint8_t u8;

#define FN static inline
#define ALWAYS static inline __attribute__((always_inline))
#define BITS(x) __builtin_popcountll(x)
#define copy __builtin_memcpy
#define fill __builtin_memset
#define LOWEST(x) __builtin_ctzll(x)

#define PASS COMBINATIONS
#define NONE 255
#define NOBODY (-1)
#define TURNS 13
#define LOSERS 8
#define FULL_DECK (~0ull)
#define TWINS ((1ull << 30) - 1)
#define RANKS 0111111111111ull /* the lowest bit of each rank, of the phoenixes and of the dragon */

/* A processor's register, of numbers of 16, 32 and 64 bits. */
#if defined(__AVX512BW__)
#define WIDE 64
#elif defined(__AVX2__)
#define WIDE 32
#else
#define WIDE 16
#endif
#define LANES (WIDE / 2) /* numbers of 16 bits */
#define WORDS (WIDE / 8)
typedef i16 Shorts __attribute__((vector_size(WIDE), may_alias));
typedef i32 Two __attribute__((may_alias));
typedef u64 Words __attribute__((vector_size(WIDE), may_alias));
typedef u64 Loose __attribute__((vector_size(WIDE), aligned(8), may_alias));
typedef i32 Longs __attribute__((vector_size(WIDE), may_alias));

/* Where the features of a position begin, as network.features has them. */
enum { AT_KIND = 384, AT_BY = 392, AT_PASSED = 395, AT_LEAD = 399, AT_COUNTS = 404, AT_STRONGEST = 797,
       AT_GANG_SIZE = POLICY_BITS - 4, AT_OUTLINE = POLICY_BITS };
enum { AT_TURNS = 64, AT_CONTROLS = 64 + TURNS, AT_LOSERS = 69 + TURNS, OUTLINE_BITS = 77 + TURNS };
enum { EYES = (POLICY_BITS + OUTLINE_BITS + 63) / 64, DIRECT = 3 }; /* words of bits */
/* Where the rows about an action begin: its cards come first. */
enum { ROW_REST = 64, ROW_CONTROLS = ROW_REST + OUTLINE_BITS, ROW_LEFT = ROW_CONTROLS + 32,
       ROW_LOOK = ROW_LEFT + 256 };
#define SHARP 10 /* bits after the point of the dense layers' weights; sums of bits have nine */

typedef struct {
    const u64 *word;       /* the catalogue: the cards of each combination */
    const u64 *need;       /* the cards that all combinations of a block share */
    const u64 *traits;     /* … and the traits */
    const u64 *heap;       /* the traits that all combinations of a heap of blocks share */
    const i16 *after;      /* the first of the class that is strictly stronger */
    const i16 *equal;      /* the first of the class that is as strong */
    const u8 *kind;
    const u8 *level;
    const u8 *strength;    /* the bit of an outline */
    const i16 *look;       /* the row of an action; of five cards, beside its cards */
    const i16 *trunk;      /* a row of TRUNK for each bit of a position */
    const i16 *declined;   /* rows of TRUNK: from this level on, by place 1-3, class and level */
    const i16 *direct;     /* a row of JOINT for each bit of hand, unseen cards and table */
    const i16 *actions;    /* rows of JOINT: cards, outlines, controls, what is left, looks */
    const i16 *state;      /* the layers: by two numbers that go in, each number that comes out */
    const i32 *state_b;
    const i16 *first;
    const i32 *first_b;
    const i16 *second;
    const i32 *second_b;
    const i16 *advantage;
} Mind;

typedef struct { /* a play of the round */
    i16 play;
    u8 seat, led, passed; /* passed: who passed on it, bits by seat */
    u8 counts[4];         /* the cards that everybody held after it */
} Event;

typedef struct {
    i32 seats, direction, duty, gang_must_block, passed_may_return;
    i32 turn, table, by, passed, called, barred; /* table, by: -1 for none; the rest bits by seat */
    u64 played[4];
    u8 declined[4][4];
    i32 events; /* how many plays there were; the last of them stand at their number modulo EVENTS */
    Event event[EVENTS];
} Start;

#define MOST (COMBINATIONS + 8)
typedef struct { /* the combinations in a hand */
    u64 hand;
    int begin[6]; /* where those of each class begin */
    i16 *at;
    u64 *word; /* up to a whole register, filled up with what nobody holds */
} Held;

typedef struct { /* what a seat has seen, and its sums: only what changes is added or taken away */
    i16 trunk[TRUNK] __attribute__((aligned(64)));
    i16 direct[JOINT];
    u64 bits[EYES];
    i16 fallen[12]; /* rows of what the others have declined */
    int top[5];     /* the strongest unseen combinations: they only fall */
} Sight;

typedef struct {
    Start now;
    u64 hand[4];
    Held held[4];
    Sight sight[4];
} Game;

typedef struct { /* what outlines ask of every combination in the hand of the player to move */
    u64 bit[MOST] __attribute__((aligned(64))), sure[MOST];
    u64 counts[MOST], last[MOST]; /* of those of five cards: ranks, and which come first */
} Asked;

#define AT_ONCE 4 /* rounds whose choices the reflex makes together */

static const int BEGIN[6] = {0, PAIRS, TRIPLES, FIVES, GANGS, COMBINATIONS};
static const int SIZE[5] = {1, 2, 3, 5, 4}; /* the cards that somebody needs to beat one of the class */
static const int BEFORE[5] = {0, LEVELS_SINGLE, LEVELS_SINGLE + LEVELS_PAIR,
                              LEVELS_SINGLE + LEVELS_PAIR + LEVELS_TRIPLE,
                              LEVELS_SINGLE + LEVELS_PAIR + LEVELS_TRIPLE + LEVELS_FIVE};

/* --- cards, as rules.cards has them --- */
FN u64 canonical(u64 raw) {
    u64 lone = (raw >> 34) & ~raw;
    return (raw | lone) & ~(lone << 34);
}
FN u64 without(u64 word, u64 cards) { return canonical(word & ~cards); }
FN u64 together(u64 a, u64 b) { return a | b | ((a & b & TWINS) << 34); }
FN int class_of(int kind) { return kind <= 3 ? kind - 1 : kind < 8 ? 3 : 4; }
FN u64 counted(u64 cards) { /* three bits of number cards in, three bits of number out */
    return cards - (cards >> 1 & 03333333333ull) - (cards >> 2 & 01111111111ull);
}
FN u64 counts_of(u64 cards) { /* how many of each rank, phoenixes and dragons: three bits each */
    u64 found = counted(cards & TWINS) + counted(cards >> 34) + (cards >> 30 & 1);
    return found + (((cards >> 31 & 1) + (cards >> 32 & 1)) << 30) + (cards & 1ull << 33);
}
ALWAYS Words different(Words counts) { /* how many ranks there are */
    Words any = (counts | counts >> 1 | counts >> 2) & RANKS;
    any += any >> 18, any = (any & 0777777) + (any >> 9 & 0777); /* of at most two; of at most four */
    return (any & 7) + (any >> 3 & 7) + (any >> 6 & 7);
}
/* What some cards must have for a combination beside its cards: so many of a rank, of a colour. */
FN u64 traits_of(u64 cards) {
    u64 counts = counts_of(cards), one = counts & RANKS, two = counts >> 1 & RANKS, four = counts >> 2 & RANKS;
    u64 found = one | two | four | (two | four) << 1 | ((one & two) | four) << 2;
    for (int c = 0; c < 3; c++) {
        u64 colour = 01111111111ull << c;
        u64 n = (u64)BITS(cards & (colour | colour << 34)) + (cards >> 30 & 1);
        found |= (u64)(n >= 5) << (36 + c);
    }
    return found;
}

/* --- seats --- */
FN int seat_after(const Start *s, int me, int turn) {
    int seat = me + s->direction * turn;
    return seat < 0 ? seat + s->seats : seat >= s->seats ? seat - s->seats : seat;
}
FN int next_seat(const Start *s, int seat, int out) { /* who is not out; the same if all others are */
    for (int step = 1; step < s->seats; step++) {
        int one = seat_after(s, seat, step);
        if (!(out >> one & 1)) return one;
    }
    return seat;
}
FN int place_of(const Start *s, int turn) { return s->seats == 3 && turn == 2 ? 3 : turn; }

/* --- combinations in hands --- */
/* Which of eight combinations some cards have: a bit each. */
ALWAYS unsigned eight_held(const u64 *word, u64 cards) {
#if defined(__AVX512F__)
    return _mm512_testn_epi64_mask(_mm512_loadu_si512(word), _mm512_set1_epi64((long long)~cards));
#elif defined(__AVX2__)
    __m256i missing = _mm256_set1_epi64x((long long)~cards), none = _mm256_setzero_si256();
    __m256i low = _mm256_and_si256(_mm256_loadu_si256((const __m256i *)word), missing);
    __m256i high = _mm256_and_si256(_mm256_loadu_si256((const __m256i *)(word + 4)), missing);
    int first = _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(low, none)));
    int then = _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(high, none)));
    return (unsigned)(first | then << 4);
#else
    unsigned found = 0;
    for (int i = 0; i < 8; i++) found |= (unsigned)!(word[i] & ~cards) << i;
    return found;
#endif
}
/* Which combinations of a block. */
ALWAYS unsigned block_held(const Mind *m, int block, u64 cards) {
    const u64 *word = m->word + block * BLOCK;
    return eight_held(word, cards) | eight_held(word + 8, cards) << 8 | eight_held(word + 16, cards) << 16 |
           eight_held(word + 24, cards) << 24;
}
FN void fill_up(Held *h) {
    for (int j = 0; j < WORDS; j++) h->word[h->begin[5] + j] = FULL_DECK;
}
static void find_held(const Mind *m, u64 hand, Held *h) {
    int n = 0, cls = 0;
    u64 traits = traits_of(hand);
    for (int heap = 0; heap < COMBINATIONS / BLOCK; heap += HEAP) {
        if (m->heap[heap / HEAP] & ~traits) continue;
        unsigned blocks = eight_held(m->traits + heap, traits) & eight_held(m->need + heap, hand);
        for (; blocks; blocks &= blocks - 1) {
            int block = heap + __builtin_ctz(blocks);
            for (unsigned held = block_held(m, block, hand); held; held &= held - 1) {
                int at = block * BLOCK + __builtin_ctz(held);
                h->at[n] = (i16)at, h->word[n++] = m->word[at];
            }
        }
    }
    h->hand = hand;
    for (int j = 0; j < n; j++)
        while (h->at[j] >= BEGIN[cls]) h->begin[cls++] = j;
    while (cls < 6) h->begin[cls++] = n;
    fill_up(h);
}
FN void keep_held(u64 hand, Held *h, i16 *at, u64 *word) { /* those that a smaller hand still has */
    int n = 0, j = 0;
    for (int cls = 0; cls < 5; cls++) {
        int end = h->begin[cls + 1];
        h->begin[cls] = n;
        for (; j < end; j++) {
            u64 one = h->word[j];
            at[n] = h->at[j], word[n] = one;
            n += !(one & ~hand);
        }
    }
    h->begin[5] = n;
    h->hand = hand, h->at = at, h->word = word;
    fill_up(h);
}
/* The strongest combination from `i` down to `begin` that some cards have; below `begin`: none. */
static int strongest(const Mind *m, u64 cards, u64 traits, int i, int begin) {
    while (i >= begin) {
        int block = i / BLOCK;
        if (i % (HEAP * BLOCK) == HEAP * BLOCK - 1 && (m->heap[block / HEAP] & ~traits)) {
            i -= HEAP * BLOCK;
            continue;
        }
        int can = !(m->need[block] & ~cards) && !(m->traits[block] & ~traits);
        unsigned held = can ? block_held(m, block, cards) & ((2u << i % BLOCK) - 1) : 0;
        if (held) {
            i = block * BLOCK + 31 - __builtin_clz(held);
            break;
        }
        i = block * BLOCK - 1;
    }
    return i < begin ? begin - 1 : i;
}
static void fall(const Mind *m, u64 unseen, int *top) { /* each class's strongest, from where it was */
    u64 traits = 0;
    for (int cls = 0; cls < 5; cls++) {
        if (top[cls] < BEGIN[cls] || !(m->word[top[cls]] & ~unseen)) continue;
        if (!traits) traits = traits_of(unseen);
        top[cls] = strongest(m, unseen, traits, top[cls] - 1, BEGIN[cls]);
    }
}

/* All that the player to move may do, in the catalogue's order, a pass last (R4.4, R5.4). */
static int legal(const Mind *m, const Game *g, i16 *list) {
    const Start *s = &g->now;
    const Held *h = &g->held[s->turn];
    int n = 0, table = s->table, may_pass = table >= 0, from = 0, to = h->begin[5];
    if (may_pass) {
        int cls = class_of(m->kind[table]), low = m->after[table];
        for (from = to = h->begin[cls + 1]; from > h->begin[cls] && h->at[from - 1] >= low;) from--;
    }
    for (int j = from; j < to; j++) list[n++] = h->at[j];
    if (may_pass && table < GANGS)
        for (int j = h->begin[4]; j < h->begin[5]; j++) list[n++] = h->at[j];
    if (s->duty && s->called && table < PAIRS) {
        int next = next_seat(s, s->turn, s->barred);
        if (next != s->turn && (s->called >> next & 1)) {
            int top = h->begin[1] ? h->at[h->begin[1] - 1] : -1, kept = 0;
            int several = 0, some_gang = 0, highest = 0;
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
        if (s->events) s->event[(s->events - 1) % EVENTS].passed |= (u8)(1 << me);
    } else {
        u64 cards = m->word[action];
        Event *event = &s->event[s->events++ % EVENTS];
        g->hand[me] = without(g->hand[me], cards);
        *event = (Event){.play = (i16)action, .seat = (u8)me, .led = s->table < 0};
        for (int seat = 0; seat < s->seats; seat++) event->counts[seat] = (u8)BITS(g->hand[seat]);
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
typedef struct {
    u64 can;
    int turns, controls, losers, whole; /* whole: the cards are one combination */
} Outline;

typedef struct { /* what the player to move may still be beaten by */
    int fullest;  /* the most cards that another one holds */
    int gangs;    /* whether somebody may hold a gang */
    int sure[5];  /* from this combination on nobody can beat one of its class */
    u64 below[4]; /* the ranks that somebody may beat: alone, as pairs, as triples, as gangs */
} Threat;

static Threat threat_of(const Mind *m, const Game *g, const int *top) {
    const Start *s = &g->now;
    Threat t = {0};
    for (int seat = 0; seat < s->seats; seat++) {
        int count = (int)BITS(g->hand[seat]);
        if (seat != s->turn && count > t.fullest) t.fullest = count;
    }
    for (int cls = 0; cls < 5; cls++) {
        int some = t.fullest >= SIZE[cls] && top[cls] >= BEGIN[cls];
        t.sure[cls] = some ? m->equal[top[cls]] : BEGIN[cls];
        if (cls != 3) t.below[cls - cls / 4] = some ? RANKS & ((8ull << 3 * m->level[top[cls]]) - 1) : 0;
    }
    t.gangs = t.fullest >= 4 && top[4] >= GANGS;
    return t;
}
static void prepare(const Mind *m, const Held *h, const Threat *t, Asked *asked) {
    for (int j = 0; j < h->begin[5]; j++) asked->bit[j] = 1ull << m->strength[h->at[j]];
    for (int cls = 0; cls < 5; cls++)
        for (int j = h->begin[cls]; j < h->begin[cls + 1]; j++)
            asked->sure[j] = (u64)(h->at[j] >= t->sure[cls]) << cls;
    for (int j = h->begin[3]; j < h->begin[4]; j++) {
        asked->counts[j] = counts_of(h->word[j]);
        asked->last[j] = (u64)(h->at[j] < t->sure[3]) << 15 | (u64)h->at[j];
    }
    for (int j = h->begin[4]; j < h->begin[4] + WORDS; j++) asked->last[j] = ~0ull;
}
FN int beatable_groups(u64 counts, const Threat *t) {
    u64 one = counts & RANKS, two = counts >> 1 & RANKS, four = counts >> 2 & RANKS, few = ~four;
    return (int)(BITS(one & ~two & few & t->below[0]) + BITS(two & ~one & few & t->below[1]) +
                 BITS(one & two & few & t->below[2]) + BITS(four & t->below[3]));
}
FN u64 any_of(Words some) {
    u64 found = 0;
    for (int i = 0; i < WORDS; i++) found |= some[i];
    return found;
}
/* Of the plays of five cards that some cards have: how many ranks the one that leaves the fewest
 * leaves, whether somebody may beat it, which it is; those that nobody can beat first, then the
 * weakest. */
FN u64 best_five(const Held *h, const Asked *asked, u64 cards, u64 counts) {
    Words best = (Words){0} + ~0ull;
    for (int j = h->begin[3]; j < h->begin[4]; j += WORDS) {
        Words word = *(const Loose *)(h->word + j), last = *(const Loose *)(asked->last + j);
        Words key = different(counts - *(const Loose *)(asked->counts + j)) << 16 | last;
        key |= (Words)((word & ~cards) != 0);
        Words less = (Words)(key < best);
        best = (key & less) | (best & ~less);
    }
    u64 found = ~0ull;
    for (int i = 0; i < WORDS; i++) found = best[i] < found ? best[i] : found;
    return found;
}
static Outline outline(const Mind *m, u64 cards, const Held *h, const Asked *asked, const Threat *t) {
    Outline found = {0, 0, 0, 0, 0};
    Words can = {0}, sure = {0}, whole = {0};
    for (int j = 0; j < h->begin[5]; j += WORDS) {
        Words word = *(const Words *)(h->word + j), inside = (Words)((word & ~cards) == 0);
        can |= *(const Words *)(asked->bit + j) & inside;
        sure |= *(const Words *)(asked->sure + j) & inside;
        whole |= (Words)(word == cards);
    }
    found.can = any_of(can), found.controls = (int)any_of(sure), found.whole = any_of(whole) & 1;
    u64 counts = counts_of(cards), now = (u64)BITS((counts | counts >> 1 | counts >> 2) & RANKS);
    for (int round = 0; round < 3 && h->begin[3] < h->begin[4] && BITS(cards) >= 5; round++) {
        u64 best = best_five(h, asked, cards, counts);
        if (best == ~0ull || (best >> 16) + 2 > now) break;
        u64 laid = m->word[best & 0x7FFF];
        cards = without(cards, laid), counts -= counts_of(laid), now = best >> 16;
        found.turns++;
        found.losers += (int)(best >> 15 & 1);
    }
    found.turns += (int)now;
    found.losers += beatable_groups(counts, t);
    if (found.turns >= TURNS) found.turns = TURNS - 1;
    if (found.losers >= LOSERS) found.losers = LOSERS - 1;
    return found;
}

typedef struct { /* one world */
    Game first, game; /* where its rounds begin, and one of them */
    int world, which, over, n, best;
    i32 score;
    i32 scores[MOST]; /* of all that the player to move may do */
    Asked asked;
    Threat threat; /* what the player to move is threatened by, and its own outline */
    Outline own;
    u64 word[8][MOST] __attribute__((aligned(64)));
    i16 at[8][MOST], legal[MOST];
} Slot;

#endif
