// The GPU side of self-play: tables step, plays are gathered and chosen, returns are computed.
// Every function here launches on the stream it is given and never waits, so that whole
// iterations can be captured in one CUDA graph.
#include <cuda_bf16.h>
#include "features.cuh"

typedef __nv_bfloat16 bf16;
#define ALL_WORDS (POLICY_WORDS + CRITIC_WORDS)
#define WARPS 4 /* tables a block */
#define STEP_BLOCKS 12 /* blocks that shall run on a multiprocessor at a time: of steps */
#define RANDOM_BLOCKS 16 /* … and of random play */
#define CHUNK 3 /* plays that one warp makes the outlines of, one after the other */

struct Outcome {  // how the round ended that followed a decision; shorts, read by torch too
    short ended, final_, seats, aims, points[4], before[4], after[4];
    short who[4];  // winner and loser of the round before, then of this one; NONE
};
struct Node {  // who decides
    u8 turn, seats, aims, holder;
    signed char step;
    u8 stopped, giving, spare;
};
struct Hand {  // of who decides: the cards, their combinations, and what others may beat them with
    u64 cards;
    short n, fullest, top[5], spare;
    short held[LIST];
};
struct Few {  // what a warp needs that only plays; the less it is, the more warps run at a time
    Table t;
    short list[LIST];
};
struct Shared {
    Table t;
    u64 words[ALL_WORDS];
    union {  // first the one, then the other
        short list[LIST];
        u64 events[EVENTS * EVENT_WORDS];
    };
    short top[5];
    int base;
};
struct Task {  // a hand whose outline is to be made
    u64 cards;
    int table;
    u8 seat, place, own, peek;  // own: of who decides
};

FN void load(Table& t, const Table* from) {
    const unsigned* a = (const unsigned*)from;
    unsigned* b = (unsigned*)&t;
    for (int i = LANE; i < (int)(sizeof(Table) / 4); i += 32) b[i] = a[i];
    SYNC();
}
FN void store(const Table& t, Table* to) {
    SYNC();
    unsigned* a = (unsigned*)to;
    const unsigned* b = (const unsigned*)&t;
    for (int i = LANE; i < (int)(sizeof(Table) / 4); i += 32) a[i] = b[i];
}
FN uint2 four(unsigned bits) {  // as numbers
    uint2 found = {(bits & 1 ? 0x3F80u : 0u) | (bits & 2 ? 0x3F800000u : 0u),
                   (bits & 4 ? 0x3F80u : 0u) | (bits & 8 ? 0x3F800000u : 0u)};
    return found;
}
FN void expand(const u64* words, int count, uint2* out) {
    for (int j = LANE; j < count * 16; j += 32)
        out[j] = four((unsigned)(words[j >> 4] >> 4 * (j & 15)));
}

struct Step {  // what a step reads and writes; arrays have an entry a table
    const Settings* settings;
    const Table* from;  // tables are read here and written there, so that peeks see the old ones
    Table* to;
    const int *chosen, *peeked;  // peeked: another play, tried on a copy of the table
    bf16 *policy, *critic, *peek_critic;
    u64* events;  // the bits themselves: EVENTS of them for each table
    Node *nodes, *peek_nodes;
    Outcome *outcomes, *peek_outcomes;
    int *base, *count, *fallback, *owner, *action;
    u8* left;
    u64* rest;
    unsigned short* more;
    int *total, *lost;
    Hand* hands;
    Task* tasks;  // room for eight a table
    int* tasks_n;
    u64* words;   // what the networks see, before it is spread: of tables, then of peeks
    bf16* leaves; // what each legal play leaves, as rows of bits
    Outcome* ring;
    int* ring_at;
    int n, cap, ring_size, peek;
};

FN Node node_of(const Table& t, int stopped) {
    Node node = {t.turn, t.seats, t.aims, t.holder[t.turn], t.step, (u8)stopped, t.giving, 0};
    return node;
}

