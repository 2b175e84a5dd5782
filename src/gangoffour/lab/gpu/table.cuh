// One table of Gang of Four: its state and every transition, exact to the rules (R3–R7, R9).
// Who is left with one card has always called it (R5.1), so nobody is ever barred.
//
// The same source is compiled twice. By nvcc it is device code in which one warp holds one table:
// scalar work is done by lane 0 between warp barriers, scans use all 32 lanes. By g++ it is plain
// C++ with a "warp" of one lane, so the ordinary tests check the very lines the GPU runs.
#pragma once
#include <stdint.h>

typedef unsigned long long u64;
typedef unsigned char u8;

#ifdef __CUDACC__
#define FN static __device__ __forceinline__
#define BIG static __device__ __noinline__
#define LANE ((int)(threadIdx.x & 31))
#define LANES 32
#define SYNC() __syncwarp()
#define BITS(x) __popcll(x)
#define TOP_BIT(x) (63 - __clzll((long long)(x)))
#else
#define FN static inline
#define BIG static
#define LANE 0
#define LANES 1
#define SYNC()
#define BITS(x) __builtin_popcountll(x)
#define TOP_BIT(x) (63 - __builtin_clzll(x))
#endif
#define LEADER (LANE == 0)

// Places in the catalogue (R2.3), the number of the first card to give (GIVE + single's index) and
// how many legal plays are kept for one decision (LIST) are handed over by build.py.
#ifndef COMBINATIONS
#error "compile through gangoffour.lab.gpu.build, which defines the catalogue's places"
#endif
#define PASS COMBINATIONS
#define NONE 255

enum { SINGLE = 1, PAIR, TRIPLE, STRAIGHT, FLUSH, FULL_HOUSE, STRAIGHT_FLUSH, GANG };
enum { BY_NET = 0, BY_OTHER_NET = 1, BY_GREEDY = 2, BY_RANDOM = 3 };  // who holds a seat
enum { ENDLESS = 0, ONE_ROUND = 1, ONE_MATCH = 2, EVERY_MOVE = 3 };  // how long a table plays

static const u64 M1 = 1ull << 30;
static const u64 FIRST = (1ull << 34) - 1;
static const u64 TWINS = (1ull << 30) - 1;

struct Catalogue {      // all arrays derive from gangoffour.rules
    const u64* word;    // the cards of each combination
    const u64* need;    // the cards that all 32 combinations of a block share
    const u8* sorts;    // the sorts of combinations that a block has: see `sorts_of`
    const short* after; // the first combination of the class that is strictly stronger
    const u8* kind;
    const u8* level;    // coarse strength within the class, as the features use it
};

struct Settings {  // of self-play; lies in device memory so that a captured graph can be steered
    float three_players, match_aim, no_duty, fresh, greedy_table, temperature, uniform, lambda;
};

struct Table {
    u64 hand[4], played[4], seed, rng, word;  // word: the cards on the table, 0 for none
    u64 can[4];       // the outlines of the hands, as they were when last asked for: see features.cuh
    u64 log[EVENTS];  // the round's last plays, in a ring: see `event_of`
    unsigned moves;
    short totals[4], before[4], points[4], after[4];  // before/after/points: the round that ended
    short on;                                 // the combination on the table, -1 for none
    unsigned short round;
    short target;                             // R6.2
    u8 declined[4][4];  // weakest level passed on, by seat and class; NONE
    u8 holder[4];
    u8 limit, gang_blocks, tie_by_card, stays_out;  // R9, as gangoffour.rules.editions names them
    u8 seats, turn, owner, giving, opening, winner, loser, taken, given;
    u8 passed, duty, aims, mode, over, ended, final_;  // passed, aims: bits by seat
    signed char step;  // 1 counter-clockwise, -1 clockwise (R4.1)
    u8 round_winner, round_loser, was_winner, was_loser;  // of the round that ended, and the one before
    u8 decisions, laid;  // laid: how many plays the round has seen
    u8 plan[4], stale;  // stale: whose outline is to be made anew, by seat
    u8 late;  // late: who aims at the match only when half the target is reached, by seat
};

FN u64 mix(u64 x) {
    x += 0x9E3779B97F4A7C15ull;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
    return x ^ (x >> 31);
}
FN unsigned draw(Table& t) {  // leader only
    t.rng += 0x9E3779B97F4A7C15ull;
    return (unsigned)(mix(t.rng) >> 32);
}
FN float chance(Table& t) { return (float)(draw(t) >> 8) * (1.0f / 16777216.0f); }

