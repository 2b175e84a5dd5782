// What the networks see, as bits: the public state for the policy, all hands for the critic, and
// what each legal play would leave. gangoffour.bots.network writes the same bits with numpy;
// tests/training proves it on the same states.
#pragma once
#include "table.cuh"

struct Writer {  // appends bit fields; the words must be zero
    u64* words;
    int at;
};
FN void put(Writer& w, u64 value, int bits) {
    if (bits < 64) value &= (1ull << bits) - 1;
    int word = w.at >> 6, shift = w.at & 63;
    w.words[word] |= value << shift;
    if (shift && shift + bits > 64) w.words[word + 1] |= value >> (64 - shift);
    w.at += bits;
}
FN u64 one_hot(int place) { return place < 0 || place > 63 ? 0 : 1ull << place; }

FN int levels_in(int cls) {
    return cls == 0 ? LEVELS_SINGLE : cls == 1 ? LEVELS_PAIR : cls == 2 ? LEVELS_TRIPLE : LEVELS_FIVE;
}

// The strongest combination of each class that the cards `me` has not seen could make.
FN void strongest_unseen(const Catalogue& c, u64 unseen, short* top) {
    for (int cls = 0; cls < 5; cls++) {
        int i = strongest(c, unseen, class_begin(cls), class_end(cls));
        if (LEADER) top[cls] = (short)i;
    }
    SYNC();
}
FN u64 unseen_by(const Table& t, int me) {
    u64 seen = t.hand[me];
    for (int s = 0; s < t.seats; s++) seen = together(seen, t.played[s]);
    return canonical(~0ull & ~seen);
}

FN void put_shared(const Catalogue& c, const Table& t, int me, Writer& w) {
    put(w, t.on < 0 ? 0 : one_hot(c.kind[t.on] - 1), 8);
    put(w, t.on < 0 ? 0 : one_hot(place_of(t, me, t.owner) - 1), 3);
    for (int p = 1; p < 4; p++) {
        int s = seat_at(t, me, p);
        put(w, s >= 0 && (t.passed >> s & 1), 1);
    }
    put(w, t.giving, 1);
    put(w, t.on < 0, 1);
    put(w, t.opening, 1);
    put(w, t.duty, 1);
    put(w, t.seats == 3, 1);
    put(w, aims(t, me), 1);
    for (int p = 0; p < 4; p++) {
        int s = seat_at(t, me, p);
        put(w, s < 0 ? 0 : one_hot(BITS(t.hand[s])), 18);
    }
    for (int p = 0; p < 4; p++) {  // totals, in steps of five points; only for who aims at the match
        int s = seat_at(t, me, p);
        int steps = s < 0 || !aims(t, me) ? 0 : t.totals[s] / 5;
        put(w, (1ull << (steps > 20 ? 20 : steps)) - 1, 20);
    }
}

FN void encode_policy(const Catalogue& c, const Table& t, u64 unseen, const short* top, u64* words) {
    int me = t.turn;
    Writer w = {words, 0};
    put(w, t.hand[me], 64);
    put(w, unseen, 64);
    put(w, t.word, 64);
    for (int p = 1; p < 4; p++) {
        int s = seat_at(t, me, p);
        put(w, s < 0 ? 0 : t.played[s], 64);
    }
    put_shared(c, t, me, w);
    for (int p = 1; p < 4; p++) {
        int s = seat_at(t, me, p);
        for (int cls = 0; cls < 4; cls++) {
            int from = s < 0 ? NONE : t.declined[s][cls];
            put(w, from == NONE ? 0 : ~0ull << from, levels_in(cls));
        }
    }
    put(w, t.taken == NONE ? 0 : one_hot(t.taken), 34);
    put(w, t.given == NONE ? 0 : one_hot(t.given), 34);
    put(w, t.taken == NONE ? 0 : one_hot(place_of(t, me, t.winner)), 4);
    put(w, t.taken == NONE ? 0 : one_hot(place_of(t, me, t.loser)), 4);
    for (int cls = 0; cls < 4; cls++)
        put(w, top[cls] < 0 ? 0 : one_hot(c.level[top[cls]]), levels_in(cls));
    put(w, top[4] < 0 ? 0 : one_hot(c.level[top[4]]), 10);
    put(w, top[4] < 0 ? 0 : one_hot((int)BITS(c.word[top[4]]) - 4), 4);
}