// The legal plays, and what the player to move sees, but for outlines.
FN void describe_all(const Catalogue& c, const Step& a, Shared& s, int i, int k) {
    Table& t = s.t;
    u64 unseen = unseen_by(t, t.turn);
    strongest_unseen(c, unseen, s.top);
    encode_policy(c, t, unseen, s.top, s.words);
    int fullest = fullest_other(t);
    Hand& hand = a.hands[i];
    if (LANE < 5) hand.top[LANE] = s.top[LANE];
    if (LEADER) {
        int from = atomicAdd(a.total, k), kept = from + k > a.cap ? 0 : k;
        if (!kept) atomicAdd(a.lost, 1);
        s.base = from;
        a.fallback[i] = s.list[draw(t) % k];
        a.base[i] = from, a.count[i] = kept;
        hand.cards = t.hand[t.turn], hand.fullest = (short)fullest;
    }
    SYNC();
    int from = s.base, kept = from + k > a.cap ? 0 : k;
    for (int j = LANE; j < kept; j += 32) {
        a.owner[from + j] = i;
        a.action[from + j] = s.list[j];
        a.left[from + j] = describe(c, t, s.top, fullest, s.list[j]);
    }
    SYNC();
    for (int j = LANE; j < EVENTS * EVENT_WORDS; j += 32) s.events[j] = 0;
    SYNC();
    if (LANE < EVENTS) encode_event(c, t, LANE, s.events + LANE * EVENT_WORDS);
    SYNC();
}

// Puts down whose outlines are to be made: of hands that changed, and always of who decides.
FN void set_tasks(const Step& a, Shared& s, int i, bool peek) {
    Table& t = s.t;
    int wanted = t.stale | (peek ? 0 : 1 << t.turn), all = (1 << t.seats) - 1;
    wanted &= all;
    SYNC();
    if (LEADER) s.base = atomicAdd(a.tasks_n, (int)BITS((u64)wanted));
    SYNC();
    if (LANE < t.seats && (wanted >> LANE & 1)) {
        u8 own = !peek && LANE == t.turn;
        Task k = {t.hand[LANE], i, (u8)LANE, (u8)place_of(t, t.turn, LANE), own, peek};
        a.tasks[s.base + BITS((u64)(wanted & ((1 << LANE) - 1)))] = k;
    }
    SYNC();
}

// One warp a table: the chosen play is applied and play goes on to the next decision. Warps beyond
// the tables do the same with the peeked play, and only the critic sees where that leads.
__global__ void __launch_bounds__(WARPS * 32, STEP_BLOCKS) step_kernel(Catalogue c, Step a) {
    __shared__ Shared all[WARPS];
    Shared& s = all[threadIdx.x >> 5];
    int i = blockIdx.x * WARPS + (threadIdx.x >> 5);
    bool peek = i >= a.n;
    u64* words = a.words + (size_t)i * ALL_WORDS;
    if (peek) i -= a.n;
    if (i >= a.n || (peek && !a.peek)) return;
    load(s.t, a.from + i);
    Table& t = s.t;
    int act = peek ? a.peeked[i] : a.chosen[i];
    if (peek && act < 0) return;
    if (LEADER) t.ended = 0, t.final_ = 0;
    SYNC();
    if (act >= 0) apply(c, t, act);
    int seats = t.seats, aims = t.aims;  // of the round that ended, before a new match begins
    int k = advance(c, *a.settings, t, s.list);
    SYNC();
    if (LEADER) {
        Outcome o;
        o.ended = t.ended, o.final_ = t.final_, o.seats = (short)seats, o.aims = (short)aims;
        for (int j = 0; j < 4; j++)
            o.points[j] = t.points[j], o.before[j] = t.before[j], o.after[j] = t.after[j];
        o.who[0] = t.was_winner, o.who[1] = t.was_loser;
        o.who[2] = t.round_winner, o.who[3] = t.round_loser;
        (peek ? a.peek_outcomes : a.outcomes)[i] = o;
        (peek ? a.peek_nodes : a.nodes)[i] = node_of(t, k == 0);
        if (!peek && o.ended && o.aims) a.ring[atomicAdd(a.ring_at, 1) & (a.ring_size - 1)] = o;
        if (!peek && !k) a.base[i] = 0, a.count[i] = 0, a.fallback[i] = -1;
    }
    if (LANE < ALL_WORDS) s.words[LANE] = 0;
    SYNC();
    if (peek || k) {
        encode_critic(c, t, s.words + POLICY_WORDS);
        put_hands(t, s.words + POLICY_WORDS);
        set_tasks(a, s, i, peek);
    }
    if (!peek && k) {
        describe_all(c, a, s, i, k);
        u64* events = a.events + (size_t)i * EVENTS * EVENT_WORDS;
        for (int j = LANE; j < EVENTS * EVENT_WORDS; j += 32) events[j] = s.events[j];
    }
    SYNC();
    if (LANE < ALL_WORDS) words[LANE] = s.words[LANE];
    if (peek) return;
    if (LEADER && k) t.stale = 0;
    store(s.t, a.to + i);
}

