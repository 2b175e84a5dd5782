/* The reflex: its sums and products, what is seen of a position, and its choice.
 *
 * What a seat has made of the position is kept, and only what has changed since is added or taken
 * away. The choices of four rounds are made together, so that a weight is fetched once for all. */
#ifndef REFLEX_H
#define REFLEX_H
#include "round.h"

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
    int step = 8 * LANES;
    for (int c = 0; c < width; c += step) {
        int parts = (width - c < step ? width - c : step) / LANES;
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

typedef struct { /* rows of a table of actions: to be added, and to be taken away */
    i16 more[96], less[64];
    int n, k;
} Rows;

/* What is seen of a play or a pass, once what the whole hand can make is there already. */
static void see_action(const Mind *m, const Slot *slot, int action, Rows *rows) {
    const Held *h = &slot->game.held[slot->game.now.turn];
    const Threat *t = &slot->threat;
    Outline o = slot->own;
    int left = (int)BITS(h->hand);
    rows->n = rows->k = 0;
    if (action != PASS) {
        u64 cards = m->word[action], rest = without(h->hand, cards);
        int cls = class_of(m->kind[action]), alike = action >= t->sure[cls];
        o = outline(m, rest, h, &slot->asked, t);
        left = (int)BITS(rest) | alike << 5 | (alike && (cls == 4 || !t->gangs)) << 6 | o.whole << 7;
        if (cls == 3) rows->n = list_bits(cards, 0, rows->more, 0);
        rows->k = list_bits(slot->own.can & ~o.can, ROW_REST, rows->less, 0);
    }
    rows->more[rows->n++] = (i16)(ROW_LOOK + m->look[action]);
    rows->more[rows->n++] = (i16)(ROW_LEFT + left);
    rows->more[rows->n++] = (i16)(ROW_REST + AT_TURNS + o.turns);
    rows->more[rows->n++] = (i16)(ROW_REST + AT_LOSERS + o.losers);
    rows->more[rows->n++] = (i16)(ROW_CONTROLS + o.controls);
}

/* Weighs all that the player to move may do; `state` is what it makes of the position. */
static void weigh_all(const Mind *m, Slot *slot, i16 *state, Scale *scale) {
    Rows rows;
    int n = list_bits(slot->own.can, ROW_REST, rows.more, 0);
    change(state, state, JOINT, m->actions, rows.more, n, rows.less, 0);
    slot->best = -1;
    for (int j = 0; j < slot->n; j++) {
        see_action(m, slot, slot->legal[j], &rows);
        i16 *joint = scale->joint + scale->n * JOINT;
        change(state, joint, JOINT, m->actions, rows.more, rows.n, rows.less, rows.k);
        scale->slot[scale->n] = slot, scale->which[scale->n++] = j;
        if (scale->n == AT_ONCE) weigh(m, scale);
    }
}

/* The choices of some slots, in `best`. */
static void choose(const Mind *m, Slot **slots, int number) {
    i16 trunk[AT_ONCE * TRUNK] __attribute__((aligned(64))), state[JOINT] __attribute__((aligned(64)));
    i32 sums[AT_ONCE * JOINT] __attribute__((aligned(64)));
    Scale scale = {.n = 0};
    for (int row = 0; row < number; row++) {
        Game *g = &slots[row]->game;
        slots[row]->own = look(m, g, &slots[row]->asked, &slots[row]->threat);
        for (int j = 0; j < TRUNK; j++) trunk[row * TRUNK + j] = bent(g->sight[g->now.turn].trunk[j]);
    }
    for (int row = number; row < AT_ONCE; row++) fill(trunk + row * TRUNK, 0, TRUNK * sizeof *trunk);
    layer(trunk, TRUNK, m->state, m->state_b, sums, JOINT);
    for (int row = 0; row < number; row++) {
        const Game *g = &slots[row]->game;
        const Sight *sight = &g->sight[g->now.turn];
        for (int j = 0; j < JOINT; j++)
            state[j] = (i16)(sight->direct[j] + (i16)(sums[row * JOINT + j] >> SHARP));
        weigh_all(m, slots[row], state, &scale);
    }
    if (scale.n) weigh(m, &scale);
}

#endif