// --- cards (R1), as gangoffour.rules.cards has them ---
FN u64 canonical(u64 raw) {
    u64 lone = (raw >> 34) & ~raw;
    return (raw | lone) & ~(lone << 34);
}
FN u64 without(u64 word, u64 cards) { return canonical(word & ~cards); }
FN u64 together(u64 a, u64 b) { return a | b | ((a & b & TWINS) << 34); }
FN int highest(u64 word) {
    u64 numbers = word & TWINS, top = word & FIRST & ~0x7FFFFFFFull;
    if (top) return TOP_BIT(top);
    if ((numbers >> 3) || !(word & M1)) return TOP_BIT(numbers);
    return 30;
}
FN int single_of(int face) { return face < 3 ? face : face == 30 ? 3 : face < 30 ? face + 1 : face; }

// --- seats ---
FN int next_seat(const Table& t, int seat) {
    int s = seat + t.step;
    return s < 0 ? t.seats - 1 : s >= t.seats ? 0 : s;
}
// Who acts next in the trick: a pass stands until somebody plays, or for the whole trick (R4.4, R9).
FN int next_in_trick(const Table& t, int seat) {
    int s = next_seat(t, seat);
    while (s != seat && (t.passed >> s & 1)) s = next_seat(t, s);
    return s;
}
// Places as the features see them: 0 me, 1 next, 2 across (empty with three players), 3 previous.
FN int place_of(const Table& t, int me, int seat) {
    int d = (seat - me) * t.step;
    if (d < 0) d += t.seats;
    return t.seats == 3 && d == 2 ? 3 : d;
}
FN int seat_at(const Table& t, int me, int place) {
    if (t.seats == 3) {
        if (place == 2) return -1;
        if (place == 3) place = 2;
    }
    int s = (me + place * t.step) % t.seats;
    return s < 0 ? s + t.seats : s;
}

// Whether a player plays for the match now.
FN bool aims(const Table& t, int me) {
    if (!(t.late >> me & 1)) return t.aims >> me & 1;
    for (int s = 0; s < t.seats; s++)
        if (2 * t.totals[s] >= t.target) return t.aims >> me & 1;
    return false;
}

// --- dealing (R4.2): cards in the order of 64 hashed keys, so a seed is a deal anywhere ---
FN void deal(Table& t, u64 seed) {
#ifdef __CUDACC__
    u64 a = mix(seed + 2 * LANE + 1), b = mix(seed + 2 * LANE + 2);
    int ra = a > b, rb = !ra;
    for (int i = 1; i < 32; i++) {
        int from = (LANE + i) & 31;
        u64 x = __shfl_sync(~0u, a, from), y = __shfl_sync(~0u, b, from);
        ra += (x < a) + (y < a);
        rb += (x < b) + (y < b);
    }
    for (int s = 0; s < 4; s++) {
        u64 raw = (ra / 16 == s ? 1ull << (2 * LANE) : 0) | (rb / 16 == s ? 2ull << (2 * LANE) : 0);
        unsigned lo = __reduce_or_sync(~0u, (unsigned)raw);
        unsigned hi = __reduce_or_sync(~0u, (unsigned)(raw >> 32));
        if (LEADER) t.hand[s] = s < t.seats ? canonical(((u64)hi << 32) | lo) : 0;
    }
    SYNC();
#else
    u64 key[64], raw[4] = {0, 0, 0, 0};
    for (int i = 0; i < 64; i++) key[i] = mix(seed + i + 1);
    for (int i = 0; i < 64; i++) {
        int rank = 0;
        for (int j = 0; j < 64; j++) rank += key[j] < key[i];
        raw[rank / 16] |= 1ull << i;
    }
    for (int s = 0; s < 4; s++) t.hand[s] = s < t.seats ? canonical(raw[s]) : 0;
#endif
}