// The outlines of hands, one warp each; who decides also hands over its combinations.
__global__ void __launch_bounds__(128) hands_kernel(Catalogue c, Step a) {
    __shared__ short lists[4][LIST];
    short* held = lists[threadIdx.x >> 5];
    int tasks = *a.tasks_n;
    for (int at = blockIdx.x * 4 + (threadIdx.x >> 5); at < tasks; at += gridDim.x * 4) {
        Task k = a.tasks[at];
        SYNC();
        int n = scan(c, k.cards, 0, COMBINATIONS, 0, 9, held, 0);
        SYNC();
        Holding plain = holding(c, held, n, 0, 0);
        Outline o = outline(c, k.cards, plain);
        u8 turns = (u8)(o.turns < TURNS ? o.turns : TURNS - 1);
        u64* words = a.words + (size_t)(k.peek ? a.n + k.table : k.table) * ALL_WORDS;
        if (LEADER) {
            if (!k.peek) a.to[k.table].can[k.seat] = o.can, a.to[k.table].plan[k.seat] = turns;
            put_hand(words + POLICY_WORDS, k.place, o.can, turns);
        }
        if (!k.own) continue;
        Hand& to = a.hands[k.table];
        Holding h = holding(c, held, n, to.top, to.fullest);
        Outline own = outline(c, k.cards, h);
        for (int j = LANE; j < n; j += 32) to.held[j] = held[j];
        if (LEADER) {
            to.n = (short)n;
            put_outline(words, POLICY_BITS, own);
        }
    }
}

// The outlines of what the legal plays leave: a few plays a warp, so that none has hundreds.
__global__ void __launch_bounds__(128) rests_kernel(Catalogue c, Step a) {
    int rows = *a.total < a.cap ? *a.total : a.cap;
    int warp = blockIdx.x * 4 + (threadIdx.x >> 5);
    for (int first = warp * CHUNK; first < rows; first += gridDim.x * 4 * CHUNK) {
        int owner = -1, end = first + CHUNK < rows ? first + CHUNK : rows;
        u64 cards = 0;
        Holding h;
        for (int r = first; r < end; r++) {
            if (a.owner[r] != owner) {
                owner = a.owner[r];
                const Hand& of = a.hands[owner];
                h = holding(c, of.held, of.n, of.top, of.fullest);
                cards = of.cards;
            }
            Outline o = outline(c, left_of(c, cards, a.action[r]), h);
            unsigned more = packed(o), left = a.left[r];
            if (LEADER) a.rest[r] = o.can, a.more[r] = (unsigned short)more;
            unsigned about = (more >> 4 & 31) << TURNS | 1u << (TURNS + 5 + (more >> 9));
            unsigned word = LANE < 8 ? (unsigned)o.can : LANE < 16 ? (unsigned)(o.can >> 32)
                : LANE < 24 ? about | 1u << (more & 15) : 1u << (left & 31) | left >> 5 << 17;
            ((uint2*)a.leaves)[(size_t)r * 32 + LANE] = four(word >> 4 * (LANE & 7));
        }
    }
}

// What the networks see, spread from bits to numbers: one warp a row.
__global__ void spread_kernel(Step a) {
    int i = blockIdx.x * 8 + (threadIdx.x >> 5);
    if (i == 0 && LEADER) *a.tasks_n = 0;
    bool peek = i >= a.n;
    const u64* words = a.words + (size_t)i * ALL_WORDS;
    if (peek) i -= a.n;
    if (i >= a.n || (peek && !a.peek)) return;
    bf16* critic = peek ? a.peek_critic : a.critic;
    expand(words + POLICY_WORDS, CRITIC_WORDS, (uint2*)(critic + (size_t)i * CRITIC_WORDS * 64));
    if (!peek) expand(words, POLICY_WORDS, (uint2*)(a.policy + (size_t)i * POLICY_WORDS * 64));
}

// A table's legal actions, for the check against the rules library.
__global__ void list_kernel(Catalogue c, const Table* tables, int n, short* lists, int* counts) {
    __shared__ Few all[WARPS];
    Few& s = all[threadIdx.x >> 5];
    int i = blockIdx.x * WARPS + (threadIdx.x >> 5);
    if (i >= n) return;
    load(s.t, tables + i);
    int k = s.t.over ? 0 : legal(c, s.t, s.list);
    SYNC();
    for (int j = LANE; j < k; j += 32) lists[i * LIST + j] = s.list[j];
    if (LEADER) counts[i] = k;
}

