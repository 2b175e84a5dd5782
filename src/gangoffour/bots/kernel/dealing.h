/* Imagining hands: hidden cards dealt face by face, by what is believed (network/belief.py). */
#ifndef DEALING_H
#define DEALING_H
#include "reflex.h"

FN u64 mixed(u64 x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
    return x ^ (x >> 31);
}
#define DRAWS 128 /* numbers kept apart for each world */
FN u64 draw(u64 seed, int world, int which) {
    return mixed(seed + ((u64)world * DRAWS + (u64)which + 1) * 0x9E3779B97F4A7C15ull) >> 32;
}


/* Where the copies of a face may lie: how many each way puts at each place. One copy: three ways; two: six. */
static const u8 ways[9][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {2, 0, 0}, {1, 1, 0}, {1, 0, 1},
                              {0, 2, 0}, {0, 1, 1}, {0, 0, 2}};

typedef struct {
    const i16 *known;  /* WIDTH numbers: what is known before a card is put anywhere */
    const i16 *put;    /* by turn and place a row of WIDTH: what a copy there adds */
    const i16 *twin;   /* … and what two copies at one place add besides */
    const i16 *way;    /* by turn and way a row of WIDTH */
    const i32 *bias;   /* by turn and way */
    const i32 *odds;   /* by how far a way lags behind the best */
    const i32 *order;  /* the face of each turn */
    const i32 *copies; /* how many copies are hidden, by turn */
    const i32 *column; /* the column of hands of each place, -1: nobody's */
    const i32 *needs;  /* how many hidden cards each place holds */
} Guess;

FN i32 judged(const i16 *bent, const i16 *row) {
    i32 sum = 0;
    for (int k = 0; k < WIDTH; k++) sum += (i32)bent[k] * row[k];
    return sum;
}
/* A way's odds before the best is known: in `score`, and how many ways the cards wanted allow. */
FN i32 chances(const u8 *way, const i32 *need) {
    i32 free = 1;
    for (int p = 0; p < 3; p++)
        free *= way[p] == 0 ? 1 : way[p] == 1 ? need[p] : need[p] * (need[p] - 1) / 2;
    return free;
}
/* A world that is being dealt: what its places still want, and what is put together so far. */
typedef struct {
    i32 sum[WIDTH] __attribute__((aligned(64)));
    i32 need[3];
    double favour; /* how many times likelier than by chance */
} Deal;

/* Puts the copies of one face where a draw says. */
static void put_face(const Guess *g, int turn, u64 drawn, Deal *deal, u64 *hand) {
    i16 bent[WIDTH] __attribute__((aligned(64)));
    for (int k = 0; k < WIDTH; k++) {
        i32 x = bend(deal->sum[k]);
        bent[k] = (i16)(x > REACH ? REACH : x < -REACH ? -REACH : x);
    }
    int from = g->copies[turn] == 1 ? 0 : 3, to = from ? 9 : 3, chosen = from;
    i32 score[9], free[9], best = INT32_MIN;
    for (int w = from; w < to; w++) {
        free[w] = chances(ways[w], deal->need);
        if (!free[w]) continue;
        const i16 *row = g->way + ((size_t)turn * 9 + (size_t)w) * WIDTH;
        score[w] = (judged(bent, row) + g->bias[turn * 9 + w]) >> COARSE;
        if (score[w] > best) best = score[w];
    }
    u64 total = 0, all = 0, weight[9];
    for (int w = from; w < to; w++) {
        i32 lag = free[w] ? best - score[w] : 0;
        weight[w] = (u64)free[w] * (u64)g->odds[lag < SLIM ? lag : SLIM - 1];
        total += weight[w], all += (u64)free[w];
    }
    u64 at = drawn * total >> 32, card = 1ull << g->order[turn];
    while (at >= weight[chosen]) at -= weight[chosen++];
    deal->favour *= (double)(weight[chosen] * all) / (double)(total * (u64)free[chosen]);
    for (int p = 0; p < 3; p++) {
        int got = ways[chosen][p];
        if (!got) continue;
        deal->need[p] -= got;
        const i16 *put = g->put + ((size_t)turn * 3 + (size_t)p) * WIDTH;
        const i16 *twin = g->twin + ((size_t)turn * 3 + (size_t)p) * WIDTH;
        if (got == 1)
            for (int k = 0; k < WIDTH; k++) deal->sum[k] += put[k];
        else
            for (int k = 0; k < WIDTH; k++) deal->sum[k] += 2 * put[k] + twin[k];
        for (; got; got--) hand[g->column[p]] |= hand[g->column[p]] & card ? card << 34 : card;
    }
}
/* Deals hidden cards face by face, by what is believed and by how many cards each place wants; some
 * worlds at a time, so that what is believed of a face is fetched once for all of them. `hands`,
 * `holders` columns a row, has what is known of them already. `favours` gets how many times likelier
 * each world is dealt than by chance. */
void imagine(u64 seed, int number, int holders, const Guess *g, u64 *hands, double *favours) {
    enum { SOME = 16 };
    Deal deals[SOME];
    for (int begin = 0; begin < number; begin += SOME) {
        int some = number - begin < SOME ? number - begin : SOME;
        for (int j = 0; j < some; j++) {
            for (int p = 0; p < 3; p++) deals[j].need[p] = g->needs[p];
            for (int k = 0; k < WIDTH; k++) deals[j].sum[k] = g->known[k];
            deals[j].favour = 1;
        }
        for (int turn = 0; turn < 34; turn++)
            for (int j = 0; j < some && g->copies[turn]; j++) {
                int world = begin + j;
                put_face(g, turn, draw(seed, world, turn), &deals[j], hands + (size_t)world * (size_t)holders);
            }
        for (int j = 0; j < some; j++) favours[begin + j] = deals[j].favour;
    }
}

#endif
