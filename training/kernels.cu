// The GPU side of self-play: tables step, plays are gathered and chosen, returns are computed.
// Every function here launches on the stream it is given and never waits, so that whole
// iterations can be captured in one CUDA graph.
#include <cuda_bf16.h>
#include "features.cuh"

typedef __nv_bfloat16 bf16;
#define WARPS 4 /* tables a block */

struct Outcome {  // how the round ended that followed a decision; shorts, read by torch too
    short ended, final_, seats, aims, points[4], before[4], after[4];
    short who[4];  // winner and loser of the round before, then of this one; NONE
};
struct Node {  // who decides
    u8 turn, seats, aims, holder;
    signed char step;
    u8 stopped, giving, spare;
};
struct Shared {
    Table t;
    u64 words[POLICY_WORDS + CRITIC_WORDS];
    u64 events[EVENTS * EVENT_WORDS];
    short list[LIST], held[LIST];
    short top[5];
    int base;
};

FN void load(Shared& s, const Table* from) {
    const unsigned* a = (const unsigned*)from;
    unsigned* b = (unsigned*)&s.t;
    for (int i = LANE; i < (int)(sizeof(Table) / 4); i += 32) b[i] = a[i];
    SYNC();
}
FN void store(const Shared& s, Table* to) {
    SYNC();
    unsigned* a = (unsigned*)to;
    const unsigned* b = (const unsigned*)&s.t;
    for (int i = LANE; i < (int)(sizeof(Table) / 4); i += 32) a[i] = b[i];
}
FN void expand(const u64* words, int count, unsigned* out) {  // bits to bf16, two a lane
    for (int j = 0; j < count; j++) {
        unsigned two = (unsigned)(words[j] >> (2 * LANE)) & 3;
        out[j * 32 + LANE] = (two & 1 ? 0x3F80u : 0u) | (two & 2 ? 0x3F800000u : 0u);
    }
}

struct Step {  // what a step reads and writes; arrays have an entry a table
    const Settings* settings;
    const Table* from;  // tables are read here and written there, so that peeks see the old ones
    Table* to;
    const int *chosen, *peeked;  // peeked: another play, tried on a copy of the table
    bf16 *policy, *critic, *peek_critic, *events;
    Node *nodes, *peek_nodes;
    Outcome *outcomes, *peek_outcomes;
    int *base, *count, *fallback, *owner, *action;
    u8* left;
    u64* rest;
    unsigned short* more;
    int *total, *lost;
    Outcome* ring;
    int* ring_at;
    int n, cap, ring_size, peek;
};

FN Node node_of(const Table& t, int stopped) {
    Node node = {t.turn, t.seats, t.aims, t.holder[t.turn], t.step, (u8)stopped, t.giving, 0};
    return node;
}

// One warp a table: the chosen play is applied and play goes on to the next decision. Warps beyond
// the tables do the same with the peeked play, and only the critic sees where that leads.
__global__ void __launch_bounds__(WARPS * 32) step_kernel(Catalogue c, Step a) {
    __shared__ Shared all[WARPS];
    Shared& s = all[threadIdx.x >> 5];
    int i = blockIdx.x * WARPS + (threadIdx.x >> 5);
    bool peek = i >= a.n;
    if (peek) i -= a.n;
    if (i >= a.n || (peek && !a.peek)) return;
    load(s, a.from + i);
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
    }
    if (LANE < POLICY_WORDS + CRITIC_WORDS) s.words[LANE] = 0;
    for (int j = LANE; j < EVENTS * EVENT_WORDS; j += 32) s.events[j] = 0;
    SYNC();
    if (peek) {
        outline_hands(c, t, s.held);
        if (LEADER) {
            encode_critic(c, t, s.words);
            put_hands(t, s.words);
        }
        SYNC();
        expand(s.words, CRITIC_WORDS, (unsigned*)(a.peek_critic + (size_t)i * CRITIC_WORDS * 64));
        return;
    }
    if (k) {
        u64 unseen = unseen_by(t, t.turn);
        strongest_unseen(c, unseen, s.top);
        if (LEADER) {
            encode_policy(c, t, unseen, s.top, s.words);
            int from = atomicAdd(a.total, k);
            if (from + k > a.cap) atomicAdd(a.lost, 1);
            s.base = from;
            a.fallback[i] = s.list[draw(t) % k];
        }
        if (LANE == 1) encode_critic(c, t, s.words + POLICY_WORDS);
        SYNC();
        int from = s.base, kept = from + k > a.cap ? 0 : k;
        if (LEADER) a.base[i] = from, a.count[i] = kept;
        int fullest = fullest_other(t);
        u64 hand = t.hand[t.turn];
        outline_hands(c, t, s.held);
        if (LEADER) put_hands(t, s.words + POLICY_WORDS);
        int all = scan(c, hand, 0, COMBINATIONS, 0, 9, s.held, 0);
        SYNC();
        Holding h = holding(c, s.held, all, s.top, fullest);
        Outline own = outline(c, hand, h);
        if (LEADER) {
            Writer w = {s.words, POLICY_BITS};
            put_outline(w, own);
        }
        for (int j = 0; j < kept; j++) {
            Outline o = outline(c, left_of(c, hand, s.list[j]), h);
            if (LEADER) a.rest[from + j] = o.can, a.more[from + j] = (unsigned short)packed(o);
        }
        SYNC();
        for (int j = LANE; j < kept; j += 32) {
            a.owner[from + j] = i;
            a.action[from + j] = s.list[j];
            a.left[from + j] = describe(c, t, s.top, fullest, s.list[j]);
        }
        if (LANE < EVENTS) encode_event(c, t, LANE, s.events + LANE * EVENT_WORDS);
        SYNC();
        if (a.events)
            expand(s.events, EVENTS * EVENT_WORDS,
                   (unsigned*)(a.events + (size_t)i * EVENTS * EVENT_WORDS * 64));
        expand(s.words, POLICY_WORDS, (unsigned*)(a.policy + (size_t)i * POLICY_WORDS * 64));
        expand(s.words + POLICY_WORDS, CRITIC_WORDS,
               (unsigned*)(a.critic + (size_t)i * CRITIC_WORDS * 64));
    } else if (LEADER)
        a.base[i] = 0, a.count[i] = 0, a.fallback[i] = -1;
    store(s, a.to + i);
}