// Random play, every move drawn evenly from the legal ones: the benchmark of the environment.
__global__ void __launch_bounds__(WARPS * 32, RANDOM_BLOCKS)
random_kernel(Catalogue c, const Settings* settings, Table* tables, int n, int moves) {
    __shared__ Few all[WARPS];
    Few& s = all[threadIdx.x >> 5];
    int i = blockIdx.x * WARPS + (threadIdx.x >> 5);
    if (i >= n) return;
    load(s.t, tables + i);
    Table& t = s.t;
    for (int m = 0; m < moves; m++) {
        if (t.round == 0 || !t.hand[t.turn] || t.over) {
            SYNC();
            if (LEADER) {
                t.ended = 0;
                if (t.over || t.seats == 0) new_match(t, *settings);
            }
            SYNC();
            start_round(t);
        }
        int k = legal(c, t, s.list);
        SYNC();
        if (LEADER) t.rng = mix(t.rng);
        SYNC();
        apply(c, t, s.list[(unsigned)(t.rng >> 33) % (unsigned)k]);
    }
    store(s.t, tables + i);
}

// What is seen of the plays of a round that there are, one after the other in any order, and the
// first layer over it: the sum of the weights of its bits, bent.
struct Course {
    const unsigned* events;  // words of 32 bits
    const bf16* w;           // 256 wide
    int *places, *begins, *counts, *total;
    bf16* out;
    int n;
};
#define COURSE_ROOM (64 * EVENT_WORDS * 512 + 2048) /* all weights, and 32 numbers a warp */
FN unsigned event_word(const Course& a, int place) {
    return LANE < 2 * EVENT_WORDS ? a.events[(size_t)place * 2 * EVENT_WORDS + LANE] : 0;
}
FN void add8(float* sum, uint4 raw) {
    const unsigned two[4] = {raw.x, raw.y, raw.z, raw.w};
    for (int j = 0; j < 4; j++) {
        sum[2 * j] += __uint_as_float(two[j] << 16);
        sum[2 * j + 1] += __uint_as_float(two[j] & 0xFFFF0000u);
    }
}
__global__ void __launch_bounds__(1024, 1) course_kernel(Course a) {
    extern __shared__ uint4 weights[];
    const int rows = 64 * EVENT_WORDS;
    for (int j = threadIdx.x; j < rows * 32; j += 1024) weights[j] = ((const uint4*)a.w)[j];
    __syncthreads();
    short* list = (short*)(weights + rows * 32) + (threadIdx.x & ~31);
    int total = *a.total, warps = gridDim.x * 32, e = blockIdx.x * 32 + (threadIdx.x >> 5);
    unsigned word = e < total ? event_word(a, a.places[e]) : 0;
    int place = e + warps < total ? a.places[e + warps] : 0;
    for (; e < total; e += warps) {  // what comes next is fetched while this is added up
        unsigned next = event_word(a, place);
        place = e + 2 * warps < total ? a.places[e + 2 * warps] : 0;
        int at = __popc(word);
        for (int d = 1; d < 32; d <<= 1) {
            int before = __shfl_up_sync(~0u, at, d);
            if (LANE >= d) at += before;
        }
        int all = __shfl_sync(~0u, at, 31);
        for (unsigned bits = word; bits; bits &= bits - 1)
            list[at - __popc(bits)] = (short)(LANE * 32 + __ffs(bits) - 1);
        SYNC();
        float sum[8] = {0, 0, 0, 0, 0, 0, 0, 0};
        for (int k = 0; k < all; k += 4) {
            uint4 raw[4];
            for (int q = 0; q < 4; q++)
                raw[q] = k + q < all ? weights[list[k + q] * 32 + LANE] : make_uint4(0, 0, 0, 0);
            for (int q = 0; q < 4; q++) add8(sum, raw[q]);
        }
        uint4 out;
        __nv_bfloat162* two = (__nv_bfloat162*)&out;
        for (int q = 0; q < 4; q++)
            two[q] = __floats2bfloat162_rn(fmaxf(sum[2 * q], LEAK * sum[2 * q]),
                                           fmaxf(sum[2 * q + 1], LEAK * sum[2 * q + 1]));
        ((uint4*)a.out)[(size_t)e * 32 + LANE] = out;
        SYNC();
        word = next;
    }
}
// Where the plays of each position go: one after the other, positions in any order.
__global__ void places_kernel(Course a) {
    const int size = 2 * EVENT_WORDS;
    int i = blockIdx.x * 8 + (threadIdx.x >> 5);
    if (i >= a.n) return;
    bool is = LANE < EVENTS && a.events[((size_t)i * EVENTS + LANE) * size + size - 1];  // its kind
    int count = __popc(__ballot_sync(~0u, is)), begin = 0;
    if (LEADER) {
        begin = atomicAdd(a.total, count);
        a.begins[i] = begin, a.counts[i] = count;
    }
    begin = __shfl_sync(~0u, begin, 0);
    if (is) a.places[begin + LANE] = i * EVENTS + LANE;
}

