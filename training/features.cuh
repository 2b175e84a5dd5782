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

// The same for all lanes at once: bits of any lane, anywhere.
FN void put_at(u64* words, int at, u64 value) {
#ifdef __CUDACC__
    unsigned* to = (unsigned*)words + (at >> 5);
    int shift = at & 31;
    u64 low = value << shift;
    if ((unsigned)low) atomicOr(to, (unsigned)low);
    if (low >> 32) atomicOr(to + 1, (unsigned)(low >> 32));
    if (shift && value >> (64 - shift)) atomicOr(to + 2, (unsigned)(value >> (64 - shift)));
#else
    int shift = at & 63;
    words[at >> 6] |= value << shift;
    if (shift && value >> (64 - shift)) words[(at >> 6) + 1] |= value >> (64 - shift);
#endif
}
FN void put_bit(u64* words, int at) {
#ifdef __CUDACC__
    atomicOr((unsigned*)words + (at >> 5), 1u << (at & 31));
#else
    words[at >> 6] |= 1ull << (at & 63);
#endif
}

FN int levels_in(int cls) {
    return cls == 0 ? LEVELS_SINGLE : cls == 1 ? LEVELS_PAIR : cls == 2 ? LEVELS_TRIPLE : LEVELS_FIVE;
}

FN int levels_before(int cls) {
    return (cls > 0 ? LEVELS_SINGLE : 0) + (cls > 1 ? LEVELS_PAIR : 0) + (cls > 2 ? LEVELS_TRIPLE : 0) +
           (cls > 3 ? LEVELS_FIVE : 0);
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

#define SHARED_BITS 172
FN void put_shared(const Catalogue& c, const Table& t, int me, u64* words, int at) {  // all lanes call
    bool aim = aims(t, me);
    for (int p = LANE; p < 4; p += LANES) {
        int s = seat_at(t, me, p);
        if (s < 0) continue;
        if (p && (t.passed >> s & 1)) put_bit(words, at + 10 + p);
        put_bit(words, at + 20 + 18 * p + (int)BITS(t.hand[s]));
        int steps = aim ? t.totals[s] / 5 : 0;  // of five points; only for who aims at the match
        put_at(words, at + 92 + 20 * p, (1ull << (steps > 20 ? 20 : steps)) - 1);
    }
    if (LEADER) {
        if (t.on >= 0) {
            put_bit(words, at + c.kind[t.on] - 1);
            put_bit(words, at + 7 + place_of(t, me, t.owner));
        }
        put_at(words, at + 14, t.giving | (t.on < 0) << 1 | t.opening << 2 | t.duty << 3 |
                               (t.seats == 3) << 4 | aim << 5);
    }
}

FN void encode_policy(const Catalogue& c, const Table& t, u64 unseen, const short* top, u64* words) {
    int me = t.turn, declined = 6 * 64 + SHARED_BITS, width = levels_before(4);
    for (int p = LANE; p < 4; p += LANES) {
        int s = seat_at(t, me, p);
        words[p ? 2 + p : 0] = p == 0 ? t.hand[me] : s < 0 ? 0 : t.played[s];
    }
    put_shared(c, t, me, words, 6 * 64);
    for (int j = LANE; j < 12; j += LANES) {
        int s = seat_at(t, me, 1 + j / 4), cls = j % 4, from = s < 0 ? NONE : t.declined[s][cls];
        if (from == NONE) continue;
        u64 all = (1ull << levels_in(cls)) - 1;
        put_at(words, declined + j / 4 * width + levels_before(cls), all & ~0ull << from);
    }
    int at = declined + 3 * width, tops = at + 76;
    for (int cls = LANE; cls < 5; cls += LANES)
        if (top[cls] >= 0) put_bit(words, tops + levels_before(cls) + c.level[top[cls]]);
    if (LEADER) {
        words[1] = unseen, words[2] = t.word;
        if (t.taken != NONE) {
            put_bit(words, at + t.taken);
            put_bit(words, at + 68 + place_of(t, me, t.winner));
            put_bit(words, at + 72 + place_of(t, me, t.loser));
        }
        if (t.given != NONE) put_bit(words, at + 34 + t.given);
        if (top[4] >= 0) put_bit(words, tops + width + 10 + (int)BITS(c.word[top[4]]) - 4);
    }
}

// One play of the round as the player to move sees it; 0 is the last one. False if there is none.
FN bool encode_event(const Catalogue& c, const Table& t, int back, u64* words) {
    if (back >= EVENTS || back >= t.laid) return false;
    u64 one = t.log[(t.laid - 1 - back) % EVENTS];
    int me = t.turn, action = (int)(one & 16383), led = (int)(one >> 16 & 1), kind = c.kind[action];
    int place = place_of(t, me, (int)(one >> 14 & 3));
    Writer w = {words, place * ALL_LEVELS + levels_before(class_of(kind)) + c.level[action]};
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
        w.at = at + levels_before(class_of(c.kind[beaten])) + c.level[beaten];
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

FN void encode_critic(const Catalogue& c, const Table& t, u64* words) {  // all lanes call
    int me = t.turn;
    for (int p = LANE; p < 4; p += LANES) {
        int s = seat_at(t, me, p);
        words[p] = s < 0 ? 0 : t.hand[s];
    }
    if (LEADER) words[4] = t.word;
    put_shared(c, t, me, words, 5 * 64);
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
FN void put_outline(u64* words, int at, const Outline& o) {  // leader only
    unsigned more = packed(o);
    put_at(words, at, o.can);
    put_bit(words, at + 64 + (int)(more & 15));
    put_at(words, at + 64 + TURNS, more >> 4 & 31);
    put_bit(words, at + 69 + TURNS + (int)(more >> 9));
}
// The outlines of all hands, for the tutor alone, from the first word on that the critic does not read.
FN void put_hand(u64* words, int place, u64 can, int turns) {
    int at = (CRITIC_BITS + 63) / 64 * 64 + place * (64 + TURNS);
    put_at(words, at, can);
    put_bit(words, at + 64 + turns);
}
FN void put_hands(const Table& t, u64* words) {  // all lanes call; those that are not stale
    for (int s = LANE; s < t.seats; s += LANES)
        if (!(t.stale >> s & 1)) put_hand(words, place_of(t, t.turn, s), t.can[s], t.plan[s]);
}
// Makes the outlines anew that are not as the hands are; `held` is room for a list.
FN void outline_hands(const Catalogue& c, Table& t, short* held) {
    for (int s = 0; s < t.seats; s++) {
        if (!(t.stale >> s & 1)) continue;
        int n = scan(c, t.hand[s], 0, COMBINATIONS, 0, 9, held, 0);
        Holding h = holding(c, held, n, 0, 0);
        Outline o = outline(c, t.hand[s], h);
        t.can[s] = o.can, t.plan[s] = (u8)(o.turns < TURNS ? o.turns : TURNS - 1);
    }
    t.stale = 0;
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
