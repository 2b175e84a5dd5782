/* The network itself, for imagined rounds: it weighs what the reflex finds worth weighing.
 *
 * Bits are added up as the reflex does it. The layers' weights have eight bits, with a unit for each
 * number that comes out; what goes in is cut to eight bits by the range of its row. All that is added
 * are whole numbers, and each of the few products of broken ones stands alone, so every processor
 * finds the same. Up to ROWS positions, or plays, go through a layer together. */
#ifndef NETWORK_H
#define NETWORK_H
#include "reflex.h"

typedef int8_t i8;

enum { ROWS = 96, AT_ONE_TIME = 6 };
enum { SEE_LED = 4 * ALL_LEVELS, SEE_COUNTS = SEE_LED + 1, SEE_PASSED = SEE_COUNTS + 68,
       SEE_BEATEN = SEE_PASSED + 4, SEE_BACK = SEE_BEATEN + ALL_LEVELS + 4, SEE_KIND = SEE_BACK + EVENTS };
#define FRACTION (1.0f / (1 << BITS_AFTER)) /* of the sums of bits */
#define HARDLY (-(1 << 30))                 /* how good what is not worth weighing is */

typedef struct { /* a layer */
    const i8 *weights; /* in strips of STRIP numbers that come out: by four that go in, four of each */
    const i32 *sums;   /* of each number that comes out: all its weights */
    const float *units, *bias;
} Dense;

typedef struct {
    const i16 *trunk, *declined, *direct, *actions, *event; /* rows, as those of Mind */
    Dense events, course, aside, deep, state, first, second;
    const float *advantage;
    float sharp; /* a judgement in the units of the reflex's scores */
    i32 glance;  /* plays that the reflex finds so much worse are not weighed */
} Network;

typedef struct { /* what a seat has seen, and the network's sums */
    i16 trunk[DEEP_TRUNK] __attribute__((aligned(64)));
    i16 direct[DEEP_JOINT];
    u64 bits[EYES];
    i16 fallen[12];
} Insight;

typedef struct { /* how a row was cut to eight bits */
    float unit;
    i32 zero;
} Cut;

typedef struct { /* where the network reckons */
    u8 cut[ROWS * DEEP_JOINT] __attribute__((aligned(64)));
    float wide[ROWS * DEEP_JOINT] __attribute__((aligned(64)));
    float more[ROWS * DEEP_JOINT] __attribute__((aligned(64)));
    float told[ROWS * COURSE] __attribute__((aligned(64)));
    float trunk[ROWS * DEEP_TRUNK] __attribute__((aligned(64)));
    float state[ROWS * DEEP_JOINT] __attribute__((aligned(64)));
    Cut cuts[ROWS];
    Slot *slot[ROWS];
    int row[ROWS], which[ROWS], n;
} Desk;

/* --- layers --- */
FN float leaky(float x) {
    float part = x * LEAK;
    return x > part ? x : part;
}
static void leak(float *row, int width) {
    for (int i = 0; i < width; i++) row[i] = leaky(row[i]);
}
#if defined(__AVX512VNNI__) && WIDE == 64 && !defined(PLAIN)
#define FAST 1
#define SHIFT 0 /* of what was cut, for the processor's sake */
_Static_assert(AT_ONE_TIME == 6, "times_strip names each of its rows");
#define SUMS(row) row##a = zero, row##b = zero, row##c = zero, row##d = zero
/* Adds to the sums of a row, in the processor's own words: a compiler that may choose where they stand
 * puts them into memory, which takes twice as long. */