struct Choice {
    const Settings* settings;
    Table* tables;
    const Node* nodes;
    const int *base, *count, *fallback, *action;
    const u8* left;
    const u64* rest;
    const unsigned short* more;
    const float *score, *other;
    int *chosen, *kept_action;
    u8* kept_left;
    u64* kept_rest;
    unsigned short* kept_more;
    float* valid;
    int *peeked, *peek_action;
    u8* peek_left;
    u64* peek_rest;
    unsigned short* peek_more;
    int n;
};
FN float unit(u64 x) { return ((float)(mix(x) >> 40) + 0.5f) * (1.0f / 16777216.0f); }
FN int best_lane(float best, int at) {
    for (int d = 16; d; d >>= 1) {
        float x = __shfl_xor_sync(~0u, best, d);
        int y = __shfl_xor_sync(~0u, at, d);
        if (x > best || (x == best && y < at)) best = x, at = y;
    }
    return at;
}

// Chooses among a table's legal plays: the best, or softly at a temperature, or evenly at times.
// Also draws another play to peek at: softly at five times the temperature, or evenly.
__global__ void choose_kernel(Choice a) {
    int i = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5);
    if (i >= a.n) return;
    int k = a.count[i], from = a.base[i];
    if (k == 0) {
        if (LEADER) {
            a.chosen[i] = a.fallback[i], a.peeked[i] = -1;
            a.kept_action[i] = a.peek_action[i] = PASS;
            a.kept_left[i] = a.peek_left[i] = 0, a.valid[i] = 0;
            a.kept_rest[i] = a.peek_rest[i] = 0, a.kept_more[i] = a.peek_more[i] = 0;
        }
        return;
    }
    const float* score = a.nodes[i].holder == BY_OTHER_NET ? a.other : a.score;
    u64 rng = a.tables[i].rng;
    SYNC();
    if (LEADER) a.tables[i].rng = mix(rng);
    float heat = a.settings->temperature;
    bool even = unit(rng ^ 0x5851F42D4C957F2Dull) < a.settings->uniform;
    bool wide = unit(rng ^ 0x14057B7EF767814Full) < 0.3f;
    float best = -1e30f, peek = -1e30f;
    int at = LIST, second = LIST;
    for (int j = LANE; j < k; j += 32) {
        float u = unit(rng + 0x2545F4914F6CDD1Dull * (j + 1)), x = score[from + j];
        x = even ? u : heat > 0 ? x / heat - __logf(-__logf(u)) : x;
        if (x > best) best = x, at = j;
    }
    at = best_lane(best, at);
    for (int j = LANE; j < k; j += 32) {
        if (j == at) continue;
        float u = unit(rng + 0x9FB21C651E98DF25ull * (j + 1));
        float x = wide ? u : score[from + j] / (5 * heat + 1e-6f) - __logf(-__logf(u));
        if (x > peek) peek = x, second = j;
    }
    second = best_lane(peek, second);
    if (LEADER) {
        a.chosen[i] = a.kept_action[i] = a.action[from + at];
        a.kept_left[i] = a.left[from + at];
        a.peeked[i] = a.peek_action[i] = a.action[from + second];
        a.peek_left[i] = a.left[from + second];
        a.kept_rest[i] = a.rest[from + at], a.kept_more[i] = a.more[from + at];
        a.peek_rest[i] = a.rest[from + second], a.peek_more[i] = a.more[from + second];
        a.valid[i] = 1;
    }
}