FN void start_round(Table& t) {
    u64 seed = mix((t.seed ^ ((u64)(t.round + 1) << 56)) + (u64)((t.round + 1) >> 8));
    SYNC();
    deal(t, seed);
    if (LEADER) {
        t.round++;
        t.step = t.round & 1 ? 1 : -1;  // R4.1
        for (int s = 0; s < 4; s++) {
            t.played[s] = 0;
            for (int c = 0; c < 4; c++) t.declined[s][c] = NONE;
        }
        t.word = 0, t.on = -1, t.passed = 0, t.owner = NONE, t.giving = 0;
        t.taken = t.given = NONE, t.opening = t.round == 1, t.decisions = 0, t.laid = 0, t.stale = 15;
        if (t.round == 1) {  // R4.3; without M1 the player to the (drawn) dealer's right leads
            t.turn = (u8)(mix(seed) % t.seats);
            t.winner = t.loser = NONE;
            for (int s = 0; s < t.seats; s++)
                if (t.hand[s] & M1) t.turn = s;
        } else {  // R7.1
            int face = highest(t.hand[t.loser]);
            t.taken = single_of(face);
            t.hand[t.loser] = without(t.hand[t.loser], 1ull << face);
            t.hand[t.winner] = together(t.hand[t.winner], 1ull << face);
            t.giving = 1, t.turn = t.winner;
        }
    }
    SYNC();
}

FN int points_for(int left) {  // R6.1
    return left * (left <= 7 ? 1 : left <= 10 ? 2 : left <= 13 ? 3 : left <= 15 ? 4 : 5);
}

FN void end_round(Table& t) {  // leader only; R4.6, R6
    int most = 0, high = -1, worst = NONE;
    u8 first = !t.ended;  // only the first end between two decisions is the decision's
    if (first) t.was_winner = t.winner, t.was_loser = t.loser;
    t.winner = t.turn;
    for (int s = 0; s < t.seats; s++) {
        int left = BITS(t.hand[s]);
        if (first) t.before[s] = t.totals[s], t.points[s] = points_for(left);
        t.totals[s] += points_for(left);
        if (first) t.after[s] = t.totals[s];
        if (left > most) most = left;
        if (t.totals[s] > high) high = t.totals[s];
    }
    int best = -1;
    for (int i = 1; i < t.seats; i++) {  // R6.3, counter-clockwise from the winner
        int s = (t.winner + i) % t.seats;
        int tie = t.tie_by_card ? single_of(highest(t.hand[s])) : t.totals[s];
        if (BITS(t.hand[s]) == most && tie > best) best = tie, worst = s;
    }
    t.loser = worst;
    if (first)
        t.ended = 1, t.final_ = high >= t.target, t.round_winner = t.winner, t.round_loser = t.loser;
    t.over = t.mode == ONE_ROUND ? 1 : high >= t.target;  // R6.2; ENDLESS tables start anew
}

FN void new_match(Table& t, const Settings& s) {  // leader only
    t.seed = ((u64)draw(t) << 32) | draw(t);
    t.seats = chance(t) < s.three_players ? 3 : 4;
    t.aims = chance(t) < s.match_aim ? 15 : 0;
    t.duty = chance(t) >= s.no_duty;
    u8 greedy = 0;
    if (chance(t) < s.greedy_table) greedy = draw(t) % ((1u << t.seats) - 1);  // never all
    for (int i = 0; i < 4; i++) t.holder[i] = (greedy >> i) & 1 ? BY_GREEDY : BY_NET, t.totals[i] = 0;
    t.round = 0, t.over = 0;
}

// --- legal plays (R3, R4.3, R4.4, R5.4) ---
// The sorts of combinations that some cards make: one to three alike (1), straights (2), flushes by
// colour (4, 8, 16), full houses (32), gangs (64).
FN unsigned sorts_of(u64 cards) {
    const u64 ranks = 0x9249249ull;  // a bit for each number, three apart
    u64 m1 = cards >> 30 & 1, any = ((cards | cards >> 1 | cards >> 2) & ranks) | m1, held = m1;
    unsigned found = any & any >> 3 & any >> 6 & any >> 9 & any >> 12 ? 3 : 1;
    for (int colour = 0; colour < 3; colour++) {
        u64 first = cards >> colour & ranks, second = cards >> (34 + colour) & ranks;
        held += first + second;
        if ((int)(BITS(first | second << 34) + m1) >= 5) found |= 4u << colour;
    }
    u64 four = held >> 2 & ranks, three = four | (held >> 1 & held & ranks);
    u64 two = four | (held >> 1 & ranks);
    if (three && (int)BITS(two) + ((cards >> 31 & 3) == 3) >= 2) found |= 32;
    return four ? found | 64 : found;
}

