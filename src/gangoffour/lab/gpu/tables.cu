// Many tables for learners: dealing, acting, what is seen, what is legal, and two simple players.
//
// A job does one thing at one table. On the GPU a warp does it for each table, on the CPU a loop; the
// source is the same. Jobs run on the stream they are given and never wait for it.
#include <string.h>
#include "table.cuh"

typedef signed char i8;
typedef long long i64;

struct Rules {  // as gangoffour.rules.editions names them
    int seats, matches, target, limit, duty, gang_blocks, tie_by_card, stays_out;
};
struct Room {  // what a job works in
    Table t;
    short list[LIST];
};

#ifdef __CUDACC__
#define JOB __device__ void operator()(int i, Room& room) const
#ifndef LAUNCH
#define WARPS 4 /* tables a block */
#define LAUNCH(kernel, job, n, stream) \
    kernel<<<(n + WARPS - 1) / WARPS, WARPS * 32, 0, (cudaStream_t)stream>>>(job, n)
#endif
FN void add_one(int* to) { atomicAdd(to, 1); }
FN void keep_least(int* to, int value) { atomicMin(to, value); }

template <class Job>
__global__ void __launch_bounds__(WARPS * 32) kernel(Job job, int n) {
    __shared__ Room rooms[WARPS];
    int i = blockIdx.x * WARPS + (threadIdx.x >> 5);
    if (i < n) job(i, rooms[threadIdx.x >> 5]);
}
template <class Job>
static void run(void* stream, const Job& job, int n) {
    LAUNCH(kernel<Job>, job, n, stream);
}
#else
#define JOB void operator()(int i, Room& room) const
FN void add_one(int* to) { ++*to; }
FN void keep_least(int* to, int value) {
    if (value < *to) *to = value;
}

template <class Job>
static void run(void*, const Job& job, int n) {
    Room room;
    for (int i = 0; i < n; i++) job(i, room);
}
#endif

FN void copy(Table* to, const Table* from) {
    SYNC();
    for (int w = LANE; w < (int)(sizeof(Table) / 8); w += LANES) ((u64*)to)[w] = ((const u64*)from)[w];
    SYNC();
}

FN void deal_anew(Table& t) {  // the first round of a match
    SYNC();
    if (LEADER) {
        t.seed = ((u64)draw(t) << 32) | draw(t);
        t.round = 0, t.over = 0, t.ended = 0, t.winner = t.loser = NONE;
        for (int s = 0; s < 4; s++) t.totals[s] = 0;
    }
    SYNC();
    start_round(t);
}

FN int choice_of(u64 key, int i, int n) {  // an even draw that leaves the tables' own chance alone
    return (int)((u64)(unsigned)(mix(key + mix((u64)i)) >> 32) * (unsigned)n >> 32);
}

struct Deal {
    Table* tables;
    Rules rules;
    u64 seed;
    JOB {
        Table& t = room.t;
        for (int w = LANE; w < (int)(sizeof(Table) / 8); w += LANES) ((u64*)&t)[w] = 0;
        SYNC();
        if (LEADER) {
            t.seats = (u8)rules.seats, t.target = (short)rules.target, t.limit = (u8)rules.limit;
            t.duty = (u8)rules.duty, t.gang_blocks = (u8)rules.gang_blocks;
            t.tie_by_card = (u8)rules.tie_by_card, t.stays_out = (u8)rules.stays_out;
            t.mode = rules.matches ? EVERY_MOVE : ONE_ROUND;
            t.rng = mix(mix(seed) + (u64)i);
        }
        deal_anew(t);
        copy(tables + i, &t);
    }
};