FN bool outline_bit(u64 can, unsigned more, int j) {
    if (j < 64) return can >> j & 1;
    if (j < 64 + TURNS) return (int)(more & 15) == j - 64;
    if (j < 69 + TURNS) return more >> (4 + j - 64 - TURNS) & 1;
    return (int)(more >> 9) == j - 69 - TURNS;
}
// Plays as rows of bits for learning: `few` of every `stride`, step after step.
__global__ void play_rows_kernel(const u64* bits, const int* action, const u8* left,
                                 const u64* rest, const unsigned short* more, int n, int width,
                                 int few, int stride, bf16* out) {
    int row = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5);
    if (row >= n) return;
    size_t i = (size_t)(row / few) * stride + row % few;
    const u64* w = bits + (size_t)action[i] * 3;
    int l = left[i];
    unsigned about = more[i];
    u64 can = rest[i];
    for (int j = LANE; j < width; j += 32) {
        bool on;
        if (j < STATIC_BITS) on = w[j >> 6] >> (j & 63) & 1;
        else if (j < STATIC_BITS + 17) on = (l & 31) == j - STATIC_BITS;
        else if (j < PLAY_BITS) on = l >> (5 + j - STATIC_BITS - 17) & 1;
        else on = outline_bit(can, about, j - PLAY_BITS);
        out[(size_t)row * width + j] = on ? __float2bfloat16(1.f) : __float2bfloat16(0.f);
    }
}

// Rows of `few` of every `stride` tables, step after step, 16 bytes a thread.
__global__ void take_kernel(const uint4* from, uint4* to, int steps, int few, int stride, int size) {
    int all = few * size;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < all; i += gridDim.x * blockDim.x)
        for (int step = blockIdx.y; step < steps; step += gridDim.y)
            to[(size_t)step * all + i] = from[(size_t)step * stride * size + i];
}

// The chance of each seat to win the match, before and after the rounds that ended at tables which
// play for it: from the totals, and from who won and lost the last round, for the winner will take a
// card and lead (R7). Two layers of 64, one warp a row. The shares of a finished match stand in for
// its chances.
__global__ void chances_kernel(const Outcome* outcomes, int n, const float* w0, const float* b0,
                               const float* w1, const float* b1, const float* w2, float* before,
                               float* after) {
    __shared__ float first[8][64];
    int row = blockIdx.x * 8 + (threadIdx.x >> 5);
    float* h = first[threadIdx.x >> 5];
    if (row >= n) return;
    Outcome o = outcomes[row];
    if (!o.ended || !o.aims) return;
    for (int late = 0; late < 2; late++) {
        const short* totals = late ? o.after : o.before;
        float* out = (late ? after : before) + (size_t)row * 4;
        if (late && o.final_) {
            int least = 30000, share = 0;
            for (int s = 0; s < o.seats; s++) least = min(least, (int)totals[s]);
            for (int s = 0; s < o.seats; s++) share += totals[s] == least;
            if (LANE < 4) out[LANE] = LANE < o.seats && totals[LANE] == least ? 1.f / share : 0.f;
            continue;
        }
        float logit[4], sum = 0;
        for (int s = 0; s < o.seats; s++) {
            float x[MATCH_INPUTS] = {0, 0, 0, 0, o.seats == 3 ? 1.f : 0.f};
            for (int d = 0; d < o.seats; d++) {
                int at = o.seats == 3 && d == 2 ? 3 : d, seat = (s + d) % o.seats;
                x[at] = totals[seat] / 100.f;
                x[5 + at] = seat == o.who[2 * late], x[9 + at] = seat == o.who[2 * late + 1];
            }
            for (int u = LANE; u < 64; u += 32) {
                float a = b0[u];
                for (int j = 0; j < MATCH_INPUTS; j++) a += x[j] * w0[j * 64 + u];
                h[u] = fmaxf(a, 0);
            }
            SYNC();
            float dot = 0;
            for (int u = LANE; u < 64; u += 32) {
                float a = b1[u];
                for (int j = 0; j < 64; j++) a += h[j] * w1[j * 64 + u];
                dot += fmaxf(a, 0) * w2[u];
            }
            SYNC();
            for (int d = 16; d; d >>= 1) dot += __shfl_xor_sync(~0u, dot, d);
            logit[s] = expf(dot), sum += logit[s];
        }
        if (LEADER)
            for (int s = 0; s < 4; s++) out[s] = s < o.seats ? logit[s] / sum : 0;
    }
}

#define PARTS 64
struct Gradients {  // one array after the other, as the weights lie
    const bf16* at[PARTS];
    int n, begin[PARTS + 1];
};