// One play of the round as the player to move sees it; 0 is the last one. False if there is none.
FN bool encode_event(const Catalogue& c, const Table& t, int back, u64* words) {
    if (back >= EVENTS || back >= t.laid) return false;
    const int before[5] = {0, LEVELS_SINGLE, LEVELS_SINGLE + LEVELS_PAIR,
                           LEVELS_SINGLE + LEVELS_PAIR + LEVELS_TRIPLE,
                           LEVELS_SINGLE + LEVELS_PAIR + LEVELS_TRIPLE + LEVELS_FIVE};
    u64 one = t.log[(t.laid - 1 - back) % EVENTS];
    int me = t.turn, action = (int)(one & 16383), led = (int)(one >> 16 & 1), kind = c.kind[action];
    int place = place_of(t, me, (int)(one >> 14 & 3));
    Writer w = {words, place * ALL_LEVELS + before[class_of(kind)] + c.level[action]};
    put(w, 1, 1);
    w.at = 4 * ALL_LEVELS;
    put(w, led, 1);
    for (int p = 0; p < 4; p++) {
        int s = seat_at(t, me, p);
        put(w, s < 0 ? 0 : one_hot((int)(one >> (21 + 5 * s) & 31)), 17);
    }
    for (int p = 0; p < 4; p++) {
        int s = seat_at(t, me, p);
        put(w, s >= 0 && (one >> (17 + s) & 1), 1);
    }
    int at = w.at;
    if (!led && back + 1 < EVENTS) {  // what it beat, unless that is forgotten
        u64 other = t.log[(t.laid - 2 - back) % EVENTS];
        int beaten = (int)(other & 16383);
        w.at = at + before[class_of(c.kind[beaten])] + c.level[beaten];
        put(w, 1, 1);
        w.at = at + ALL_LEVELS;
        put(w, one_hot(place_of(t, me, (int)(other >> 14 & 3))), 4);
    }
    w.at = at + ALL_LEVELS + 4 + back;
    put(w, 1, 1);
    w.at = at + ALL_LEVELS + 4 + EVENTS;
    put(w, one_hot(kind - 1), 8);
    return true;
}

FN void encode_critic(const Catalogue& c, const Table& t, u64* words) {
    int me = t.turn;
    Writer w = {words, 0};
    for (int p = 0; p < 4; p++) {
        int s = seat_at(t, me, p);
        put(w, s < 0 ? 0 : t.hand[s], 64);
    }
    put(w, t.word, 64);
    put_shared(c, t, me, w);
}

// Whether some cards are exactly one combination (R2).
FN bool one_combination(u64 cards) {
    int n = (int)BITS(cards);
    if (n == 1) return true;
    if (n == 2 && (cards & FIRST) == 3ull << 31) return true;
    if (n == 0 || n > 7) return false;
    int ranks = 0, colours = 0, low = 10, high = -1, most = 0;
    for (int r = 0; r < 10; r++) {
        int held = (int)BITS(cards & (0x1C00000007ull << (3 * r))) + (r == 0 && (cards & M1));
        if (!held) continue;
        ranks++, high = r;
        if (low == 10) low = r;
        if (held > most) most = held;
        colours |= (int)((cards >> (3 * r)) & 7);
    }
    bool phoenix = cards >> 31 & 3, both = (cards >> 31 & 3) == 3, dragon = cards >> 33 & 1;
    if (dragon) return false;
    if (phoenix) return n == 5 && both && ranks == 1 && most == 3;
    if (ranks == 1) return true;  // pair, triple, gang
    if (n != 5) return false;
    if (ranks == 2 && most == 3) return true;
    if (ranks == 5 && high - low == 4) return true;
    return colours == 1 || colours == 2 || colours == 4;  // a flush
}