// Appends the combinations of [lo, hi) that lie within `hand`, in order; a block of 32 is looked
// into only if the hand has the cards that all of the block share, and makes a sort that it has.
FN int scan(const Catalogue& c, u64 hand, int lo, int hi, u64 must, int most, short* list, int n) {
    if (lo >= hi) return n;
    int last = (hi - 1) >> 5;
    unsigned sorts = last - (lo >> 5) < 8 ? ~0u : sorts_of(hand);
#ifdef __CUDACC__
    for (int b0 = lo >> 5; b0 <= last; b0 += 32) {
        int b = b0 + LANE;
        bool open = b <= last && (c.sorts[b] & sorts) && !(c.need[b] & ~hand);
        unsigned blocks = __ballot_sync(~0u, open);
        while (blocks) {
            int i = (b0 + __ffs(blocks) - 1) * 32 + LANE;
            blocks &= blocks - 1;
            u64 w = c.word[i];
            bool hit = i >= lo && i < hi && !(w & ~hand) && (w & must) == must && BITS(w) <= most;
            unsigned hits = __ballot_sync(~0u, hit);
            int at = n + __popc(hits & ((1u << LANE) - 1));
            if (hit && at < LIST - 1) list[at] = (short)i;
            n += __popc(hits);
        }
    }
#else
    for (int b = lo >> 5; b <= last; b++) {
        if (!(c.sorts[b] & sorts) || (c.need[b] & ~hand)) continue;
        for (int i = b * 32; i < b * 32 + 32; i++) {
            u64 w = c.word[i];
            if (i < lo || i >= hi || (w & ~hand) || (w & must) != must || BITS(w) > most) continue;
            if (n < LIST - 1) list[n] = (short)i;
            n++;
        }
    }
#endif
    return n < LIST - 1 ? n : LIST - 1;
}

// The strongest combination of [lo, hi) within `cards`, or -1.
FN int strongest(const Catalogue& c, u64 cards, int lo, int hi) {
    int first = lo >> 5;
#ifdef __CUDACC__
    for (int b0 = (hi - 1) >> 5; b0 >= first; b0 -= 32) {
        int b = b0 - LANE;
        unsigned blocks = __ballot_sync(~0u, b >= first && !(c.need[b < 0 ? 0 : b] & ~cards));
        while (blocks) {
            int base = (b0 - (__ffs(blocks) - 1)) * 32, i = base + LANE;
            blocks &= blocks - 1;
            unsigned hits = __ballot_sync(~0u, i >= lo && i < hi && !(c.word[i] & ~cards));
            if (hits) return base + 31 - __clz(hits);
        }
    }
#else
    for (int i = hi - 1; i >= lo; i--)
        if (!(c.need[i >> 5] & ~cards) && !(c.word[i] & ~cards)) return i;
    (void)first;
#endif
    return -1;
}

FN int class_of(int kind) { return kind <= TRIPLE ? kind - 1 : kind < GANG ? 3 : 4; }
FN int class_begin(int cls) {
    return cls == 0 ? 0 : cls == 1 ? PAIRS : cls == 2 ? TRIPLES : cls == 3 ? FIVES : GANGS;
}
FN int class_end(int cls) { return cls == 4 ? COMBINATIONS : class_begin(cls + 1); }

// All that the player to move may do, in the catalogue's order, a pass last.
BIG int legal(const Catalogue& c, const Table& t, short* list) {
    u64 hand = t.hand[t.turn];
    int n = 0;
    SYNC();
    if (t.giving) {
        n = scan(c, hand, 0, PAIRS, 0, 9, list, 0);
        SYNC();
        for (int i = LANE; i < n; i += LANES) list[i] += GIVE;
        SYNC();
        return n;
    }
    bool duty = t.duty && BITS(t.hand[next_seat(t, t.turn)]) == 1;
    if (t.on < 0) {
        u64 must = t.opening && (hand & M1) ? M1 : 0;
        n = scan(c, hand, duty ? PAIRS : 0, COMBINATIONS, must, must ? t.limit : 9, list, 0);
        if (n == 0) {  // only under the duty
            if (LEADER) list[0] = (short)single_of(highest(hand));
            n = 1;
        }
        SYNC();
        return n;
    }
    int kind = c.kind[t.on], lo = c.after[t.on], may_pass = 1;
    if (duty && kind == SINGLE) {
        int top = single_of(highest(hand));
        if (top >= lo) {
            if (LEADER) list[0] = (short)top;
            n = 1, may_pass = 0;
        }
    } else if (kind != GANG)
        n = scan(c, hand, lo, class_end(class_of(kind)), 0, 9, list, 0);
    int without_gangs = n;
    n = scan(c, hand, kind == GANG ? lo : GANGS, COMBINATIONS, 0, 9, list, n);
    if (duty && kind == SINGLE && t.gang_blocks && n > without_gangs) may_pass = 0;  // R9
    if (may_pass) {
        if (LEADER) list[n] = PASS;
        n++;
    }
    SYNC();
    return n;
}