// Adam over all weights at once: fp32 weights, moments and running mean; bf16 gradients and the
// bf16 weights that the matrix products read. `now` holds the rate, the mean's weight, the step
// and the decay, without which the noise of the gradients walks the weights away. Four a thread.
__global__ void adam_kernel(float* weight, float* m, float* v, float* mean, bf16* half,
                            const float* now, __grid_constant__ const Gradients g) {
    float rate = now[0], share = now[1], step = now[2], decay = now[3];
    const float b1 = 0.9f, b2 = 0.995f;
    float c1 = 1 / (1 - powf(b1, step)), c2 = 1 / (1 - powf(b2, step));
    int n = g.begin[g.n], part = 0;
    for (int i = (blockIdx.x * blockDim.x + threadIdx.x) * 4; i < n; i += gridDim.x * blockDim.x * 4) {
        int some = n - i < 4 ? n - i : 4;
        float w[4], a[4], b[4], u[4];
        bf16 h[4];
        bool whole = some == 4;
        if (whole) {
            *(float4*)w = *(const float4*)(weight + i), *(float4*)a = *(const float4*)(m + i);
            *(float4*)b = *(const float4*)(v + i), *(float4*)u = *(const float4*)(mean + i);
        } else
            for (int j = 0; j < some; j++)
                w[j] = weight[i + j], a[j] = m[i + j], b[j] = v[i + j], u[j] = mean[i + j];
        for (int j = 0; j < some; j++) {
            while (i + j >= g.begin[part + 1]) part++;
            float d = __bfloat162float(g.at[part][i + j - g.begin[part]]);
            a[j] = b1 * a[j] + (1 - b1) * d;
            b[j] = b2 * b[j] + (1 - b2) * d * d;
            w[j] -= rate * (a[j] * c1 / (sqrtf(b[j] * c2) + 1e-8f) + decay * w[j]);
            u[j] += share * (w[j] - u[j]);
            h[j] = __float2bfloat16(w[j]);
        }
        if (whole) {
            *(float4*)(weight + i) = *(float4*)w, *(float4*)(m + i) = *(float4*)a;
            *(float4*)(v + i) = *(float4*)b, *(float4*)(mean + i) = *(float4*)u;
            *(uint2*)(half + i) = *(uint2*)h;
        } else
            for (int j = 0; j < some; j++)
                weight[i + j] = w[j], m[i + j] = a[j], v[i + j] = b[j], mean[i + j] = u[j],
                half[i + j] = h[j];
    }
}

FN int place(const Node& v, int seat) {
    int d = (seat - v.turn) * v.step;
    if (d < 0) d += v.seats;
    return v.seats == 3 && d == 2 ? 3 : d;
}

// What a round that ended is worth to a seat: its payoff, or the change of its chance to win.
FN float worth(const Outcome& o, int s, const float* before, const float* after, float points,
               float wins) {
    if (s >= o.seats) return 0;
    if (o.aims) return wins * (after[s] - before[s]);
    float sum = 0;
    for (int j = 0; j < o.seats; j++) sum += o.points[j];
    return ((sum - o.points[s]) / (o.seats - 1) - o.points[s]) / points;
}

// λ-returns for all seats along each table's steps, and the chosen plays' advantages over the
// critic. Rows are [step][table]; values have one step more, to continue from.
#define ALONE __restrict__ /* nothing else that is written lies there, so it may be read ahead */
__global__ void returns_kernel(const Settings* ALONE settings, const Node* ALONE nodes,
                               const Outcome* ALONE outcomes, const float* ALONE values,
                               const float* ALONE chance_before, const float* ALONE chance_after,
                               int steps, int tables, int stride, float points, float wins,
                               float* ALONE target, float* ALONE advantage,
                               const Node* ALONE peek_nodes, const Outcome* ALONE peek_outcomes,
                               const float* ALONE peek_values, const float* ALONE peek_before,
                               const float* ALONE peek_after, float* ALONE peek_advantage) {
    int i = (blockIdx.x * blockDim.x + threadIdx.x) >> 2, s = threadIdx.x & 3;  // a thread a seat
    if (i >= tables) return;
    float lambda = settings->lambda;
    Node ahead = nodes[(size_t)steps * stride + i];
    float g = s < ahead.seats ? values[((size_t)steps * tables + i) * 4 + place(ahead, s)] : 0;
#pragma unroll 4
    for (int k = steps - 1; k >= 0; k--) {
        size_t row = (size_t)k * tables + i, all = (size_t)k * stride + i;
        Node now = nodes[all];
        const Outcome& o = outcomes[all];  // chances lie as the outcomes do
        if (o.ended)
            g = worth(o, s, chance_before + all * 4, chance_after + all * 4, points, wins);
        else if (s < now.seats)
            g = (1 - lambda) * values[(row + tables) * 4 + place(ahead, s)] + lambda * g;
        if (s < now.seats) target[row * 4 + place(now, s)] = g;
        else target[row * 4 + 2] = 0;  // nobody sits across
        if (s == now.turn) {
            const Outcome& p = peek_outcomes[all];
            float here = values[row * 4];
            float there = p.ended
                ? worth(p, s, peek_before + all * 4, peek_after + all * 4, points, wins)
                : peek_values[row * 4 + place(peek_nodes[all], s)];
            advantage[row] = g - here, peek_advantage[row] = there - here;
        }
        ahead = now;
    }
}