#define ADD(row, place)                                                                               \
    four = _mm512_set1_epi32(*(const Two *)(in + (place) * height + i));                              \
    __asm__("vpdpbusd %5, %4, %0\n\tvpdpbusd %6, %4, %1\n\tvpdpbusd %7, %4, %2\n\tvpdpbusd %8, %4, %3"  \
            : "+v"(row##a), "+v"(row##b), "+v"(row##c), "+v"(row##d)                                  \
            : "v"(four), "v"(w0), "v"(w1), "v"(w2), "v"(w3))
#define KEEP(row, to)                                                                                 \
    _mm512_storeu_si512(to, row##a), _mm512_storeu_si512((to) + 16, row##b);                          \
    _mm512_storeu_si512((to) + 32, row##c), _mm512_storeu_si512((to) + 48, row##d)
/* Some rows times a strip of a layer. */
static void times_strip(const u8 *in, int height, const i8 *weights, i32 (*sums)[STRIP]) {
    __m512i four, zero = _mm512_setzero_si512();
    __m512i SUMS(r0), SUMS(r1), SUMS(r2), SUMS(r3), SUMS(r4), SUMS(r5);
    for (int i = 0; i < height; i += 4, weights += 4 * STRIP) {
        __m512i w0 = _mm512_load_si512(weights), w1 = _mm512_load_si512(weights + 64);
        __m512i w2 = _mm512_load_si512(weights + 128), w3 = _mm512_load_si512(weights + 192);
        ADD(r0, 0); ADD(r1, 1); ADD(r2, 2); ADD(r3, 3); ADD(r4, 4); ADD(r5, 5);
    }
    KEEP(r0, sums[0]); KEEP(r1, sums[1]); KEEP(r2, sums[2]);
    KEEP(r3, sums[3]); KEEP(r4, sums[4]); KEEP(r5, sums[5]);
}
#elif defined(__ARM_FEATURE_DOTPROD) && !defined(PLAIN)
#define FAST 1
#define SHIFT 128 /* it multiplies bytes with a sign */
ALWAYS void times_strip(const u8 *in, int height, const i8 *weights, i32 (*sums)[STRIP]) {
    for (int at = 0; at < STRIP; at += 16) {
        int32x4_t sum[AT_ONE_TIME][4];
        for (int row = 0; row < AT_ONE_TIME; row++)
            for (int part = 0; part < 4; part++) sum[row][part] = vdupq_n_s32(0);
        const i8 *w = weights + 4 * at;
        for (int i = 0; i < height; i += 4, w += 4 * STRIP) {
            int8x16_t a = vld1q_s8(w), b = vld1q_s8(w + 16), c = vld1q_s8(w + 32), d = vld1q_s8(w + 48);
#pragma GCC unroll 6
            for (int row = 0; row < AT_ONE_TIME; row++) {
                int8x16_t four = vreinterpretq_s8_s32(vdupq_n_s32(*(const Two *)(in + row * height + i)));
                sum[row][0] = vdotq_s32(sum[row][0], a, four);
                sum[row][1] = vdotq_s32(sum[row][1], b, four);
                sum[row][2] = vdotq_s32(sum[row][2], c, four);
                sum[row][3] = vdotq_s32(sum[row][3], d, four);
            }
        }
        for (int row = 0; row < AT_ONE_TIME; row++)
            for (int part = 0; part < 4; part++) vst1q_s32(sums[row] + at + 4 * part, sum[row][part]);
    }
}
#else
#define FAST 0
#define SHIFT 0
ALWAYS void times_strip(const u8 *in, int height, const i8 *weights, i32 (*sums)[STRIP]) {
    for (int row = 0; row < AT_ONE_TIME; row++) {
        const i8 *w = weights;
        fill(sums[row], 0, sizeof sums[row]);
        for (int i = 0; i < height; i += 4)
            for (int at = 0; at < STRIP; at++, w += 4)
                for (int j = 0; j < 4; j++) sums[row][at] += (i32)in[row * height + i + j] * w[j];
    }
}
#endif
/* Cuts a row to eight bits, by its range. */
static Cut narrow(const float *row, int width, u8 *out) {
    float low[STRIP] = {0}, high[STRIP] = {0};
    for (int at = 0; at < width; at += STRIP)
        for (int i = 0; i < STRIP; i++) {
            float x = row[at + i];
            low[i] = x < low[i] ? x : low[i];
            high[i] = x > high[i] ? x : high[i];
        }
#pragma GCC unroll 8
    for (int half = STRIP / 2; half; half /= 2)
        for (int i = 0; i < half; i++) {
            low[i] = low[i + half] < low[i] ? low[i + half] : low[i];
            high[i] = high[i + half] > high[i] ? high[i + half] : high[i];
        }
    float least = low[0], range = high[0] - least, steps = range > 0 ? 255.0f / range : 1.0f;
    i32 zero = (i32)(-least * steps + 0.5f);
    float from = (float)zero + 0.5f;
    for (int i = 0; i < width; i++) {
        float x = row[i] * steps;
        i32 at = (i32)(x + from);
        out[i] = (u8)((at > 255 ? 255 : at) ^ SHIFT);
    }
    return (Cut){range > 0 ? range / 255.0f : 0.0f, zero - SHIFT};
}
/* Rows that were cut times a layer's weights, and its biases if it has some. */
static void dense(const Dense *layer, Desk *desk, int rows, int height, float *out, int width) {
    i32 sums[AT_ONE_TIME][STRIP] __attribute__((aligned(64)));
    for (int at = 0; at < width; at += STRIP) {
        const i8 *strip = layer->weights + (size_t)at * (size_t)height;
        for (int row = 0; row < rows; row += AT_ONE_TIME) {
            times_strip(desk->cut + row * height, height, strip, sums);
            for (int j = 0; j < AT_ONE_TIME && row + j < rows; j++) {
                Cut cut = desk->cuts[row + j];
                float *to = out + (row + j) * width + at;
                for (int i = 0; i < STRIP; i++) {
                    float found = (float)(sums[j][i] - cut.zero * layer->sums[at + i]);
                    found *= layer->units[at + i];
                    found *= cut.unit;
                    to[i] = found + layer->bias[at + i];
                }
            }
        }
    }
}

/* --- what the network sees --- */
/* Brings its sums up to date with what a seat has seen. */
static void follow(const Network *net, const Sight *sight, Insight *own) {
    i16 more[64 * EYES], less[64 * EYES];
    int n = 0, k = 0, direct_n = 0, direct_k = 0;
    for (int w = 0; w < EYES; w++) {
        u64 now = sight->bits[w], changed = now ^ own->bits[w];
        if (w == DIRECT) direct_n = n, direct_k = k;
        n = list_bits(changed & now, 64 * w, more, n);
        k = list_bits(changed & ~now, 64 * w, less, k);
        own->bits[w] = now;
    }
    change(own->trunk, own->trunk, DEEP_TRUNK, net->trunk, more, n, less, k);
    change(own->direct, own->direct, DEEP_JOINT, net->direct, more, direct_n, less, direct_k);
    n = k = 0;
    for (int j = 0; j < 12; j++) {
        if (sight->fallen[j] == own->fallen[j]) continue;
        if (sight->fallen[j] >= 0) more[n++] = sight->fallen[j];
        if (own->fallen[j] >= 0) less[k++] = own->fallen[j];
        own->fallen[j] = sight->fallen[j];
    }
    if (n + k) change(own->trunk, own->trunk, DEEP_TRUNK, net->declined, more, n, less, k);
}
/* The bits of the play that was made so many plays ago, as the player to move sees it. */
static int see_event(const Mind *m, const Start *s, int back, i16 *rows) {
    const Event *event = &s->event[(s->events - 1 - back) % EVENTS];
    int n = 0, place[4] = {0};
    for (int turn = 0; turn < s->seats; turn++) place[seat_after(s, s->turn, turn)] = place_of(s, turn);
    int level = BEFORE[class_of(m->kind[event->play])] + m->level[event->play];
    rows[n++] = (i16)(place[event->seat] * ALL_LEVELS + level);
    if (event->led) rows[n++] = SEE_LED;
    for (int seat = 0; seat < s->seats; seat++) {
        rows[n++] = (i16)(SEE_COUNTS + 17 * place[seat] + event->counts[seat]);
        if (event->passed >> seat & 1) rows[n++] = (i16)(SEE_PASSED + place[seat]);
    }
    if (!event->led && back + 1 < EVENTS && back + 1 < s->events) {
        const Event *beaten = &s->event[(s->events - 2 - back) % EVENTS];
        rows[n++] = (i16)(SEE_BEATEN + BEFORE[class_of(m->kind[beaten->play])] + m->level[beaten->play]);
        rows[n++] = (i16)(SEE_BEATEN + ALL_LEVELS + place[beaten->seat]);
    }
    rows[n++] = (i16)(SEE_BACK + back);
    rows[n++] = (i16)(SEE_KIND + m->kind[event->play] - 1);
    return n;
}
static void tell(const Network *net, Desk *desk) { /* what some events tell, each to its position */
    dense(&net->events, desk, desk->n, COURSE, desk->wide, COURSE);
    for (int j = 0; j < desk->n; j++)
        for (int i = 0; i < COURSE; i++)
            desk->told[desk->row[j] * COURSE + i] += leaky(desk->wide[j * COURSE + i]);
    desk->n = 0;
}
static int same_course(const Start *a, const Start *b) {
    const u8 *one = (const u8 *)a->event, *other = (const u8 *)b->event;
    if (a->turn != b->turn || a->events != b->events) return 0;
    for (size_t i = 0; i < sizeof a->event; i++)
        if (one[i] != other[i]) return 0;
    return 1;
}
/* What the plays so far tell. Many worlds have the same, looking back all of them: those stand side
 * by side, and are told once. */
static void see_course(const Mind *m, const Network *net, Slot *const *slots, int number, Desk *desk) {
    i16 sum[COURSE] __attribute__((aligned(64))), rows[24];
    float seen[COURSE];
    fill(desk->told, 0, (size_t)number * COURSE * sizeof *desk->told);
    desk->n = 0;
    for (int one = 0; one < number; one++) {
        const Start *s = &slots[one]->game.now;
        if (one && same_course(s, &slots[one - 1]->game.now)) continue;
        for (int back = 0; back < s->events && back < EVENTS; back++) {
            int n = see_event(m, s, back, rows);
            fill(sum, 0, sizeof sum);
            change(sum, sum, COURSE, net->event, rows, n, rows, 0);
            for (int i = 0; i < COURSE; i++) seen[i] = leaky((float)sum[i] * FRACTION);
            desk->cuts[desk->n] = narrow(seen, COURSE, desk->cut + desk->n * COURSE);
            desk->row[desk->n++] = one;
            if (desk->n == ROWS) tell(net, desk);
        }
    }
    if (desk->n) tell(net, desk);
    for (int one = 1; one < number; one++)
        if (same_course(&slots[one]->game.now, &slots[one - 1]->game.now))
            copy(desk->told + one * COURSE, desk->told + (one - 1) * COURSE, COURSE * sizeof *desk->told);
}
static void cut_rows(Desk *desk, const float *rows, int number, int width) {
    for (int j = 0; j < number; j++) desk->cuts[j] = narrow(rows + j * width, width, desk->cut + j * width);
}
/* What the network makes of some positions, in `state`. */
static void see_positions(const Mind *m, const Network *net, Slot *const *slots, Insight *const *own,
                          int number, Desk *desk) {
    see_course(m, net, slots, number, desk);
    cut_rows(desk, desk->told, number, COURSE);
    dense(&net->course, desk, number, COURSE, desk->trunk, DEEP_TRUNK);
    dense(&net->aside, desk, number, COURSE, desk->state, DEEP_JOINT);
    for (int j = 0; j < number; j++)
        for (int i = 0; i < DEEP_TRUNK; i++)
            desk->trunk[j * DEEP_TRUNK + i] =
                leaky(desk->trunk[j * DEEP_TRUNK + i] + (float)own[j]->trunk[i] * FRACTION);
    cut_rows(desk, desk->trunk, number, DEEP_TRUNK);
    dense(&net->deep, desk, number, DEEP_TRUNK, desk->wide, DEEP_TRUNK);
    for (int i = 0; i < number * DEEP_TRUNK; i++) desk->trunk[i] += leaky(desk->wide[i]);
    cut_rows(desk, desk->trunk, number, DEEP_TRUNK);
    dense(&net->state, desk, number, DEEP_TRUNK, desk->wide, DEEP_JOINT);
    for (int j = 0; j < number; j++)
        for (int i = 0; i < DEEP_JOINT; i++) {
            float direct = (float)own[j]->direct[i] * FRACTION;
            desk->state[j * DEEP_JOINT + i] += desk->wide[j * DEEP_JOINT + i] + direct;
        }
}

/* --- what the network chooses --- */
static void judge(const Network *net, Desk *desk) { /* the plays that wait for it */
    dense(&net->first, desk, desk->n, DEEP_JOINT, desk->wide, DEEP_HIDDEN);
    leak(desk->wide, desk->n * DEEP_HIDDEN);
    cut_rows(desk, desk->wide, desk->n, DEEP_HIDDEN);
    dense(&net->second, desk, desk->n, DEEP_HIDDEN, desk->more, DEEP_HIDDEN);
    for (int j = 0; j < desk->n; j++) {
        const float *first = desk->wide + j * DEEP_HIDDEN, *second = desk->more + j * DEEP_HIDDEN;
        float sums[16] = {0}, found = 0;
        for (int at = 0; at < DEEP_HIDDEN; at += 16)
            for (int i = 0; i < 16; i++) {
                float part = first[at + i] + leaky(second[at + i]);
                part *= net->advantage[at + i];
                sums[i] += part;
            }
        for (int i = 0; i < 16; i++) found += sums[i];
        Slot *slot = desk->slot[j];
        i32 score = (i32)(found * net->sharp);
        slot->scores[desk->which[j]] = score;
        if (slot->best < 0 || score > slot->score) slot->best = desk->which[j], slot->score = score;
    }
    desk->n = 0;
}
/* Which plays are worth weighing: those that are not much worse in the reflex's eyes, and `asked`. */
static int worth_weighing(const Slot *slot, i32 glance, int asked, u8 *worth) {
    int n = 0;
    for (int j = 0; j < slot->n; j++) {
        worth[j] = slot->score - slot->scores[j] <= glance || slot->legal[j] == asked;
        n += worth[j];
    }
    return n;
}
/* The network's choices where the reflex has made its own. One that is alone needs no thought. */
static void ponder(const Mind *m, const Network *net, Slot **slots, Insight **own, int number, int asked,
                   Desk *desk) {
    i16 base[DEEP_JOINT] __attribute__((aligned(64))), sum[DEEP_JOINT] __attribute__((aligned(64)));
    float joint[DEEP_JOINT];
    u8 worth[MOST];
    Rows rows;
    int left = 0;
    for (int j = 0; j < number; j++) {
        if (worth_weighing(slots[j], net->glance, asked, worth) < 2) continue;
        follow(net, &slots[j]->game.sight[slots[j]->game.now.turn], own[j]);
        slots[left] = slots[j], own[left++] = own[j];
    }
    if (!left) return;
    see_positions(m, net, slots, own, left, desk);
    desk->n = 0;
    for (int one = 0; one < left; one++) {
        Slot *slot = slots[one];
        worth_weighing(slot, net->glance, asked, worth);
        int n = list_bits(slot->own.can, ROW_REST, rows.more, 0);
        fill(base, 0, sizeof base);
        change(base, base, DEEP_JOINT, net->actions, rows.more, n, rows.less, 0);
        slot->best = -1;
        for (int j = 0; j < slot->n; j++) {
            slot->scores[j] = HARDLY;
            if (!worth[j]) continue;
            see_action(m, slot, slot->legal[j], &rows);
            change(base, sum, DEEP_JOINT, net->actions, rows.more, rows.n, rows.less, rows.k);
            for (int i = 0; i < DEEP_JOINT; i++)
                joint[i] = leaky(desk->state[one * DEEP_JOINT + i] + (float)sum[i] * FRACTION);
            desk->cuts[desk->n] = narrow(joint, DEEP_JOINT, desk->cut + desk->n * DEEP_JOINT);
            desk->slot[desk->n] = slot, desk->which[desk->n++] = j;
            if (desk->n == ROWS) judge(net, desk);
        }
    }
    if (desk->n) judge(net, desk);
}

#endif