// A table's legal actions, for the check against the rules library.
__global__ void list_kernel(Catalogue c, const Table* tables, int n, short* lists, int* counts) {
    __shared__ Shared all[WARPS];
    Shared& s = all[threadIdx.x >> 5];
    int i = blockIdx.x * WARPS + (threadIdx.x >> 5);
    if (i >= n) return;
    load(s, tables + i);
    int k = s.t.over ? 0 : legal(c, s.t, s.list);
    SYNC();
    for (int j = LANE; j < k; j += 32) lists[i * LIST + j] = s.list[j];
    if (LEADER) counts[i] = k;
}

// Random play, every move drawn evenly from the legal ones: the benchmark of the environment.
__global__ void __launch_bounds__(WARPS * 32)
random_kernel(Catalogue c, const Settings* settings, Table* tables, int n, int moves) {
    __shared__ Shared all[WARPS];
    Shared& s = all[threadIdx.x >> 5];
    int i = blockIdx.x * WARPS + (threadIdx.x >> 5);
    if (i >= n) return;
    load(s, tables + i);
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
    store(s, tables + i);
}

FN void add8(float* sum, const bf16* row) {
    uint4 raw = *(const uint4*)row;
    const __nv_bfloat162* two = (const __nv_bfloat162*)&raw;
    for (int j = 0; j < 4; j++) {
        float2 f = __bfloat1622float2(two[j]);
        sum[2 * j] += f.x, sum[2 * j + 1] += f.y;
    }
}

// The plays' layer: bend(state + play + what the play leaves), a row for each legal play.
__global__ void gather_kernel(const bf16* state, const bf16* plays, const bf16* leaves,
                              const int* owner, const int* action, const u8* left,
                              const int* total, int cap, int width, const bf16* rests,
                              bf16* out) {
    int rows = *total < cap ? *total : cap;
    int per = blockDim.x / (width / 8), lane = threadIdx.x % (width / 8);
    for (int r = blockIdx.x * per + threadIdx.x / (width / 8); r < rows; r += gridDim.x * per) {
        int at = lane * 8, l = left[r];
        float sum[8] = {0, 0, 0, 0, 0, 0, 0, 0};
        add8(sum, state + (size_t)owner[r] * width + at);
        add8(sum, plays + (size_t)action[r] * width + at);
        add8(sum, leaves + (l & 31) * width + at);
        add8(sum, rests + (size_t)r * width + at);
        for (int f = 0; f < 3; f++)
            if (l >> (5 + f) & 1) add8(sum, leaves + (17 + f) * width + at);
        uint4 raw;
        __nv_bfloat162* two = (__nv_bfloat162*)&raw;
        for (int j = 0; j < 4; j++)
            two[j] = __floats2bfloat162_rn(fmaxf(sum[2 * j], LEAK * sum[2 * j]),
                                           fmaxf(sum[2 * j + 1], LEAK * sum[2 * j + 1]));
        *(uint4*)(out + (size_t)r * width + at) = raw;
    }
}