#define BLOCKS(n, per) (((n) + (per)-1) / (per))
typedef cudaStream_t Stream;

extern "C" int table_size() { return (int)sizeof(Table); }
extern "C" int hand_size() { return (int)sizeof(Hand); }
extern "C" int task_size() { return (int)sizeof(Task); }
extern "C" int last_error() { return (int)cudaGetLastError(); }
extern "C" void step(Stream q, const Catalogue* c, const Step* a) {
    cudaMemsetAsync(a->total, 0, 4, q);
    step_kernel<<<BLOCKS(a->peek ? 2 * a->n : a->n, WARPS), WARPS * 32, 0, q>>>(*c, *a);
    hands_kernel<<<132 * 32, 128, 0, q>>>(*c, *a);
    rests_kernel<<<132 * 16, 128, 0, q>>>(*c, *a);
    spread_kernel<<<BLOCKS(a->peek ? 2 * a->n : a->n, 8), 256, 0, q>>>(*a);
}
extern "C" void list_legal(Stream q, const Catalogue* c, const Table* t, int n, short* lists, int* k) {
    list_kernel<<<BLOCKS(n, WARPS), WARPS * 32, 0, q>>>(*c, t, n, lists, k);
}
extern "C" void random_play(Stream q, const Catalogue* c, const Settings* s, Table* t, int n, int moves) {
    random_kernel<<<BLOCKS(n, WARPS), WARPS * 32, 0, q>>>(*c, s, t, n, moves);
}
extern "C" void course(Stream q, const Course* a) {
    cudaMemsetAsync(a->total, 0, 4, q);
    places_kernel<<<BLOCKS(a->n, 8), 256, 0, q>>>(*a);
    cudaFuncSetAttribute(course_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, COURSE_ROOM);
    course_kernel<<<132, 1024, COURSE_ROOM, q>>>(*a);
}
extern "C" void choose(Stream q, const Choice* a) {
    choose_kernel<<<BLOCKS(a->n, 8), 256, 0, q>>>(*a);
}
extern "C" void play_rows(Stream q, const u64* bits, const int* action, const u8* left,
                          const u64* rest, const unsigned short* more, int n, int width, int few,
                          int stride, bf16* out) {
    play_rows_kernel<<<BLOCKS(n, 8), 256, 0, q>>>(bits, action, left, rest, more, n, width, few,
                                                  stride, out);
}
extern "C" void take(Stream q, const uint4* from, uint4* to, int steps, int few, int stride, int size) {
    dim3 grid(BLOCKS(few * size, 256 * 2), steps);
    take_kernel<<<grid, 256, 0, q>>>(from, to, steps, few, stride, size);
}
extern "C" void returns(Stream q, const Settings* s, const Node* nodes, const Outcome* outcomes,
                        const float* values, const float* before, const float* after, int steps,
                        int tables, int stride, float points, float wins, float* target,
                        float* advantage, const Node* peek_nodes, const Outcome* peek_outcomes,
                        const float* peek_values, const float* peek_before, const float* peek_after,
                        float* peek_advantage) {
    returns_kernel<<<BLOCKS(tables * 4, 64), 64, 0, q>>>(s, nodes, outcomes, values, before, after,
        steps, tables, stride, points, wins, target, advantage, peek_nodes, peek_outcomes,
        peek_values, peek_before, peek_after, peek_advantage);
}
extern "C" void chances(Stream q, const Outcome* outcomes, int n, const float* w0, const float* b0,
                        const float* w1, const float* b1, const float* w2, float* before, float* after) {
    chances_kernel<<<BLOCKS(n, 8), 256, 0, q>>>(outcomes, n, w0, b0, w1, b1, w2, before, after);
}
extern "C" void adam(Stream q, float* weight, float* m, float* v, float* mean, bf16* half,
                     const float* now, const Gradients* g) {
    adam_kernel<<<132 * 8, 256, 0, q>>>(weight, m, v, mean, half, now, *g);
}
