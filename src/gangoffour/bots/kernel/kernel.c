/* Imagined rounds: legal plays, what the player to move sees, the reflex's choice, and so on to the
 * round's end. Everything is in whole numbers, so that every processor, and numpy, finds the same.
 *
 * Four worlds are played at a time: each is played on until somebody has a choice, then the four
 * choices are made together, so that a weight is fetched once for all of them. What a seat has made
 * of the position is kept, and only what has changed since is added or taken away.
 *
 * Freestanding: no library, but a compiler may call memcpy and memset. Places in the catalogue, widths
 * of the features and of the layers are defined by whoever compiles this (library.py). All memory is
 * the caller's.
 */
#include <stdint.h>
#include <stddef.h>
#if defined(__SSE2__)
#include <immintrin.h>
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

typedef struct {
    i32 seats, direction, duty, gang_must_block, passed_may_return;
    i32 turn, table, by, passed, called, barred; /* table, by: -1 for none; the rest bits by seat */
    u64 played[4];
    u8 declined[4][4];
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

typedef struct { /* one world */
    Game first, game; /* where its rounds begin, and one of them */
    int world, which, over, n, best;
    i32 score;
    i32 scores[MOST]; /* of all that the player to move may do */
    Asked asked;
    u64 word[8][MOST] __attribute__((aligned(64)));
    i16 at[8][MOST], legal[MOST];
} Slot;

#define AT_ONCE 4
typedef struct {
    Slot slot[AT_ONCE];
} Room;

static const int BEGIN[6] = {0, PAIRS, TRIPLES, FIVES, GANGS, COMBINATIONS};
static const int SIZE[5] = {1, 2, 3, 5, 4}; /* the cards that somebody needs to beat one of the class */
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
#if defined(__AVX2__)
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
ALWAYS unsigned block_held(const Mind *m, int block, u64 cards, u64 traits) {
    const u64 *word = m->word + block * BLOCK;
    if ((m->need[block] & ~cards) || (m->traits[block] & ~traits)) return 0;
    return eight_held(word, cards) | eight_held(word + 8, cards) << 8 | eight_held(word + 16, cards) << 16 |
           eight_held(word + 24, cards) << 24;
}
FN void fill_up(Held *h) {
    for (int j = 0; j < WORDS; j++) h->word[h->begin[5] + j] = FULL_DECK;
}
static void find_held(const Mind *m, u64 hand, Held *h) {
    int n = 0, cls = 0;
    u64 traits = traits_of(hand);
    for (int b = 0; b < COMBINATIONS / BLOCK; b++) {
        if (b % HEAP == 0 && (m->heap[b / HEAP] & ~traits)) {
            b += HEAP - 1;
            continue;
        }
        for (unsigned held = block_held(m, b, hand, traits); held; held &= held - 1) {
            int at = b * BLOCK + __builtin_ctz(held);
            h->at[n] = (i16)at, h->word[n++] = m->word[at];
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
        unsigned held = block_held(m, block, cards, traits) & ((2u << i % BLOCK) - 1);
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

/* --- the reflex's sums and products --- */
/* Adds to each sum a weight of both kinds times a number of both kinds, which `two` has side by side. */
ALWAYS Longs products(Longs sum, Shorts weights, i32 two) {
#if defined(__AVX512VNNI__) && WIDE == 64
    return (Longs)_mm512_dpwssd_epi32((__m512i)sum, (__m512i)weights, _mm512_set1_epi32(two));
#elif WIDE == 64
    return sum + (Longs)_mm512_madd_epi16((__m512i)weights, _mm512_set1_epi32(two));
#elif WIDE == 32
    return sum + (Longs)_mm256_madd_epi16((__m256i)weights, _mm256_set1_epi32(two));
#elif defined(__SSE2__)
    return sum + (Longs)_mm_madd_epi16((__m128i)weights, _mm_set1_epi32(two));
#else
    Longs low = ((Longs)weights << 16) >> 16, high = (Longs)weights >> 16;
    return sum + low * (i32)(i16)two + high * (two >> 16);
#endif
}
/* Some rows times a layer's weights, and its biases. */
ALWAYS void layer(const i16 *in, int height, const i16 *weights, const i32 *bias, i32 *out, int width) {
    for (int at = 0; at < width; at += LANES) {
        Longs sum[AT_ONCE][2];
        for (int row = 0; row < AT_ONCE; row++)
            sum[row][0] = *(const Longs *)(bias + at), sum[row][1] = *(const Longs *)(bias + at + LANES / 2);
        for (int i = 0; i < height; i += 2) {
            const Shorts *w = (const Shorts *)(weights + i * width + 2 * at);
            Shorts a = w[0], b = w[1];
            for (int row = 0; row < AT_ONCE; row++) {
                i32 two = *(const Two *)(in + row * height + i);
                sum[row][0] = products(sum[row][0], a, two);
                sum[row][1] = products(sum[row][1], b, two);
            }
        }
        for (int row = 0; row < AT_ONCE; row++) {
            *(Longs *)(out + row * width + at) = sum[row][0];
            *(Longs *)(out + row * width + at + LANES / 2) = sum[row][1];
        }
    }
}
/* Adds some rows of a table to others and takes some away. What is on the way may wrap around, as
 * only the sum has to fit. */
ALWAYS void change(const i16 *from, i16 *sum, int width, const i16 *table, const i16 *more, int n,
                   const i16 *less, int k) {
    int step = width < 8 * LANES ? width : 8 * LANES, parts = step / LANES;
    for (int c = 0; c < width; c += step) {
        Shorts *to = (Shorts *)(sum + c), part[8];
        for (int p = 0; p < parts; p++) part[p] = ((const Shorts *)(from + c))[p];
        for (int j = 0; j < n; j++) {
            const Shorts *row = (const Shorts *)(table + (size_t)more[j] * (size_t)width + c);
            for (int p = 0; p < parts; p++) part[p] += row[p];
        }
        for (int j = 0; j < k; j++) {
            const Shorts *row = (const Shorts *)(table + (size_t)less[j] * (size_t)width + c);
            for (int p = 0; p < parts; p++) part[p] -= row[p];
        }
        for (int p = 0; p < parts; p++) to[p] = part[p];
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
FN i16 bent(i16 x) {
    i16 part = (i16)(((i32)x * (LEAK_PARTS << 8)) >> 16);
    return x > part ? x : part;
}

/* --- what is seen and chosen --- */
FN void set(u64 *bits, int at) { bits[at >> 6] |= 1ull << (at & 63); }

/* Brings what the player to move has seen up to date. */
static void see(const Mind *m, const Game *g, u64 unseen, const Outline *own, Sight *sight) {
    const Start *s = &g->now;
    int me = s->turn, n = 0, k = 0, direct_n = 0, direct_k = 0;
    u64 bits[EYES] = {g->hand[me], unseen};
    i16 more[64 * EYES + 1], less[64 * EYES + 1], fallen[12];
    if (s->table >= 0) bits[2] = m->word[s->table];
    set(bits, s->table >= 0 ? AT_KIND + m->kind[s->table] - 1 : AT_LEAD);
    fill(fallen, -1, sizeof fallen);
    for (int turn = 0; turn < s->seats; turn++) {
        int seat = seat_after(s, me, turn), place = place_of(s, turn);
        set(bits, AT_COUNTS + 18 * place + (int)BITS(g->hand[seat]));
        if (!turn) continue;
        bits[2 + place] = s->played[seat];
        if (s->passed >> seat & 1) set(bits, AT_PASSED + place - 1);
        if (s->table >= 0 && s->by == seat) set(bits, AT_BY + place - 1);
        for (int cls = 0; cls < 4; cls++) {
            int from = s->declined[seat][cls];
            if (from != NONE) fallen[4 * place - 4 + cls] = (i16)((place - 1) * BEFORE[4] + BEFORE[cls] + from);
        }
    }
    const int *top = sight->top;
    for (int cls = 0; cls < 5; cls++)
        if (top[cls] >= BEGIN[cls]) set(bits, AT_STRONGEST + BEFORE[cls] + m->level[top[cls]]);
    if (top[4] >= GANGS) set(bits, AT_GANG_SIZE + (int)BITS(m->word[top[4]]) - 4);
    bits[AT_OUTLINE / 64] |= own->can << AT_OUTLINE % 64;
    bits[AT_OUTLINE / 64 + 1] |= own->can >> (64 - AT_OUTLINE % 64);
    set(bits, AT_OUTLINE + AT_TURNS + own->turns);
    set(bits, AT_OUTLINE + AT_LOSERS + own->losers);
    for (int cls = 0; cls < 5; cls++)
        if (own->controls >> cls & 1) set(bits, AT_OUTLINE + AT_CONTROLS + cls);
    for (int w = 0; w < EYES; w++) {
        u64 changed = bits[w] ^ sight->bits[w];
        if (w == DIRECT) direct_n = n, direct_k = k;
        if (!changed) continue;
        for (u64 left = changed; left; left &= left - 1) {
            int at = LOWEST(left), is = bits[w] >> at & 1;
            more[n] = less[k] = (i16)(64 * w + at);
            n += is, k += !is;
        }
        sight->bits[w] = bits[w];
    }
    change(sight->trunk, sight->trunk, TRUNK, m->trunk, more, n, less, k);
    change(sight->direct, sight->direct, JOINT, m->direct, more, direct_n, less, direct_k);
    n = k = 0;
    for (int j = 0; j < 12; j++) {
        if (fallen[j] == sight->fallen[j]) continue;
        if (fallen[j] >= 0) more[n++] = fallen[j];
        if (sight->fallen[j] >= 0) less[k++] = sight->fallen[j];
        sight->fallen[j] = fallen[j];
    }
    if (n + k) change(sight->trunk, sight->trunk, TRUNK, m->declined, more, n, less, k);
}

/* What the player to move is threatened by, with its combinations prepared for outlines, and its own
 * outline; what it has seen is brought up to date. */
static Outline look(const Mind *m, Game *g, Asked *asked, Threat *threat) {
    const Start *s = &g->now;
    Sight *sight = &g->sight[s->turn];
    u64 hand = g->hand[s->turn], unseen = FULL_DECK;
    for (int seat = 0; seat < s->seats; seat++) unseen = without(unseen, s->played[seat]);
    unseen = without(unseen, hand);
    fall(m, unseen, sight->top);
    *threat = threat_of(m, g, sight->top);
    prepare(m, &g->held[s->turn], threat, asked);
    Outline own = outline(m, hand, &g->held[s->turn], asked, threat);
    see(m, g, unseen, &own, sight);
    return own;
}

typedef struct { /* actions to be weighed together */
    i16 joint[AT_ONCE * JOINT] __attribute__((aligned(64)));
    Slot *slot[AT_ONCE];
    int which[AT_ONCE], n;
} Scale;

static void weigh(const Mind *m, Scale *scale) {
    i16 joint[AT_ONCE * JOINT] __attribute__((aligned(64)));
    i16 hidden[AT_ONCE * HIDDEN] __attribute__((aligned(64)));
    i32 sums[AT_ONCE * HIDDEN] __attribute__((aligned(64)));
    for (int j = 0; j < AT_ONCE * JOINT; j++) joint[j] = bent(scale->joint[j]);
    layer(joint, JOINT, m->first, m->first_b, sums, HIDDEN);
    for (int j = 0; j < AT_ONCE * HIDDEN; j++) hidden[j] = (i16)bend(sums[j] >> SHARP);
    layer(hidden, HIDDEN, m->second, m->second_b, sums, HIDDEN);
    for (int row = 0; row < scale->n; row++) {
        Slot *slot = scale->slot[row];
        i32 found = 0;
        for (int j = 0; j < HIDDEN; j++)
            found += (hidden[row * HIDDEN + j] + bend(sums[row * HIDDEN + j] >> SHARP)) * m->advantage[j];
        slot->scores[scale->which[row]] = found;
        if (slot->best < 0 || found > slot->score) slot->best = scale->which[row], slot->score = found;
    }
    scale->n = 0;
}

/* Weighs all that the player to move may do; `state` is what it makes of the position. */
static void weigh_all(const Mind *m, Slot *slot, const Threat *t, const Outline *own, i16 *state,
                      Scale *scale) {
    const Game *g = &slot->game;
    const Held *h = &g->held[g->now.turn];
    u64 hand = h->hand;
    i16 more[96], less[64];
    int n = list_bits(own->can, ROW_REST, more, 0);
    change(state, state, JOINT, m->actions, more, n, less, 0);
    slot->best = -1;
    for (int j = 0; j < slot->n; j++) {
        int action = slot->legal[j], left = (int)BITS(hand), k = 0;
        Outline o = *own;
        n = 0;
        if (action != PASS) {
            u64 cards = m->word[action], rest = without(hand, cards);
            int cls = class_of(m->kind[action]), alike = action >= t->sure[cls];
            o = outline(m, rest, h, &slot->asked, t);
            left = (int)BITS(rest) | alike << 5 | (alike && (cls == 4 || !t->gangs)) << 6 | o.whole << 7;
            if (cls == 3) n = list_bits(cards, 0, more, n);
            k = list_bits(own->can & ~o.can, ROW_REST, less, k);
        }
        more[n++] = (i16)(ROW_LOOK + m->look[action]);
        more[n++] = (i16)(ROW_LEFT + left);
        more[n++] = (i16)(ROW_REST + AT_TURNS + o.turns);
        more[n++] = (i16)(ROW_REST + AT_LOSERS + o.losers);
        more[n++] = (i16)(ROW_CONTROLS + o.controls);
        change(state, scale->joint + scale->n * JOINT, JOINT, m->actions, more, n, less, k);
        scale->slot[scale->n] = slot, scale->which[scale->n++] = j;
        if (scale->n == AT_ONCE) weigh(m, scale);
    }
}

/* The choices of some slots, in `best`. */
static void choose(const Mind *m, Slot **slots, int number) {
    i16 trunk[AT_ONCE * TRUNK] __attribute__((aligned(64))), state[JOINT] __attribute__((aligned(64)));
    i32 sums[AT_ONCE * JOINT] __attribute__((aligned(64)));
    Threat threat[AT_ONCE];
    Outline own[AT_ONCE];
    Scale scale = {.n = 0};
    for (int row = 0; row < number; row++) {
        Game *g = &slots[row]->game;
        own[row] = look(m, g, &slots[row]->asked, &threat[row]);
        for (int j = 0; j < TRUNK; j++) trunk[row * TRUNK + j] = bent(g->sight[g->now.turn].trunk[j]);
    }
    for (int row = number; row < AT_ONCE; row++) fill(trunk + row * TRUNK, 0, TRUNK * sizeof *trunk);
    layer(trunk, TRUNK, m->state, m->state_b, sums, JOINT);
    for (int row = 0; row < number; row++) {
        const Game *g = &slots[row]->game;
        const Sight *sight = &g->sight[g->now.turn];
        for (int j = 0; j < JOINT; j++)
            state[j] = (i16)(sight->direct[j] + (i16)(sums[row * JOINT + j] >> SHARP));
        weigh_all(m, slots[row], &threat[row], &own[row], state, &scale);
    }
    if (scale.n) weigh(m, &scale);
}

/* --- rounds --- */
typedef struct {
    const Mind *mind;
    const Start *start;
    const u64 *worlds;
    const i32 *actions;
    u64 *hands;
    Room *room;
    int number, times, next, top[5];
    long moves;
} Run;

static void nothing_seen(Run *run, const i16 *behind) {
    for (int j = 0; j < AT_ONCE; j++)
        for (int s = 0; s < run->start->seats; s++) {
            Slot *slot = &run->room->slot[j];
            Sight *sight = &slot->first.sight[s];
            fill(sight, 0, sizeof *sight);
            fill(sight->fallen, -1, sizeof sight->fallen);
            copy(sight->trunk, behind + (size_t)s * TRUNK, sizeof sight->trunk);
            Held *h = &slot->first.held[s];
            h->hand = 0, h->at = slot->at[s], h->word = slot->word[s];
        }
}
/* Sets a slot up with the next world, as everybody sees it; 0 if there is none. */
static int next_world(Run *run, Slot *slot) {
    Game *g = &slot->first;
    if (run->next == run->number) return 0;
    slot->world = run->next++, slot->which = 0;
    g->now = *run->start;
    copy(g->hand, run->worlds + 4 * (size_t)slot->world, sizeof g->hand);
    for (int s = 0; s < g->now.seats; s++) {
        Threat threat;
        if (g->held[s].hand != g->hand[s]) find_held(run->mind, g->hand[s], &g->held[s]);
        copy(g->sight[s].top, run->top, sizeof run->top);
        g->now.turn = s;
        look(run->mind, g, &slot->asked, &threat);
    }
    g->now.turn = run->start->turn;
    return 1;
}
/* The player to move in a slot plays or passes. */
static void move(Run *run, Slot *slot, int action) {
    Game *g = &slot->game;
    int me = g->now.turn;
    slot->over = act(run->mind, g, action);
    if (g->hand[me] != g->held[me].hand)
        keep_held(g->hand[me], &g->held[me], slot->at[4 + me], slot->word[4 + me]);
}
/* Plays on in a slot, in one round after another, until there is a choice; 0 if there is none. */
static int to_a_choice(Run *run, Slot *slot) {
    for (;;) {
        if (slot->world < 0) return 0;
        if (slot->over) {
            if (slot->which >= 0) {
                size_t row = (size_t)slot->which * (size_t)run->number + (size_t)slot->world;
                copy(run->hands + row * 4, slot->game.hand, sizeof slot->game.hand);
            }
            if (++slot->which == run->times || slot->which == 0)
                if (!next_world(run, slot)) return slot->world = -1, 0;
            slot->game = slot->first;
            move(run, slot, run->actions[slot->which]);
            continue;
        }
        slot->n = legal(run->mind, &slot->game, slot->legal);
        if (slot->n > 1) return 1;
        move(run, slot, slot->legal[0]);
        run->moves++;
    }
}

/* Plays every action in every world, and on to the end; `hands` gets what everybody is left with.
 * The action's rows come one after the other, as the worlds do. Returns how many moves were made. */
long play_out(const Mind *m, const Start *start, const i16 *behind, const u64 *worlds, int number,
              const i32 *actions, int times, u64 *hands, Room *room) {
    Run run = {m, start, worlds, actions, hands, room, number, times, 0, {0}, 0};
    u64 left = FULL_DECK;
    for (int s = 0; s < start->seats; s++) left = without(left, start->played[s]);
    for (int cls = 0; cls < 5; cls++) run.top[cls] = BEGIN[cls + 1] - 1;
    fall(m, left, run.top);
    nothing_seen(&run, behind);
    for (int j = 0; j < AT_ONCE; j++) room->slot[j].world = 0, room->slot[j].which = -1, room->slot[j].over = 1;
    for (;;) {
        Slot *asked[AT_ONCE];
        int n = 0;
        for (int j = 0; j < AT_ONCE; j++)
            if (to_a_choice(&run, &room->slot[j])) asked[n++] = &room->slot[j];
        if (!n) return run.moves;
        choose(m, asked, n);
        for (int j = 0; j < n; j++) move(&run, asked[j], asked[j]->legal[asked[j]->best]), run.moves++;
    }
}

/* --- looking back --- */
#define CERTAIN (1 << 20)
typedef struct {
    i32 seat, action, look; /* look: whether it is asked how likely the move was */
    i32 called, barred;     /* who has called and who is barred after it, bits by seat */
} Past;

/* How likely the reflex makes a move where it has weighed all, in parts of CERTAIN. */
static i32 share_of(const Slot *slot, int action, const i32 *odds) {
    u64 whole = 0, made = 0;
    for (int j = 0; j < slot->n; j++) {
        i32 lag = (slot->score - slot->scores[j]) >> (SHARP + 9 - FINE);
        u64 one = (u64)odds[lag < SLIM ? lag : SLIM - 1];
        whole += one;
        if (slot->legal[j] == action) made = one;
    }
    return (i32)(made * CERTAIN / whole);
}
/* One move of the past in some slots, and how likely it was in each if that is asked. */
static void retrace(Run *run, const Past *past, const i32 *odds, Slot *slots, int some, i32 *likely) {
    Slot *asked[AT_ONCE];
    int n = 0;
    for (int j = 0; j < some && past->look; j++) {
        Slot *slot = &slots[j];
        slot->game.now.turn = past->seat;
        slot->n = legal(run->mind, &slot->game, slot->legal);
        if (slot->n > 1) asked[n++] = slot;
    }
    if (n) choose(run->mind, asked, n);
    for (int j = 0; j < some; j++) {
        Slot *slot = &slots[j];
        if (past->look) likely[j] = slot->n > 1 ? share_of(slot, past->action, odds) : CERTAIN;
        slot->game.now.turn = past->seat;
        move(run, slot, past->action);
        slot->game.now.called = past->called, slot->game.now.barred = past->barred;
    }
}
/* Goes through a round from its beginning in every world. `shares` gets a row for each world: how
 * likely each move was that is asked for. */
void look_back(const Mind *m, const Start *start, const i16 *behind, const u64 *worlds, int number,
               const Past *past, int times, const i32 *odds, i32 *shares, Room *room) {
    Run run = {m, start, worlds, NULL, NULL, room, number, 0, 0, {0}, 0};
    size_t asked = 0;
    for (int k = 0; k < times; k++) asked += past[k].look != 0;
    for (int cls = 0; cls < 5; cls++) run.top[cls] = BEGIN[cls + 1] - 1;
    nothing_seen(&run, behind);
    for (int begin = 0; begin < number; begin += AT_ONCE) {
        int some = 0;
        i32 likely[AT_ONCE], *row = shares + (size_t)begin * asked;
        for (; some < AT_ONCE && next_world(&run, &room->slot[some]); some++)
            room->slot[some].game = room->slot[some].first;
        for (int k = 0; k < times; k++) {
            retrace(&run, past + k, odds, room->slot, some, likely);
            for (int j = 0; j < some && past[k].look; j++) row[(size_t)j * asked] = likely[j];
            row += past[k].look != 0;
        }
    }
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
/* A world that is being dealt: what its places still want, and what is put together so far. */
typedef struct {
    i32 sum[WIDTH] __attribute__((aligned(64)));
    i32 need[3];
} Deal;

/* Puts the copies of one face where a draw says. */
static void put_face(const Guess *g, int turn, u64 drawn, Deal *deal, u64 *hand) {
    i16 bent[WIDTH] __attribute__((aligned(64)));
    for (int k = 0; k < WIDTH; k++) {
        i32 x = bend(deal->sum[k]);
        bent[k] = (i16)(x > REACH ? REACH : x < -REACH ? -REACH : x);
    }
    int from = g->copies[turn] == 1 ? 0 : 3, to = from ? 9 : 3, chosen = from;
    i32 score[9], free[9], best = INT32_MIN;
    for (int w = from; w < to; w++) {
        free[w] = chances(ways[w], deal->need);
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
    u64 at = drawn * total >> 32, card = 1ull << g->order[turn];
    while (at >= weight[chosen]) at -= weight[chosen++];
    for (int p = 0; p < 3; p++) {
        int got = ways[chosen][p];
        if (!got) continue;
        deal->need[p] -= got;
        const i16 *put = g->put + ((size_t)turn * 3 + (size_t)p) * WIDTH;
        const i16 *twin = g->twin + ((size_t)turn * 3 + (size_t)p) * WIDTH;
        if (got == 1)
            for (int k = 0; k < WIDTH; k++) deal->sum[k] += put[k];
        else
            for (int k = 0; k < WIDTH; k++) deal->sum[k] += 2 * put[k] + twin[k];
        for (; got; got--) hand[g->column[p]] |= hand[g->column[p]] & card ? card << 34 : card;
    }
}
/* Deals hidden cards face by face, by what is believed and by how many cards each place wants; some
 * worlds at a time, so that what is believed of a face is fetched once for all of them. `hands`,
 * `holders` columns a row, has what is known of them already. */
void imagine(u64 seed, int number, int holders, const Guess *g, u64 *hands) {
    enum { SOME = 16 };
    Deal deals[SOME];
    for (int begin = 0; begin < number; begin += SOME) {
        int some = number - begin < SOME ? number - begin : SOME;
        for (int j = 0; j < some; j++) {
            for (int p = 0; p < 3; p++) deals[j].need[p] = g->needs[p];
            for (int k = 0; k < WIDTH; k++) deals[j].sum[k] = g->known[k];
        }
        for (int turn = 0; turn < 34; turn++)
            for (int j = 0; j < some && g->copies[turn]; j++) {
                int world = begin + j;
                put_face(g, turn, draw(seed, world, turn), &deals[j], hands + (size_t)world * (size_t)holders);
            }
    }
}
