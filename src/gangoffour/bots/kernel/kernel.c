/* Imagined rounds: played on to their end by the reflex, or by the network where the processor is good
 * at it; gone through again, to tell how likely the moves of the past were; hidden hands dealt.
 *
 * Some worlds are played at a time: each is played on until somebody has a choice, then the choices
 * are made together.
 *
 * Freestanding: no library, but a compiler may call memcpy and memset. Places in the catalogue, widths
 * of the features and of the layers are defined by whoever compiles this (library.py). All memory is
 * the caller's.
 */
#include "round.h"
#include "reflex.h"
#include "network.h"
#include "dealing.h"

typedef struct { /* the caller's memory: AT_ONCE slots for the reflex alone */
    Desk desk;
    Slot slot[ROWS];
    Insight first[ROWS][4], own[ROWS][4];
} Hall;

size_t room_size(int network) { return network ? sizeof(Hall) : AT_ONCE * sizeof(Slot); }
/* Whether this processor is good at what the network does. */
int quick_with_network(void) { return FAST; }

/* --- rounds --- */
typedef struct {
    const Mind *mind;
    const Network *net, *mine; /* of the others, and of the seat that looks; none: the reflex plays */
    const Start *start;
    const u64 *worlds;
    const i32 *actions;
    u64 *hands;
    Slot *slot;
    Hall *hall; /* for the network */
    int number, times, some, next, top[5];
    long moves;
} Run;

/* The slots, and the network's rooms, in memory of the caller's. */
static void settle(Run *run, void *room) {
    run->hall = run->net ? room : NULL;
    run->slot = run->net ? run->hall->slot : room;
    run->some = run->net ? ROWS : AT_ONCE;
}

/* The network that plays a seat. */
static const Network *network_of(const Run *run, int seat) {
    return seat == run->start->turn ? run->mine : run->net;
}

static void nothing_seen(Run *run, const i16 *behind, const i16 *deep_behind) {
    for (int j = 0; j < run->some; j++)
        for (int s = 0; s < run->start->seats; s++) {
            Slot *slot = &run->slot[j];
            Sight *sight = &slot->first.sight[s];
            fill(sight, 0, sizeof *sight);
            fill(sight->fallen, -1, sizeof sight->fallen);
            copy(sight->trunk, behind + (size_t)s * TRUNK, sizeof sight->trunk);
            Held *h = &slot->first.held[s];
            h->hand = 0, h->at = slot->at[s], h->word = slot->word[s];
            if (!run->net) continue;
            Insight *own = &run->hall->first[j][s];
            fill(own, 0, sizeof *own);
            fill(own->fallen, -1, sizeof own->fallen);
            copy(own->trunk, deep_behind + (size_t)s * DEEP_TRUNK, sizeof own->trunk);
        }
}
/* Sets a slot up with the next world, `seen` as everybody sees it; 0 if there is none. */
static int next_world(Run *run, Slot *slot, int seen) {
    Game *g = &slot->first;
    if (run->next == run->number) return 0;
    slot->world = run->next++, slot->which = 0;
    g->now = *run->start;
    copy(g->hand, run->worlds + 4 * (size_t)slot->world, sizeof g->hand);
    for (int s = 0; s < g->now.seats; s++) {
        Threat threat;
        if (g->held[s].hand != g->hand[s]) find_held(run->mind, g->hand[s], &g->held[s]);
        copy(g->sight[s].top, run->top, sizeof run->top);
        if (!seen) continue;
        g->now.turn = s;
        look(run->mind, g, &slot->asked, &threat);
        if (run->net) follow(network_of(run, s), &g->sight[s], &run->hall->first[slot - run->slot][s]);
    }
    g->now.turn = run->start->turn;
    return 1;
}
/* A slot's round begins where its world does. */
static void begin_again(Run *run, Slot *slot) {
    slot->game = slot->first;
    if (run->net) copy(run->hall->own[slot - run->slot], run->hall->first[slot - run->slot], sizeof *run->hall->own);
}
/* The choices of some slots, in `best`, by either network for its seats; `asked` is weighed in any case. */
static void decide(Run *run, Slot **slots, int number, int asked) {
    for (int j = 0; j < number; j += AT_ONCE)
        choose(run->mind, slots + j, number - j < AT_ONCE ? number - j : AT_ONCE);
    for (int mine = 0; run->net && mine < 2; mine++) {
        Slot *some[ROWS];
        Insight *own[ROWS];
        int n = 0;
        for (int j = 0; j < number; j++) {
            int turn = slots[j]->game.now.turn;
            if ((turn == run->start->turn) != mine) continue;
            some[n] = slots[j], own[n++] = &run->hall->own[slots[j] - run->slot][turn];
        }
        if (n) ponder(run->mind, mine ? run->mine : run->net, some, own, n, asked, &run->hall->desk);
    }
}
/* The player to move in a slot plays or passes. */
static void move(Run *run, Slot *slot, int action) {
    Game *g = &slot->game;
    int me = g->now.turn;
    slot->over = act(run->mind, g, action);
    if (g->hand[me] != g->held[me].hand)
        keep_held(g->hand[me], &g->held[me], slot->at[4 + me], slot->word[4 + me]);
}
/* Plays on in a slot, in one round after another, until there is a choice; 0 if there is none. */
static int to_a_choice(Run *run, Slot *slot) {
    for (;;) {
        if (slot->world < 0) return 0;
        if (slot->over) {
            if (slot->which >= 0) {
                size_t row = (size_t)slot->which * (size_t)run->number + (size_t)slot->world;
                copy(run->hands + row * 4, slot->game.hand, sizeof slot->game.hand);
            }
            if (++slot->which == run->times || slot->which == 0)
                if (!next_world(run, slot, 1)) return slot->world = -1, 0;
            begin_again(run, slot);
            move(run, slot, run->actions[slot->which]);
            continue;
        }
        slot->n = legal(run->mind, &slot->game, slot->legal);
        if (slot->n > 1) return 1;
        move(run, slot, slot->legal[0]);
        run->moves++;
    }
}

