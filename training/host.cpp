// The environment for the CPU: the same source as the GPU's, reached through ctypes by the tests.
#include <string.h>
#include "features.cuh"

extern "C" int table_size() { return (int)sizeof(Table); }

// One step of many tables: applies `chosen` (negative: nothing yet), plays on to the next decision
// and describes it. `list` and `left` have LIST entries a table, `count` how many are set.
extern "C" void step(const Catalogue* c, const Settings* s, Table* tables, int n, const int* chosen,
                     short* list, u8* left, int* count, u64* policy, u64* critic,
                     u64* events, u64* rest, unsigned short* more) {
    static short held[LIST];
    for (int i = 0; i < n; i++) {
        Table& t = tables[i];
        t.ended = 0, t.final_ = 0;
        if (chosen[i] >= 0) apply(*c, t, chosen[i]);
        int k = count[i] = advance(*c, *s, t, list + i * LIST);
        memset(policy + i * POLICY_WORDS, 0, 8 * POLICY_WORDS);
        memset(critic + i * CRITIC_WORDS, 0, 8 * CRITIC_WORDS);
        memset(events + i * EVENTS * EVENT_WORDS, 0, 8 * EVENTS * EVENT_WORDS);
        if (!k) continue;
        short top[5];
        u64 unseen = unseen_by(t, t.turn);
        strongest_unseen(*c, unseen, top);
        encode_policy(*c, t, unseen, top, policy + i * POLICY_WORDS);
        encode_critic(*c, t, critic + i * CRITIC_WORDS);
        for (int j = 0; j < EVENTS; j++)
            encode_event(*c, t, j, events + (i * EVENTS + j) * EVENT_WORDS);
        int fullest = fullest_other(t);
        u64 hand = t.hand[t.turn];
        outline_hands(*c, t, held);
        put_hands(t, critic + i * CRITIC_WORDS);
        int all = scan(*c, hand, 0, COMBINATIONS, 0, 9, held, 0);
        Holding h = holding(*c, held, all, top, fullest);
        put_outline(policy + i * POLICY_WORDS, POLICY_BITS, outline(*c, hand, h));
        for (int j = 0; j < k; j++) {
            Outline o = outline(*c, left_of(*c, hand, list[i * LIST + j]), h);
            rest[i * LIST + j] = o.can, more[i * LIST + j] = (unsigned short)packed(o);
        }
        for (int j = 0; j < k; j++) left[i * LIST + j] = describe(*c, t, top, fullest, list[i * LIST + j]);
    }
}

extern "C" int greedy_choice(const Catalogue* c, const Table* t, const short* list, int n) {
    return greedy(*c, *t, list, n);
}