// --- what the player to move sees: the places are those of gangoffour.lab.observation ---
FN void write_word(i8* row, u64 word) {
    for (int bit = LANE; bit < 64; bit += LANES) row[bit] = (i8)(word >> bit & 1);
}
FN bool has_called(const Table& t, int seat) {  // who goes out with a single had called it before
    int left = BITS(t.hand[seat]);
    return left == 1 || (left == 0 && t.on < PAIRS);
}
FN void write_seat(i8* row, const Table& t, int place, int seat) {
    int share = t.totals[seat] * 100 / t.target;
    row[384 + place] = (i8)BITS(t.hand[seat]);
    row[388 + place] = has_called(t, seat);
    row[396 + place] = t.passed >> seat & 1;
    row[400 + place] = t.owner == seat;
    row[404 + place] = (i8)(share < 127 ? share : 127);
    if (t.taken == NONE) return;
    row[408 + place] = t.loser == seat;
    row[412 + place] = t.winner == seat;
}
FN void write_observation(i8* row, const Table& t) {
    for (int j = 384 + LANE; j < OBSERVATION; j += LANES) row[j] = 0;
    write_word(row, t.hand[t.turn]);
    write_word(row + 64, t.word);
    for (int place = 0, seat = t.turn; place < 4; place++) {
        write_word(row + 128 + 64 * place, place < t.seats ? t.played[seat] : 0);
        seat = next_seat(t, seat);
    }
    SYNC();
    if (LEADER) {
        for (int place = 0, seat = t.turn; place < t.seats; place++) {
            write_seat(row, t, place, seat);
            seat = next_seat(t, seat);
        }
        if (t.taken != NONE) row[416 + t.taken] = 1;
        if (t.given != NONE) row[450 + t.given] = 1;
        row[484] = t.giving;
        row[486] = t.duty && !t.giving && t.on < PAIRS && has_called(t, next_seat(t, t.turn));
        row[487] = t.opening;
        row[488] = t.seats == 3;
        row[489] = t.step == -1;
    }
    SYNC();
}

struct Observe {
    const Table* tables;
    i8* rows;
    JOB {
        copy(&room.t, tables + i);
        write_observation(rows + (u64)i * OBSERVATION, room.t);
    }
};

struct Turns {
    const Table* tables;
    i64* seats;
    JOB {
        if (LEADER) seats[i] = tables[i].turn;
    }
};

// --- what is legal ---
struct Mask {
    Catalogue c;
    const Table* tables;
    i8* rows;
    JOB {
        copy(&room.t, tables + i);
        i8* row = rows + (u64)i * ACTIONS;
        for (int w = LANE; w < ACTIONS / 4; w += LANES) ((int*)row)[w] = 0;
        int n = legal(c, room.t, room.list);
        for (int j = LANE; j < n; j += LANES) row[room.list[j]] = 1;
    }
};

struct Count {
    Catalogue c;
    const Table* tables;
    i64* counts;
    JOB {
        copy(&room.t, tables + i);
        int n = legal(c, room.t, room.list);
        if (LEADER) counts[i] = n;
    }
};

struct List {
    Catalogue c;
    const Table* tables;
    const i64* starts;
    i64* actions;
    JOB {
        copy(&room.t, tables + i);
        int n = legal(c, room.t, room.list);
        for (int j = LANE; j < n; j += LANES) actions[starts[i] + j] = room.list[j];
    }
};

FN bool among(const Catalogue& c, Room& room, i64 action) {  // leaves the legal plays in the room
    int n = legal(c, room.t, room.list), found = 0;
    for (int j = LANE; j < n; j += LANES) found |= room.list[j] == action;
#ifdef __CUDACC__
    found = __any_sync(~0u, found);
#endif
    SYNC();
    return found;
}

struct Check {
    Catalogue c;
    const Table* tables;
    const i64* actions;
    int* wrong;  // the first table whose action is not legal
    JOB {
        copy(&room.t, tables + i);
        if (!among(c, room, actions[i]) && LEADER) keep_least(wrong, i);
    }
};

