// The GPU side of self-play: tables step, plays are gathered and chosen, returns are computed.
// Every function here launches on the stream it is given and never waits, so that whole
// iterations can be captured in one CUDA graph.
#include <cuda_bf16.h>
#include "features.cuh"

typedef __nv_bfloat16 bf16;
#define WARPS 4 /* tables a block */

struct Outcome {  // how the round ended that followed a decision; shorts, read by torch too
    short ended, final_, seats, aims, points[4], before[4], after[4];
};
struct Node {  // who decides
    u8 turn, seats, aims, holder;
    signed char step;
    u8 stopped, giving, spare;
};
struct Shared {
    Table t;
    u64 words[POLICY_WORDS + CRITIC_WORDS];
    short list[LIST];
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

__global__ void __launch_bounds__(WARPS * 32)
step_kernel(Catalogue c, const Settings* settings, Table* tables, int n, const int* chosen,
            bf16* policy, bf16* critic, Node* nodes, Outcome* outcomes, int* base, int* count,
            int* fallback, int* owner, int* action, u8* left, int* total, int cap, int* lost) {
    __shared__ Shared all[WARPS];
    Shared& s = all[threadIdx.x >> 5];
    int i = blockIdx.x * WARPS + (threadIdx.x >> 5);
    if (i >= n) return;
    load(s, tables + i);
    if (LEADER) s.t.ended = 0, s.t.final_ = 0;
    SYNC();
    if (chosen[i] >= 0) apply(c, s.t, chosen[i]);
    if (LEADER) {  // what the round's end concerns, before a new match changes it
        s.base = s.t.seats | s.t.aims << 8;
    }
    SYNC();
    int k = advance(c, *settings, s.t, s.list);
    Table& t = s.t;
    SYNC();
    if (LEADER) {
        Outcome o;
        o.ended = t.ended, o.final_ = t.final_, o.seats = s.base & 255, o.aims = s.base >> 8;
        for (int j = 0; j < 4; j++)
            o.points[j] = t.points[j], o.before[j] = t.before[j], o.after[j] = t.after[j];
        if (outcomes) outcomes[i] = o;
        Node node = {t.turn, t.seats, t.aims, t.holder[t.turn], t.step, (u8)(k == 0), t.giving, 0};
        nodes[i] = node;
    }
    SYNC();
    if (k) {
        if (LANE < POLICY_WORDS + CRITIC_WORDS) s.words[LANE] = 0;
        u64 unseen = unseen_by(t, t.turn);
        strongest_unseen(c, unseen, s.top);
        if (LEADER) {
            encode_policy(c, t, unseen, s.top, s.words);
            int from = atomicAdd(total, k);
            if (from + k > cap) atomicAdd(lost, 1);
            s.base = from;
            fallback[i] = s.list[draw(t) % k];
        }
        if (LANE == 1) encode_critic(c, t, s.words + POLICY_WORDS);
        SYNC();
        int from = s.base, kept = from + k > cap ? 0 : k;
        if (LEADER) base[i] = from, count[i] = kept;
        int fullest = fullest_other(t);
        for (int j = LANE; j < kept; j += 32) {
            owner[from + j] = i;
            action[from + j] = s.list[j];
            left[from + j] = describe(c, t, s.top, fullest, s.list[j]);
        }
        expand(s.words, POLICY_WORDS, (unsigned*)(policy + (size_t)i * POLICY_WORDS * 64));
        if (critic) expand(s.words + POLICY_WORDS, CRITIC_WORDS,
                           (unsigned*)(critic + (size_t)i * CRITIC_WORDS * 64));
    } else if (LEADER)
        base[i] = 0, count[i] = 0, fallback[i] = -1;
    store(s, tables + i);
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

// The plays' layer: relu(state + play + what the play leaves), a row for each legal play.
__global__ void gather_kernel(const bf16* state, const bf16* plays, const bf16* leaves,
                              const int* owner, const int* action, const u8* left,
                              const int* total, int cap, int width, bf16* out) {
    int rows = *total < cap ? *total : cap;
    int per = blockDim.x / (width / 8), lane = threadIdx.x % (width / 8);
    for (int r = blockIdx.x * per + threadIdx.x / (width / 8); r < rows; r += gridDim.x * per) {
        int at = lane * 8, l = left[r];
        float sum[8] = {0, 0, 0, 0, 0, 0, 0, 0};
        add8(sum, state + (size_t)owner[r] * width + at);
        add8(sum, plays + (size_t)action[r] * width + at);
        add8(sum, leaves + (l & 31) * width + at);
        for (int f = 0; f < 3; f++)
            if (l >> (5 + f) & 1) add8(sum, leaves + (17 + f) * width + at);
        uint4 raw;
        __nv_bfloat162* two = (__nv_bfloat162*)&raw;
        for (int j = 0; j < 4; j++)
            two[j] = __floats2bfloat162_rn(fmaxf(sum[2 * j], 0), fmaxf(sum[2 * j + 1], 0));
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

// Chooses among a table's legal plays: the best, or softly at a temperature, or evenly at times.
__global__ void choose_kernel(const Settings* settings, Table* tables, int n, const Node* nodes,
                              const int* base, const int* count, const int* fallback,
                              const int* action, const u8* left, const float* score,
                              const float* other, int* chosen, int* kept_action, u8* kept_left,
                              float* valid) {
    int i = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5);
    if (i >= n) return;
    int k = count[i], from = base[i];
    if (k == 0) {
        if (LEADER) {
            chosen[i] = fallback[i];
            kept_action[i] = PASS, kept_left[i] = 0, valid[i] = 0;
        }
        return;
    }
    if (nodes[i].holder == BY_OTHER_NET) score = other;
    u64 rng = tables[i].rng;
    SYNC();
    if (LEADER) tables[i].rng = mix(rng);
    float heat = settings->temperature;
    bool even = (float)(mix(rng ^ 0x5851F42D4C957F2Dull) >> 40) * (1.0f / 16777216.0f) <
                settings->uniform;
    float best = -1e30f;
    int at = 0;
    for (int j = LANE; j < k; j += 32) {
        float u = ((float)(mix(rng + 0x2545F4914F6CDD1Dull * (j + 1)) >> 40) + 0.5f) *
                  (1.0f / 16777216.0f);
        float x = score[from + j];
        if (even) x = u;
        else if (heat > 0) x = x / heat - __logf(-__logf(u));
        if (x > best) best = x, at = j;
    }
    for (int d = 16; d; d >>= 1) {
        float x = __shfl_down_sync(~0u, best, d);
        int y = __shfl_down_sync(~0u, at, d);
        if (x > best || (x == best && y < at)) best = x, at = y;
    }
    if (LEADER) {
        chosen[i] = kept_action[i] = action[from + at];
        kept_left[i] = left[from + at];
        valid[i] = 1;
    }
}

// The chosen plays as rows of bits for learning.
__global__ void play_rows_kernel(const u64* bits, const int* action, const u8* left, int n,
                                 int width, bf16* out) {
    int i = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5);
    if (i >= n) return;
    const u64* w = bits + (size_t)action[i] * 3;
    int l = left[i];
    for (int j = LANE; j < width; j += 32) {
        bool on;
        if (j < STATIC_BITS) on = w[j >> 6] >> (j & 63) & 1;
        else if (j < STATIC_BITS + 17) on = (l & 31) == j - STATIC_BITS;
        else on = j < PLAY_BITS && (l >> (5 + j - STATIC_BITS - 17) & 1);
        out[(size_t)i * width + j] = on ? __float2bfloat16(1.f) : __float2bfloat16(0.f);
    }
}

FN int place(const Node& v, int seat) {
    int d = (seat - v.turn) * v.step;
    if (d < 0) d += v.seats;
    return v.seats == 3 && d == 2 ? 3 : d;
}

// λ-returns for all seats along each table's steps, and the chosen plays' advantages over the
// critic. Rows are [step][table]; values have one step more, to continue from.
__global__ void returns_kernel(const Settings* settings, const Node* nodes, const Outcome* outcomes,
                               const float* values, const float* chance_before,
                               const float* chance_after, int steps, int tables, int stride,
                               float points, float wins, float* target, float* advantage) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= tables) return;
    float lambda = settings->lambda, g[4];
    Node ahead = nodes[(size_t)steps * stride + i];
    for (int s = 0; s < 4; s++)
        g[s] = s < ahead.seats ? values[((size_t)steps * tables + i) * 4 + place(ahead, s)] : 0;
    for (int k = steps - 1; k >= 0; k--) {
        Node now = nodes[(size_t)k * stride + i];
        Outcome o = outcomes[(size_t)k * stride + i];
        size_t row = (size_t)k * tables + i;
        if (o.ended) {
            float sum = 0;
            for (int s = 0; s < o.seats; s++) sum += o.points[s];
            for (int s = 0; s < 4; s++) {
                if (s >= o.seats) g[s] = 0;
                else if (o.aims) g[s] = wins * (chance_after[row * 4 + s] - chance_before[row * 4 + s]);
                else g[s] = ((sum - o.points[s]) / (o.seats - 1) - o.points[s]) / points;
            }
        } else
            for (int s = 0; s < now.seats; s++) {
                float v = values[(row + tables) * 4 + place(ahead, s)];
                g[s] = (1 - lambda) * v + lambda * g[s];
            }
        for (int p = 0; p < 4; p++) target[row * 4 + p] = 0;
        for (int s = 0; s < now.seats; s++) target[row * 4 + place(now, s)] = g[s];
        advantage[row] = g[now.turn] - values[row * 4];
        ahead = now;
    }
}