// A play as the log keeps it: the combination (14 bits), who laid it (2), whether it was led (1), who
// passed on it (4, added as they pass) and how many cards each seat held after it (5 each).
FN u64 event_of(const Table& t, int me, int action) {
    u64 found = (u64)action | (u64)me << 14 | (u64)(t.on < 0) << 16;
    for (int s = 0; s < t.seats; s++) found |= (u64)BITS(t.hand[s]) << (21 + 5 * s);
    return found;
}

FN void apply(const Catalogue& c, Table& t, int action) {  // unchecked; leader works, all call
    SYNC();
    if (LEADER) {
        int me = t.turn;
        t.moves++;
        if (action >= GIVE) {  // R7.1
            u64 card = c.word[action - GIVE];
            t.hand[me] = without(t.hand[me], card);
            t.hand[t.loser] = together(t.hand[t.loser], card);
            t.given = (u8)(action - GIVE), t.giving = 0, t.stale |= 1 << me | 1 << t.loser;
        } else if (action == PASS) {  // R4.4, R4.5
            int kind = c.kind[t.on];
            t.passed |= 1 << me;
            t.log[(t.laid - 1) % EVENTS] |= 1ull << (17 + me);
            if (kind != GANG) {
                u8* weakest = &t.declined[me][class_of(kind)];
                if (c.level[t.on] < *weakest) *weakest = c.level[t.on];
            }
            t.turn = (u8)next_in_trick(t, me);
            if (t.turn == t.owner) t.on = -1, t.word = 0, t.passed = 0, t.owner = NONE;
        } else {
            u64 cards = c.word[action];
            t.hand[me] = without(t.hand[me], cards);
            t.played[me] = together(t.played[me], cards);
            t.log[t.laid % EVENTS] = event_of(t, me, action), t.laid++;
            t.stale |= 1 << me;
            t.on = (short)action, t.word = cards, t.owner = (u8)me, t.opening = 0;
            if (!t.stays_out) t.passed = 0;
            if (!t.hand[me])
                end_round(t);
            else {
                t.turn = (u8)next_in_trick(t, me);
                if (t.turn == me) t.on = -1, t.word = 0, t.passed = 0, t.owner = NONE;
            }
        }
    }
    SYNC();
}

// The fixed opponent: leads the cheapest of its largest combinations, follows with its cheapest
// winning play, gangs last in both; passes only when it must; gives its lowest card.
FN int greedy(const Catalogue& c, const Table& t, const short* list, int n) {
    if (t.on >= 0 || t.giving) return list[0];
    int last = n - 1;
    while (last > 0 && list[last] >= GANGS) last--;
    int begin = list[last] >= GANGS ? GANGS : class_begin(class_of(c.kind[list[last]]));
    int i = 0;
    while (list[i] < begin) i++;
    return list[i];
}

// Plays on until somebody's choice is needed: forced moves, other players' moves and new rounds
// happen here. Returns how many legal plays `list` holds, 0 if the table has stopped.
BIG int advance(const Catalogue& c, const Settings& s, Table& t, short* list) {
    for (;;) {
        SYNC();
        if (t.round == 0 || !t.hand[t.turn] || t.over) {  // before a match, or after a round
            if (t.mode == ENDLESS) {
                SYNC();
                if (LEADER)
                    if (t.over || t.seats == 0 || (!t.aims && t.round && chance(t) < s.fresh))
                        new_match(t, s);
                SYNC();
            } else if (t.over)
                return 0;
            start_round(t);
        }
        int n = legal(c, t, list), who = t.holder[t.turn], choice;
        if (t.mode != EVERY_MOVE) {
            if (n == 1)
                choice = list[0];
            else if (who == BY_GREEDY)
                choice = greedy(c, t, list, n);
            else if (who == BY_RANDOM) {
                SYNC();
                if (LEADER) t.rng = mix(t.rng);
                SYNC();
                choice = list[(unsigned)(t.rng >> 33) % (unsigned)n];
            } else
                return n;
        } else
            return n;
        apply(c, t, choice);
    }
}