// The last layer over the residual block: one warp a row.
__global__ void head_kernel(const bf16* first, const bf16* second, const float* w, const int* total,
                            int cap, int width, float* out) {
    int rows = *total < cap ? *total : cap;
    int r = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5);
    if (r >= rows) return;
    float dot = 0;
    for (int at = LANE * 8; at < width; at += 256) {
        float sum[8] = {0, 0, 0, 0, 0, 0, 0, 0};
        add8(sum, first + (size_t)r * width + at);
        add8(sum, second + (size_t)r * width + at);
        for (int j = 0; j < 8; j++) dot += sum[j] * w[at + j];
    }
    for (int d = 16; d; d >>= 1) dot += __shfl_down_sync(~0u, dot, d);
    if (LEADER) out[r] = dot;
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
// What every legal play leaves, as rows of bits.
__global__ void rest_rows_kernel(const u64* rest, const unsigned short* more, const int* total,
                                 int cap, int width, bf16* out) {
    int rows = *total < cap ? *total : cap;
    for (int i = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5); i < rows;
         i += gridDim.x * (blockDim.x >> 5)) {
        u64 can = rest[i];
        unsigned about = more[i];
        for (int j = LANE; j < width; j += 32)
            out[(size_t)i * width + j] = __float2bfloat16(outline_bit(can, about, j) ? 1.f : 0.f);
    }
}

// The chosen plays as rows of bits for learning.
__global__ void play_rows_kernel(const u64* bits, const int* action, const u8* left,
                                 const u64* rest, const unsigned short* more, int n, int width,
                                 bf16* out) {
    int i = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5);
    if (i >= n) return;
    const u64* w = bits + (size_t)action[i] * 3;
    int l = left[i];
    for (int j = LANE; j < width; j += 32) {
        bool on;
        if (j < STATIC_BITS) on = w[j >> 6] >> (j & 63) & 1;
        else if (j < STATIC_BITS + 17) on = (l & 31) == j - STATIC_BITS;
        else if (j < PLAY_BITS) on = l >> (5 + j - STATIC_BITS - 17) & 1;
        else on = outline_bit(rest[i], more[i], j - PLAY_BITS);
        out[(size_t)i * width + j] = on ? __float2bfloat16(1.f) : __float2bfloat16(0.f);
    }
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

// Adam over all weights at once: fp32 weights, moments and running mean; bf16 gradients and the
// bf16 weights that the matrix products read. `now` holds the rate, the mean's weight, the step
// and the decay, without which the noise of the gradients walks the weights away.
__global__ void adam_kernel(float* weight, float* m, float* v, float* mean, bf16* half,
                            const bf16* gradient, const float* now, int n) {
    float rate = now[0], share = now[1], step = now[2], decay = now[3];
    const float b1 = 0.9f, b2 = 0.995f;
    float c1 = 1 - powf(b1, step), c2 = 1 - powf(b2, step);
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float g = __bfloat162float(gradient[i]);
        float a = m[i] = b1 * m[i] + (1 - b1) * g;
        float b = v[i] = b2 * v[i] + (1 - b2) * g * g;
        float w = weight[i];
        weight[i] = w -= rate * ((a / c1) / (sqrtf(b / c2) + 1e-8f) + decay * w);
        mean[i] += share * (w - mean[i]);
        half[i] = __float2bfloat16(w);
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
__global__ void returns_kernel(const Settings* settings, const Node* nodes, const Outcome* outcomes,
                               const float* values, const float* chance_before,
                               const float* chance_after, int steps, int tables, int stride,
                               float points, float wins, float* target, float* advantage,
                               const Node* peek_nodes, const Outcome* peek_outcomes,
                               const float* peek_values, const float* peek_before,
                               const float* peek_after, float* peek_advantage) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= tables) return;
    float lambda = settings->lambda, g[4];
    Node ahead = nodes[(size_t)steps * stride + i];
    for (int s = 0; s < 4; s++)
        g[s] = s < ahead.seats ? values[((size_t)steps * tables + i) * 4 + place(ahead, s)] : 0;
    for (int k = steps - 1; k >= 0; k--) {
        Node now = nodes[(size_t)k * stride + i];
        Outcome o = outcomes[(size_t)k * stride + i];  // chances lie as the outcomes do
        size_t row = (size_t)k * tables + i, all = (size_t)k * stride + i;
        if (o.ended) {
            for (int s = 0; s < 4; s++)
                g[s] = worth(o, s, chance_before + all * 4, chance_after + all * 4, points, wins);
        } else
            for (int s = 0; s < now.seats; s++) {
                float v = values[(row + tables) * 4 + place(ahead, s)];
                g[s] = (1 - lambda) * v + lambda * g[s];
            }
        for (int p = 0; p < 4; p++) target[row * 4 + p] = 0;
        for (int s = 0; s < now.seats; s++) target[row * 4 + place(now, s)] = g[s];
        advantage[row] = g[now.turn] - values[row * 4];
        Outcome p = peek_outcomes[all];
        float there = p.ended ? worth(p, now.turn, peek_before + all * 4, peek_after + all * 4, points, wins)
                              : peek_values[row * 4 + place(peek_nodes[all], now.turn)];
        peek_advantage[row] = there - values[row * 4];
        ahead = now;
    }
}