// The shape of some cards: which levels of each class they can make (64 bits), and in about how many
// plays they can be laid (a greedy count: five cards at a time while that saves a play).
struct Outline {
    u64 can;
    int turns, losers, controls;  // losers: how many of those plays somebody may beat
};
FN int groups(u64 cards) {  // how many plays without five-card combinations: ranks, phoenixes, dragon
    u64 any = (cards | cards >> 34) & TWINS;
    any = (any | any >> 1 | any >> 2) & 0x9249249ull;
    if (cards & M1) any |= 1;
    return (int)BITS(any) + ((cards >> 31 & 3) != 0) + (int)(cards >> 33 & 1);
}
#ifdef __CUDACC__
#define KEPT 2
#else
#define KEPT 0
#endif
FN u64 shape_bit(const Catalogue& c, int i) {
    int cls = class_of(c.kind[i]), level = c.level[i];
    int before = cls == 0 ? 0 : cls == 1 ? LEVELS_SINGLE : cls == 2 ? LEVELS_SINGLE + LEVELS_PAIR
               : LEVELS_SINGLE + LEVELS_PAIR + LEVELS_TRIPLE;
    if (cls == 4) before += LEVELS_FIVE, level = level ? level - 1 : 0;
    return 1ull << (before + level);
}
// The combinations of one hand, and what is asked of each of them again and again. On the GPU every
// lane keeps its first few at hand; the others are looked up.
struct Holding {
    const short* held;
    int n;
    const short* top;  // the strongest unseen combinations, or null where nobody looks
    int fullest;
#ifdef __CUDACC__
    u64 word[KEPT], bit[KEPT];
    unsigned about[KEPT];
#endif
};
// A combination's place, its class (3 bits from 16) and whether nobody can beat it (bit 19).
FN unsigned about_of(const Catalogue& c, const Holding& h, int i) {
    int cls = class_of(c.kind[i]), size = cls == 4 ? 4 : (int)BITS(c.word[i]);
    unsigned sure = h.top && (h.fullest < size || h.top[cls] < c.after[i]);
    return (unsigned)i | (unsigned)cls << 16 | sure << 19;
}
FN Holding holding(const Catalogue& c, const short* held, int n, const short* top, int fullest) {
    Holding h;
    h.held = held, h.n = n, h.top = top, h.fullest = fullest;
#ifdef __CUDACC__
    for (int k = 0; k < KEPT; k++) {
        int j = LANE + 32 * k;
        h.word[k] = ~0ull, h.bit[k] = 0, h.about[k] = 0;
        if (j < n) {
            h.word[k] = c.word[held[j]], h.bit[k] = shape_bit(c, held[j]);
            h.about[k] = about_of(c, h, held[j]);
        }
    }
#endif
    return h;
}
#ifdef __CUDACC__
#define KEPT_DO(body)                                        \
    for (int k = 0; k < KEPT; k++) {                         \
        u64 word = h.word[k], bit = h.bit[k];                \
        unsigned about = h.about[k];                         \
        (void)bit;                                           \
        body                                                 \
    }
#else
#define KEPT_DO(body)
#endif
#define EACH_HELD(body)                                                          \
    KEPT_DO(body)                                                                \
    for (int j = LANE + LANES * KEPT; j < h.n; j += LANES) {                     \
        u64 word = c.word[h.held[j]], bit = shape_bit(c, h.held[j]);             \
        unsigned about = about_of(c, h, h.held[j]);                              \
        (void)bit;                                                               \
        body                                                                     \
    }

// How many of the ranks, phoenixes and the dragon somebody may beat, each laid as a whole.
FN int beatable_groups(const Catalogue& c, u64 cards, const Holding& h) {
    int found = 0;
    for (int r = LANE; r < 12; r += LANES) {
        int n = r < 10 ? (int)BITS(cards & (0x1C00000007ull << (3 * r))) + (r == 0 && (cards & M1))
              : r == 10 ? (int)BITS(cards >> 31 & 3) : (int)(cards >> 33 & 1);
        int cls = n > 3 ? 4 : n - 1, top = n ? h.top[cls] : -1;
        found += n && h.fullest >= (n > 4 ? 4 : n) && top >= 0 && c.level[top] >= r;
    }
#ifdef __CUDACC__
    found = (int)__popc(__ballot_sync(~0u, found));
#endif
    return found;
}