/* Plays every action in every world, and on to the end; `hands` gets what everybody is left with.
 * The action's rows come one after the other, as the worlds do. Returns how many moves were made. */
long play_out(const Mind *m, const Network *net, const Network *mine, const Start *start, const i16 *behind,
              const i16 *deep_behind, const u64 *worlds, int number, const i32 *actions, int times, u64 *hands,
              void *room) {
    Run run = {.mind = m, .net = net, .mine = mine, .start = start, .worlds = worlds, .actions = actions,
               .hands = hands, .number = number, .times = times};
    u64 left = FULL_DECK;
    for (int s = 0; s < start->seats; s++) left = without(left, start->played[s]);
    for (int cls = 0; cls < 5; cls++) run.top[cls] = BEGIN[cls + 1] - 1;
    fall(m, left, run.top);
    settle(&run, room);
    nothing_seen(&run, behind, deep_behind);
    for (int j = 0; j < run.some; j++) run.slot[j].world = 0, run.slot[j].which = -1, run.slot[j].over = 1;
    for (;;) {
        Slot *asked[ROWS], *chosen[ROWS];
        int n = 0;
        for (int j = 0; j < run.some; j++)
            if (to_a_choice(&run, &run.slot[j])) asked[n++] = &run.slot[j];
        if (!n) return run.moves;
        copy(chosen, asked, sizeof asked);
        decide(&run, asked, n, NOBODY);
        for (int j = 0; j < n; j++) move(&run, chosen[j], chosen[j]->legal[chosen[j]->best]), run.moves++;
    }
}

/* --- looking back --- */
#define CERTAIN (1 << 20)
typedef struct {
    i32 seat, action, look; /* look: whether it is asked how likely the move was */
    i32 called, barred;     /* who has called and who is barred after it, bits by seat */
} Past;

typedef struct { /* how often somebody chooses a play by how far it lags behind, one table after the other */
    const i32 *odds;
    int times;
} Manners;

/* How likely a move was where all are weighed, by each table, in parts of CERTAIN. */
static void tell_shares(const Slot *slot, int action, const Manners *by, i32 *shares) {
    for (int k = 0; k < by->times; k++) {
        u64 whole = 0, made = 0;
        for (int j = 0; j < slot->n; j++) {
            i32 lag = (slot->score - slot->scores[j]) >> (SHARP + 9 - FINE);
            u64 one = (u64)by->odds[k * SLIM + (lag < SLIM ? lag : SLIM - 1)];
            whole += one;
            if (slot->legal[j] == action) made = one;
        }
        shares[k] = slot->n > 1 ? (i32)(made * CERTAIN / whole) : CERTAIN;
    }
}
/* One move of the past in some slots, and how likely it was in each if that is asked: a row of so many
 * numbers for each slot. */
static void retrace(Run *run, const Past *past, const Manners *by, Slot *slots, int some, i32 *shares,
                    size_t row) {
    Slot *asked[ROWS];
    int n = 0;
    for (int j = 0; j < some && past->look; j++) {
        Slot *slot = &slots[j];
        slot->game.now.turn = past->seat;
        slot->n = legal(run->mind, &slot->game, slot->legal);
        if (slot->n > 1) asked[n++] = slot;
    }
    if (n) decide(run, asked, n, past->action);
    for (int j = 0; j < some; j++) {
        Slot *slot = &slots[j];
        if (past->look) tell_shares(slot, past->action, by, shares + (size_t)j * row);
        slot->game.now.turn = past->seat;
        move(run, slot, past->action);
        slot->game.now.called = past->called, slot->game.now.barred = past->barred;
    }
}
/* Goes through a round from its beginning in every world. `shares` gets a row for each world: how
 * likely each move was that is asked for, by each of the tables of odds. */
void look_back(const Mind *m, const Network *net, const Start *start, const i16 *behind, const i16 *deep_behind,
               const u64 *worlds, int number, const Past *past, int times, const i32 *odds, int tables,
               i32 *shares, void *room) {
    Run run = {.mind = m, .net = net, .mine = net, .start = start, .worlds = worlds, .number = number};
    Manners by = {odds, tables};
    size_t row = 0;
    for (int k = 0; k < times; k++) row += past[k].look ? (size_t)tables : 0;
    for (int cls = 0; cls < 5; cls++) run.top[cls] = BEGIN[cls + 1] - 1;
    settle(&run, room);
    nothing_seen(&run, behind, deep_behind);
    for (int begin = 0; begin < number; begin += run.some) {
        int some = 0;
        i32 *told = shares + (size_t)begin * row;
        for (; some < run.some && next_world(&run, &run.slot[some], 0); some++) begin_again(&run, &run.slot[some]);
        for (int k = 0; k < times; k++) {
            retrace(&run, past + k, &by, run.slot, some, told, row);
            told += past[k].look ? tables : 0;
        }
    }
}