#define BLOCKS(n, per) (((n) + (per)-1) / (per))
typedef cudaStream_t Stream;

extern "C" int table_size() { return (int)sizeof(Table); }
extern "C" int last_error() { return (int)cudaGetLastError(); }
extern "C" void step(Stream q, const Catalogue* c, const Settings* s, Table* tables, int n,
                     const int* chosen, bf16* policy, bf16* critic, Node* nodes, Outcome* outcomes,
                     int* base, int* count, int* fallback, int* owner, int* action, u8* left,
                     int* total, int cap, int* lost) {
    cudaMemsetAsync(total, 0, 4, q);
    step_kernel<<<BLOCKS(n, WARPS), WARPS * 32, 0, q>>>(*c, s, tables, n, chosen, policy, critic,
        nodes, outcomes, base, count, fallback, owner, action, left, total, cap, lost);
}
extern "C" void list_legal(Stream q, const Catalogue* c, const Table* t, int n, short* lists, int* k) {
    list_kernel<<<BLOCKS(n, WARPS), WARPS * 32, 0, q>>>(*c, t, n, lists, k);
}
extern "C" void random_play(Stream q, const Catalogue* c, const Settings* s, Table* t, int n, int moves) {
    random_kernel<<<BLOCKS(n, WARPS), WARPS * 32, 0, q>>>(*c, s, t, n, moves);
}
extern "C" void gather(Stream q, const bf16* state, const bf16* plays, const bf16* leaves,
                       const int* owner, const int* action, const u8* left, const int* total,
                       int cap, int width, bf16* out) {
    int threads = width / 8 * 2;
    gather_kernel<<<132 * 16, threads, 0, q>>>(state, plays, leaves, owner, action, left, total, cap,
                                               width, out);
}
extern "C" void head(Stream q, const bf16* first, const bf16* second, const float* w,
                     const int* total, int cap, int width, float* out) {
    head_kernel<<<BLOCKS(cap, 8), 256, 0, q>>>(first, second, w, total, cap, width, out);
}
extern "C" void choose(Stream q, const Settings* s, Table* tables, int n, const Node* nodes,
                       const int* base, const int* count, const int* fallback, const int* action,
                       const u8* left, const float* score, const float* other, int* chosen,
                       int* kept_action, u8* kept_left, float* valid) {
    choose_kernel<<<BLOCKS(n, 8), 256, 0, q>>>(s, tables, n, nodes, base, count, fallback, action,
        left, score, other, chosen, kept_action, kept_left, valid);
}
extern "C" void play_rows(Stream q, const u64* bits, const int* action, const u8* left, int n,
                          int width, bf16* out) {
    play_rows_kernel<<<BLOCKS(n, 8), 256, 0, q>>>(bits, action, left, n, width, out);
}
extern "C" void returns(Stream q, const Settings* s, const Node* nodes, const Outcome* outcomes,
                        const float* values, const float* before, const float* after, int steps,
                        int tables, int stride, float points, float wins, float* target,
                        float* advantage) {
    returns_kernel<<<BLOCKS(tables, 64), 64, 0, q>>>(s, nodes, outcomes, values, before, after,
        steps, tables, stride, points, wins, target, advantage);
}