// The outline of some cards of the hand `h`; all lanes call.
FN Outline outline(const Catalogue& c, u64 cards, const Holding& h) {
    Outline found = {0, 0, 0, 0};
    unsigned sure = 0;
    EACH_HELD({
        if (!(word & ~cards)) {
            found.can |= bit;
            if (about >> 19) sure |= 1u << (about >> 16 & 7);
        }
    })
#ifdef __CUDACC__
    unsigned low = __reduce_or_sync(~0u, (unsigned)found.can);
    unsigned high = __reduce_or_sync(~0u, (unsigned)(found.can >> 32));
    found.can = (u64)high << 32 | low;
    sure = __reduce_or_sync(~0u, sure);
#endif
    found.controls = (int)sure;
    int now = groups(cards);
    for (int round = 0; round < 3; round++) {
        if (BITS(cards) < 5) break;
        unsigned best = ~0u;
        EACH_HELD({
            if ((about >> 16 & 7) == 3 && !(word & ~cards)) {
                unsigned beatable = !(about >> 19);
                unsigned key = (unsigned)groups(without(cards, word)) << 16 | (about & 0xFFFF);
                key |= beatable << 15;
                if (key < best) best = key;
            }
        })
#ifdef __CUDACC__
        best = __reduce_min_sync(~0u, best);
#endif
        if (best == ~0u || (int)(best >> 16) > now - 2) break;
        cards = without(cards, c.word[best & 0x7FFF]);
        now = (int)(best >> 16);
        found.turns++;
        found.losers += (int)(best >> 15 & 1);
    }
    found.turns += now;
    if (h.top) found.losers += beatable_groups(c, cards, h);
    return found;
}
FN u64 left_of(const Catalogue& c, u64 hand, int action) {
    if (action == PASS) return hand;
    return without(hand, c.word[action >= GIVE ? action - GIVE : action]);
}
#define TURNS 13 /* numbers of plays that are told apart */
#define LOSERS 8
FN unsigned packed(const Outline& o) {
    return (unsigned)(o.turns < TURNS ? o.turns : TURNS - 1) | (unsigned)o.controls << 4 |
           (unsigned)(o.losers < LOSERS ? o.losers : LOSERS - 1) << 9;
}
FN void put_outline(Writer& w, const Outline& o) {
    unsigned more = packed(o);
    put(w, o.can, 64);
    put(w, one_hot((int)(more & 15)), TURNS);
    put(w, more >> 4, 5);
    put(w, one_hot((int)(more >> 9)), LOSERS);
}
// The outlines of all hands, for the tutor alone, from the first word on that the critic does not read.
FN void put_hands(const Table& t, u64* words) {  // leader only
    Writer w = {words, (CRITIC_BITS + 63) / 64 * 64};
    for (int p = 0; p < 4; p++) {
        int s = seat_at(t, t.turn, p);
        put(w, s < 0 ? 0 : t.can[s], 64);
        put(w, s < 0 ? 0 : one_hot(t.plan[s]), TURNS);
    }
}
// Makes the outlines anew that are not as the hands are; `held` is room for a list.
FN void outline_hands(const Catalogue& c, Table& t, short* held) {
    for (int s = 0; s < t.seats; s++) {
        SYNC();
        if (!(t.stale >> s & 1)) continue;
        int n = scan(c, t.hand[s], 0, COMBINATIONS, 0, 9, held, 0);
        SYNC();
        Holding h = holding(c, held, n, 0, 0);
        Outline o = outline(c, t.hand[s], h);
        if (LEADER) t.can[s] = o.can, t.plan[s] = (u8)(o.turns < TURNS ? o.turns : TURNS - 1);
    }
    SYNC();
    if (LEADER) t.stale = 0;
    SYNC();
}

// What a play leaves, in one byte: cards left (5 bits), then three flags: nobody can beat it with
// its own size, nobody can beat it at all, the rest is one combination.
FN u8 describe(const Catalogue& c, const Table& t, const short* top, int fullest, int action) {
    u64 hand = t.hand[t.turn];
    if (action >= GIVE) return (u8)(BITS(hand) - 1);
    if (action == PASS) return (u8)BITS(hand);
    u64 cards = c.word[action], rest = without(hand, cards);
    int cls = class_of(c.kind[action]), size = (int)BITS(cards);
    bool alike, all;
    if (cls == 4)
        alike = all = fullest < 4 || top[4] < c.after[action];
    else {
        alike = fullest < size || top[cls] < c.after[action];
        all = alike && (fullest < 4 || top[4] < 0);
    }
    return (u8)(BITS(rest) | alike << 5 | all << 6 | one_combination(rest) << 7);
}
FN int fullest_other(const Table& t) {
    int most = 0;
    for (int s = 0; s < t.seats; s++)
        if (s != t.turn && (int)BITS(t.hand[s]) > most) most = (int)BITS(t.hand[s]);
    return most;
}