#define BLOCKS(n, per) (((n) + (per)-1) / (per))
typedef cudaStream_t Stream;

extern "C" int table_size() { return (int)sizeof(Table); }
extern "C" int last_error() { return (int)cudaGetLastError(); }
extern "C" void step(Stream q, const Catalogue* c, const Step* a) {
    cudaMemsetAsync(a->total, 0, 4, q);
    step_kernel<<<BLOCKS(a->peek ? 2 * a->n : a->n, WARPS), WARPS * 32, 0, q>>>(*c, *a);
}
extern "C" void list_legal(Stream q, const Catalogue* c, const Table* t, int n, short* lists, int* k) {
    list_kernel<<<BLOCKS(n, WARPS), WARPS * 32, 0, q>>>(*c, t, n, lists, k);
}
extern "C" void random_play(Stream q, const Catalogue* c, const Settings* s, Table* t, int n, int moves) {
    random_kernel<<<BLOCKS(n, WARPS), WARPS * 32, 0, q>>>(*c, s, t, n, moves);
}
extern "C" void gather(Stream q, const bf16* state, const bf16* plays, const bf16* leaves,
                       const int* owner, const int* action, const u8* left, const int* total,
                       int cap, int width, const bf16* rests, bf16* out) {
    int threads = width / 8 * 2;
    gather_kernel<<<132 * 16, threads, 0, q>>>(state, plays, leaves, owner, action, left, total, cap,
                                               width, rests, out);
}
extern "C" void head(Stream q, const bf16* first, const bf16* second, const float* w,
                     const int* total, int cap, int width, float* out) {
    head_kernel<<<BLOCKS(cap, 8), 256, 0, q>>>(first, second, w, total, cap, width, out);
}
extern "C" void choose(Stream q, const Choice* a) {
    choose_kernel<<<BLOCKS(a->n, 8), 256, 0, q>>>(*a);
}
extern "C" void play_rows(Stream q, const u64* bits, const int* action, const u8* left,
                          const u64* rest, const unsigned short* more, int n, int width, bf16* out) {
    play_rows_kernel<<<BLOCKS(n, 8), 256, 0, q>>>(bits, action, left, rest, more, n, width, out);
}
extern "C" void rest_rows(Stream q, const u64* rest, const unsigned short* more, const int* total,
                          int cap, int width, bf16* out) {
    rest_rows_kernel<<<132 * 8, 256, 0, q>>>(rest, more, total, cap, width, out);
}
extern "C" void returns(Stream q, const Settings* s, const Node* nodes, const Outcome* outcomes,
                        const float* values, const float* before, const float* after, int steps,
                        int tables, int stride, float points, float wins, float* target,
                        float* advantage, const Node* peek_nodes, const Outcome* peek_outcomes,
                        const float* peek_values, const float* peek_before, const float* peek_after,
                        float* peek_advantage) {
    returns_kernel<<<BLOCKS(tables, 64), 64, 0, q>>>(s, nodes, outcomes, values, before, after,
        steps, tables, stride, points, wins, target, advantage, peek_nodes, peek_outcomes,
        peek_values, peek_before, peek_after, peek_advantage);
}
extern "C" void chances(Stream q, const Outcome* outcomes, int n, const float* w0, const float* b0,
                        const float* w1, const float* b1, const float* w2, float* before, float* after) {
    chances_kernel<<<BLOCKS(n, 8), 256, 0, q>>>(outcomes, n, w0, b0, w1, b1, w2, before, after);
}
extern "C" void adam(Stream q, float* weight, float* m, float* v, float* mean, bf16* half,
                     const bf16* gradient, const float* now, int n) {
    adam_kernel<<<132 * 8, 256, 0, q>>>(weight, m, v, mean, half, gradient, now, n);
}
