// A warp on the processor: 32 fibres run the GPU's own lines of the source, so that tests without
// a GPU reach them, too. A fibre that comes to a collective leaves its value and waits for the
// others; all of a warp take part in every one, as the masks in the source say.
#pragma once
#include <stdint.h>
#include <stdlib.h>
#include <ucontext.h>
#include <functional>

#define __CUDACC__
#define __device__
#define __global__
#define __shared__ static
#define __forceinline__ inline
#define __noinline__
#define __launch_bounds__(n)

struct Index {
    unsigned x;
};
static Index threadIdx, blockIdx;

namespace warp {
enum { LANES_OF_A_WARP = 32, STACK = 1 << 16 };
static ucontext_t main_fibre, fibres[LANES_OF_A_WARP];
static char stacks[LANES_OF_A_WARP][STACK];
static uint64_t values[LANES_OF_A_WARP];
static bool ended[LANES_OF_A_WARP];
static int lane;
static std::function<void()> work;

static void begin() {
    work();
    ended[lane] = true;
    swapcontext(&fibres[lane], &main_fibre);
}
static void wait() {  // for all lanes to come here
    int mine = lane;
    swapcontext(&fibres[mine], &main_fibre);
}
static void run() {  // the lanes in turn, each time in another order, from one collective to the next
    for (int i = 0; i < LANES_OF_A_WARP; i++) {
        ended[i] = false;
        getcontext(&fibres[i]);
        fibres[i].uc_stack.ss_sp = stacks[i], fibres[i].uc_stack.ss_size = STACK;
        makecontext(&fibres[i], begin, 0);
    }
    static unsigned segment = 0;
    for (int left = LANES_OF_A_WARP; left;) {
        left = 0, segment++;
        int came = 0;
        for (int k = 0; k < LANES_OF_A_WARP; k++) {
            int i = (int)((k * (2 * segment + 1) + 7 * segment) % LANES_OF_A_WARP);
            if (ended[i]) continue;
            lane = i, threadIdx.x = (unsigned)i;
            swapcontext(&main_fibre, &fibres[i]);
            came++, left += !ended[i];
        }
        if (left && left != came) abort();  // some ended while others wait for them
    }
}
static uint64_t share(uint64_t value, uint64_t (*answer)(int), int argument) {
    values[lane] = value;
    wait();
    uint64_t found = answer(argument);
    wait();  // nobody overwrites a value that another has yet to read
    return found;
}
static uint64_t ballot(int) {
    uint64_t found = 0;
    for (int i = 0; i < LANES_OF_A_WARP; i++) found |= (uint64_t)(values[i] != 0) << i;
    return found;
}
static uint64_t all_or(int) {
    uint64_t found = 0;
    for (int i = 0; i < LANES_OF_A_WARP; i++) found |= values[i];
    return found;
}
static uint64_t of_lane(int from) { return values[from]; }
}  // namespace warp

static void __syncwarp() { warp::wait(); }
static unsigned __ballot_sync(unsigned, bool x) { return (unsigned)warp::share(x, warp::ballot, 0); }
static int __any_sync(unsigned, int x) { return warp::share(x != 0, warp::ballot, 0) != 0; }
static unsigned __reduce_or_sync(unsigned, unsigned x) { return (unsigned)warp::share(x, warp::all_or, 0); }
static uint64_t __shfl_sync(unsigned, uint64_t x, int from) { return warp::share(x, warp::of_lane, from); }
static int __popcll(uint64_t x) { return __builtin_popcountll(x); }
static int __popc(unsigned x) { return __builtin_popcount(x); }
static int __clzll(long long x) { return __builtin_clzll((uint64_t)x); }
static int __clz(unsigned x) { return __builtin_clz(x); }
static int __ffs(unsigned x) { return __builtin_ffs((int)x); }
static void atomicAdd(int* to, int value) { *to += value; }
static void atomicMin(int* to, int value) {
    if (value < *to) *to = value;
}
static int cudaGetLastError() { return 0; }

// Blocks of one warp, one after the other.
#define LAUNCH(kernel, job, n, stream)               \
    for (blockIdx.x = 0; (int)blockIdx.x < n; blockIdx.x++) { \
        warp::work = [&] { kernel(job, n); };        \
        warp::run();                                 \
    }
#define WARPS 1