// --- acting ---
struct Act {
    Catalogue c;
    Table* tables;
    const i64* actions;
    float* rewards;  // by table and seat
    u8* done;
    i8* last;  // what whoever acted saw when the episode ended; null if nobody asks
    int* refused;
    JOB {
        Table& t = room.t;
        copy(&t, tables + i);
        int seats = t.seats;
        for (int s = LANE; s < seats; s += LANES) rewards[i * seats + s] = 0;
        if (LEADER) done[i] = 0;
        if (!among(c, room, actions[i])) {  // nothing happens
            if (LEADER) add_one(refused);
            return;
        }
        apply(c, t, (int)actions[i]);
        if (t.ended) end(i, t);
        copy(tables + i, &t);
    }
#ifdef __CUDACC__
    __device__
#endif
    void end(int i, Table& t) const {
        int over = t.over;
        if (LEADER) {
            int total = 0;
            for (int s = 0; s < t.seats; s++) total += t.points[s];
            for (int s = 0; s < t.seats; s++)
                rewards[i * t.seats + s] =
                    (float)((double)(total - t.points[s]) / (t.seats - 1) - t.points[s]);
            done[i] = (u8)over;
        }
        SYNC();
        if (over && last) write_observation(last + (u64)i * OBSERVATION, t);
        if (over)
            deal_anew(t);
        else
            start_round(t);
        if (LEADER) t.ended = 0;
    }
};

// --- two simple players ---
struct Random {
    Catalogue c;
    const Table* tables;
    u64 key;
    i64* actions;
    JOB {
        copy(&room.t, tables + i);
        int n = legal(c, room.t, room.list);
        if (LEADER) actions[i] = room.list[choice_of(key, i, n)];
    }
};

struct Greedy {
    Catalogue c;
    const Table* tables;
    i64* actions;
    JOB {
        copy(&room.t, tables + i);
        int n = legal(c, room.t, room.list);
        if (LEADER) actions[i] = greedy(c, room.t, room.list, n);
    }
};

struct Play {  // many random moves at once
    Catalogue c;
    Table* tables;
    u64 key;
    int moves;
    JOB {
        Table& t = room.t;
        copy(&t, tables + i);
        for (int m = 0; m < moves; m++) {
            int n = legal(c, t, room.list);
            apply(c, t, room.list[choice_of(key + (u64)m, i, n)]);
            if (!t.ended) continue;
            if (t.over)
                deal_anew(t);
            else
                start_round(t);
            if (LEADER) t.ended = 0;
            SYNC();
        }
        copy(tables + i, &t);
    }
};

// --- the doors ---
extern "C" {
int table_size() { return (int)sizeof(Table); }
int last_error() {
#ifdef __CUDACC__
    return (int)cudaGetLastError();
#else
    return 0;
#endif
}
void deal_tables(void* stream, Table* t, int n, const Rules* rules, u64 seed) {
    run(stream, Deal{t, *rules, seed}, n);
}
void observe(void* stream, const Table* t, int n, i8* rows) { run(stream, Observe{t, rows}, n); }
void turns(void* stream, const Table* t, int n, i64* seats) { run(stream, Turns{t, seats}, n); }
void mask(void* stream, const Catalogue* c, const Table* t, int n, i8* rows) {
    run(stream, Mask{*c, t, rows}, n);
}
void count_legal(void* stream, const Catalogue* c, const Table* t, int n, i64* counts) {
    run(stream, Count{*c, t, counts}, n);
}
void list_legal(void* stream, const Catalogue* c, const Table* t, int n, const i64* starts, i64* to) {
    run(stream, List{*c, t, starts, to}, n);
}
void check(void* stream, const Catalogue* c, const Table* t, int n, const i64* actions, int* wrong) {
    run(stream, Check{*c, t, actions, wrong}, n);
}
void act(void* stream, const Catalogue* c, Table* t, int n, const i64* actions, float* rewards,
         u8* done, i8* last, int* refused) {
    run(stream, Act{*c, t, actions, rewards, done, last, refused}, n);
}
void random_actions(void* stream, const Catalogue* c, const Table* t, int n, u64 key, i64* actions) {
    run(stream, Random{*c, t, key, actions}, n);
}
void greedy_actions(void* stream, const Catalogue* c, const Table* t, int n, i64* actions) {
    run(stream, Greedy{*c, t, actions}, n);
}
void random_play(void* stream, const Catalogue* c, Table* t, int n, u64 key, int moves) {
    run(stream, Play{*c, t, key, moves}, n);
}
}
