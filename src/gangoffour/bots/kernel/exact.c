/* The network in whole numbers (network/exact.py), and its reflex (network/reflex.py), for where there is no
 * numpy: WebAssembly in a browser. Whole numbers are 64-bit floats: every sum is exact, in whatever order.
 *
 * Freestanding: no library. The caller writes the catalogue, weights (16-bit floats, one array after the other
 * as they stand below) and a question into the rooms for them, and finds in another how good each action is. */
#include <stdint.h>

typedef uint64_t u64;
typedef uint8_t u8;
typedef double f64;
typedef f64 Pair __attribute__((vector_size(16), aligned(8), may_alias));

enum {
  COMBINATIONS = 12352, PASS = COMBINATIONS, GIVE = COMBINATIONS + 1,
  POLICY = 866, OUTLINE = 90, EVENT = 434, EVENTS = 24, PLAY = 196, DIRECT = 192,
  TRUNK = 640, JOINT = 768, HIDDEN = 512, COURSE = 256,
  SMALL_TRUNK = 256, SMALL_JOINT = 64, SMALL_HIDDEN = 32, SUMS = 9, SHARP = 10,
  TURNS = 13, LOSERS = 8, MOST = 1024, AT_ONCE = 4, COPY = 34
};
static const f64 UNIT = 262144.0, LEAK = 0.05;
static const int LEVELS[5] = {12, 11, 10, 22, 10}, BEFORE[5] = {0, 12, 23, 33, 55};
static const int BEGIN[6] = {0, 34, 98, 174, 12235, COMBINATIONS};

typedef struct { u64 word; int16_t after; u8 kind, level; u8 pad[4]; } Known;
typedef struct {
  u64 hand;
  int32_t fullest, top[5], events, actions;
  u8 policy[112], event[EVENTS][56];
  int16_t action[MOST];
} Question;

static Known known[COMBINATIONS];
static Question asked;
static f64 scores[MOST];
#define WEIGHTS(X) \
  X(trunk_w, (POLICY + OUTLINE) * TRUNK) X(trunk_b, TRUNK) X(event0, EVENT * COURSE) X(event1, COURSE * COURSE) \
  X(course_w, COURSE * TRUNK) X(course_s, COURSE * JOINT) X(deep_w, TRUNK * TRUNK) X(deep_b, TRUNK) \
  X(state_w, TRUNK * JOINT) X(state_b, JOINT) X(direct, DIRECT * JOINT) X(play, (PLAY + OUTLINE) * JOINT) \
  X(first_w, JOINT * HIDDEN) X(first_b, HIDDEN) X(second_w, HIDDEN * HIDDEN) X(second_b, HIDDEN) X(advantage, HIDDEN)
#define REFLEX(X) \
  X(r_trunk_w, (POLICY + OUTLINE) * SMALL_TRUNK, SUMS) X(r_trunk_b, SMALL_TRUNK, SUMS) \
  X(r_state_w, SMALL_TRUNK * SMALL_JOINT, SHARP) X(r_state_b, SMALL_JOINT, SUMS + SHARP) \
  X(r_direct, DIRECT * SMALL_JOINT, SUMS) X(r_play, (PLAY + OUTLINE) * SMALL_JOINT, SUMS) \
  X(r_first_w, SMALL_JOINT * SMALL_HIDDEN, SHARP) X(r_first_b, SMALL_HIDDEN, SUMS + SHARP) \
  X(r_second_w, SMALL_HIDDEN * SMALL_HIDDEN, SHARP) X(r_second_b, SMALL_HIDDEN, SUMS + SHARP) \
  X(r_advantage, SMALL_HIDDEN, SHARP)
#define DECLARE(name, size, ...) static f64 name[size];
WEIGHTS(DECLARE)
REFLEX(DECLARE)
#define COUNT(name, size, ...) +(size)
static uint16_t halves[0 WEIGHTS(COUNT)];

void *catalogue_room(void) { return known; }
void *question_room(void) { return &asked; }
void *weights_room(void) { return halves; }
int weights_size(int small) { return 2 * (small ? 0 REFLEX(COUNT) : 0 WEIGHTS(COUNT)); }
f64 *scores_room(void) { return scores; }

static f64 whole(uint16_t half, int bits) { /* a 16-bit float in whole numbers, with so many bits after the point */
  int exponent = half >> 10 & 31, digits = half & 1023, power = (exponent ? exponent - 25 : -24) + bits;
  f64 value = exponent ? 1024 + digits : digits;
  for (; power < 0; power++) value *= 0.5;
  for (; power > 0; power--) value *= 2.0;
  value = __builtin_rint(value);
  return half >> 15 ? -value : value;
}

void take_weights(int small) {
  const uint16_t *from = halves;
#define INTO(name, size) for (int i = 0; i < (size); i++) name[i] = whole(*from++, 18);
#define INTO_SMALL(name, size, bits) for (int i = 0; i < (size); i++) name[i] = whole(*from++, bits);
  if (small) { REFLEX(INTO_SMALL) } else { WEIGHTS(INTO) }
}

static f64 bend(f64 value) { return value >= 0 ? value : __builtin_floor(value * LEAK); }
static f64 scaled(f64 value) { return __builtin_floor(value * (1.0 / UNIT)); }
static u64 without(u64 hand, u64 cards) {
  u64 left = hand & ~cards, lone = left >> COPY & ~left;
  return (left | lone) & ~(lone << COPY);
}
static int count(u64 word) { return __builtin_popcountll(word); }
static int class_of(int place) { int at = 0; while (place >= BEGIN[at + 1]) at++; return at; }

static void add(f64 *sum, const f64 *row, int width) {
  for (int i = 0; i < width; i += 2) *(Pair *)(sum + i) += *(const Pair *)(row + i);
}
static void add_bits(f64 *sum, const u8 *bits, int number, const f64 *rows, int width) {
  for (int at = 0; at < number; at++)
    if (bits[at >> 3] >> (at & 7) & 1) add(sum, rows + at * width, width);
}
/* So many rows times a matrix: `out` has them one after the other, not yet in a layer's units. */
static void times(f64 *out, const f64 *in, int rows, int height, const f64 *matrix, int width) {
  for (int row = 0; row < rows; row += AT_ONCE) {
    const f64 *a = in + row * height, *b = a + (row + 1 < rows) * height, *c = b + (row + 2 < rows) * height,
              *d = c + (row + 3 < rows) * height;
    for (int at = 0; at < width; at += 4) {
      Pair p0 = {0}, p1 = {0}, q0 = {0}, q1 = {0}, r0 = {0}, r1 = {0}, s0 = {0}, s1 = {0};
      const f64 *m = matrix + at;
      for (int i = 0; i < height; i++, m += width) {
        Pair v = *(const Pair *)m, w = *(const Pair *)(m + 2);
        Pair x = {a[i], a[i]}, y = {b[i], b[i]}, z = {c[i], c[i]}, u = {d[i], d[i]};
        p0 += x * v; p1 += x * w; q0 += y * v; q1 += y * w;
        r0 += z * v; r1 += z * w; s0 += u * v; s1 += u * w;
      }
      Pair found[AT_ONCE][2] = {{p0, p1}, {q0, q1}, {r0, r1}, {s0, s1}};
      for (int one = 0; one < AT_ONCE && row + one < rows; one++) {
        *(Pair *)(out + (row + one) * width + at) = found[one][0];
        *(Pair *)(out + (row + one) * width + at + 2) = found[one][1];
      }
    }
  }
}
static void dense(f64 *out, const f64 *in, int rows, int height, const f64 *w, const f64 *b, int width) {
  times(out, in, rows, height, w, width);
  for (int row = 0; row < rows; row++)
    for (int i = 0; i < width; i++) out[row * width + i] = bend(scaled(out[row * width + i]) + b[i]);
}

/* What is asked of the combinations in the hand again and again. */
static struct { u64 word; int place, kind, bit, sure; } held[COMBINATIONS];
static int holds;
static u64 ranks[12];

static int groups(u64 words) {
  u64 rank = (words | words >> COPY) & ((1 << 30) - 1);
  rank = (rank | rank >> 1 | rank >> 2) & 0x9249249;
  rank |= words >> 30 & 1;
  return count(rank) + ((words >> 31 & 3) != 0) + (int)(words >> 33 & 1);
}

static void look(void) {
  holds = 0;
  for (int at = 0; at < COMBINATIONS; at++) {
    if (known[at].word & ~asked.hand) continue;
    int kind = class_of(at), level = known[at].level, size = kind == 4 ? 4 : count(known[at].word);
    if (kind == 4) level = level > 0 ? level - 1 : 0;
    int sure = asked.fullest < size || asked.top[kind] < known[at].after;
    held[holds].word = known[at].word, held[holds].place = at, held[holds].kind = kind;
    held[holds].bit = BEFORE[kind] + level, held[holds++].sure = sure;
  }
  for (int rank = 0; rank < 10; rank++) ranks[rank] = (u64)7 << 3 * rank | (u64)7 << (3 * rank + COPY);
  ranks[0] |= 1 << 30;
  ranks[10] = (u64)3 << 31, ranks[11] = (u64)1 << 33;
}

static void set(u8 *bits, int at) { bits[at >> 3] |= 1 << (at & 7); }

/* The bits of outline.py for some cards of the hand, written from bit `from` on. */
static void outline(u64 cards, u8 *bits, int from) {
  for (int i = 0; i < holds; i++)
    if (!(held[i].word & ~cards)) {
      set(bits, from + held[i].bit);
      if (held[i].sure) set(bits, from + 64 + TURNS + held[i].kind);
    }
  int now = groups(cards), turns = 0, losers = 0;
  u64 left = cards;
  for (int five = 0; five < 3 && count(left) >= 5; five++) {
    int best = 1 << 30;
    for (int i = 0; i < holds; i++) {
      if (held[i].kind != 3 || held[i].word & ~left) continue;
      int key = groups(without(left, held[i].word)) << 16 | !held[i].sure << 15 | held[i].place;
      if (key < best) best = key;
    }
    if (best == 1 << 30 || best >> 16 > now - 2) break;
    left = without(left, known[best & 0x7fff].word);
    now = best >> 16, turns++, losers += best >> 15 & 1;
  }
  for (int rank = 0; rank < 12; rank++) {
    int size = count(left & ranks[rank]), kind = size > 3 ? 4 : size > 0 ? size - 1 : 0;
    int level = asked.top[kind] >= 0 ? known[asked.top[kind]].level : -1;
    losers += size > 0 && asked.fullest >= (size < 4 ? size : 4) && level >= rank;
  }
  turns += now;
  set(bits, from + 64 + (turns < TURNS ? turns : TURNS - 1));
  set(bits, from + 64 + TURNS + 5 + (losers < LOSERS ? losers : LOSERS - 1));
}

/* What the network sees of an action (features.play_bits), and of what it leaves. */
static void see_action(int action, u8 *bits) {
  u64 word = action == PASS ? 0 : known[action < PASS ? action : action - GIVE].word;
  u64 rest = without(asked.hand, word);
  int left = count(rest);
  if (action < COMBINATIONS) {
    int kind = class_of(action), size = count(word), five = 76;
    for (int at = 0; at < 8; at++) bits[at] = word >> 8 * at;
    set(bits, 63 + known[action].kind);
    if (kind == 4) set(bits, 68 + size);
    for (int one = 0; one < kind; one++) five += LEVELS[one];
    set(bits, five + known[action].level);
    int alike = asked.fullest < (kind == 4 ? 4 : size) || asked.top[kind] < known[action].after;
    if (alike) set(bits, 193);
    if (alike && (kind == 4 || asked.fullest < 4 || asked.top[4] < 0)) set(bits, 194);
    for (int i = 0; i < holds; i++)
      if (held[i].word == rest) { set(bits, 195); break; }
  } else set(bits, action == PASS ? 141 : 142 + action - GIVE);
  set(bits, 176 + left);
  outline(rest, bits, PLAY);
}

static void told_by_events(f64 *told) {
  static f64 seen[EVENTS * COURSE], more[EVENTS * COURSE];
  for (int i = 0; i < EVENTS * COURSE; i++) seen[i] = 0;
  for (int at = 0; at < asked.events; at++) {
    add_bits(seen + at * COURSE, asked.event[at], EVENT, event0, COURSE);
    for (int i = 0; i < COURSE; i++) seen[at * COURSE + i] = bend(seen[at * COURSE + i]);
  }
  times(more, seen, asked.events, COURSE, event1, COURSE);
  for (int i = 0; i < COURSE; i++) told[i] = 0;
  for (int i = 0; i < asked.events * COURSE; i++) told[i % COURSE] += bend(scaled(more[i]));
}

static void see_position(u8 *bits) {
  for (int at = 0; at < POLICY; at++)
    if (asked.policy[at >> 3] >> (at & 7) & 1) set(bits, at);
  outline(asked.hand, bits, POLICY);
}

static void state_of(f64 *state) {
  static f64 told[COURSE], trunk[TRUNK], more[JOINT];
  u8 bits[(POLICY + OUTLINE + 7) / 8] = {0};
  see_position(bits);
  told_by_events(told);
  for (int i = 0; i < TRUNK; i++) trunk[i] = trunk_b[i];
  add_bits(trunk, bits, POLICY + OUTLINE, trunk_w, TRUNK);
  times(more, told, 1, COURSE, course_w, TRUNK);
  for (int i = 0; i < TRUNK; i++) trunk[i] = bend(trunk[i] + scaled(more[i]));
  dense(more, trunk, 1, TRUNK, deep_w, deep_b, TRUNK);
  add(trunk, more, TRUNK);
  times(more, trunk, 1, TRUNK, state_w, JOINT);
  for (int i = 0; i < JOINT; i++) state[i] = scaled(more[i]) + state_b[i];
  times(more, told, 1, COURSE, course_s, JOINT);
  for (int i = 0; i < JOINT; i++) state[i] += scaled(more[i]);
  add_bits(state, bits, DIRECT, direct, JOINT);
}

/* How good each action is: more is better. */
void judge(void) {
  static f64 state[JOINT], joint[AT_ONCE * JOINT], first[AT_ONCE * HIDDEN], second[AT_ONCE * HIDDEN];
  look();
  state_of(state);
  for (int begin = 0; begin < asked.actions; begin += AT_ONCE) {
    int rows = asked.actions - begin < AT_ONCE ? asked.actions - begin : AT_ONCE;
    for (int row = 0; row < rows; row++) {
      u8 bits[(PLAY + OUTLINE + 7) / 8] = {0};
      f64 *sum = joint + row * JOINT;
      see_action(asked.action[begin + row], bits);
      for (int i = 0; i < JOINT; i++) sum[i] = state[i];
      add_bits(sum, bits, PLAY + OUTLINE, play, JOINT);
      for (int i = 0; i < JOINT; i++) sum[i] = bend(sum[i]);
    }
    dense(first, joint, rows, JOINT, first_w, first_b, HIDDEN);
    dense(second, first, rows, HIDDEN, second_w, second_b, HIDDEN);
    add(second, first, rows * HIDDEN);
    for (int row = 0; row < rows; row++) {
      f64 score = 0;
      for (int i = 0; i < HIDDEN; i++) score += second[row * HIDDEN + i] * advantage[i];
      scores[begin + row] = score;
    }
  }
}

static f64 bent(f64 value) { return value < 0 ? __builtin_floor(value * 13 * (1.0 / 256)) : value; }
static void layer(f64 *out, const f64 *in, int height, const f64 *w, const f64 *b, int width) {
  times(out, in, 1, height, w, width);
  for (int i = 0; i < width; i++) out[i] = __builtin_floor((out[i] + b[i]) * (1.0 / (1 << SHARP)));
}

/* How good each action looks to the reflex. */
void judge_by_reflex(void) {
  static f64 trunk[SMALL_TRUNK], state[SMALL_JOINT], joint[SMALL_JOINT], first[SMALL_HIDDEN], second[SMALL_HIDDEN];
  u8 seen[(POLICY + OUTLINE + 7) / 8] = {0};
  look();
  see_position(seen);
  for (int i = 0; i < SMALL_TRUNK; i++) trunk[i] = r_trunk_b[i];
  add_bits(trunk, seen, POLICY + OUTLINE, r_trunk_w, SMALL_TRUNK);
  for (int i = 0; i < SMALL_TRUNK; i++) trunk[i] = bent(trunk[i]);
  layer(state, trunk, SMALL_TRUNK, r_state_w, r_state_b, SMALL_JOINT);
  add_bits(state, seen, DIRECT, r_direct, SMALL_JOINT);
  for (int at = 0; at < asked.actions; at++) {
    u8 bits[(PLAY + OUTLINE + 7) / 8] = {0};
    see_action(asked.action[at], bits);
    for (int i = 0; i < SMALL_JOINT; i++) joint[i] = state[i];
    add_bits(joint, bits, PLAY + OUTLINE, r_play, SMALL_JOINT);
    for (int i = 0; i < SMALL_JOINT; i++) joint[i] = bent(joint[i]);
    layer(first, joint, SMALL_JOINT, r_first_w, r_first_b, SMALL_HIDDEN);
    for (int i = 0; i < SMALL_HIDDEN; i++) first[i] = bent(first[i]);
    layer(second, first, SMALL_HIDDEN, r_second_w, r_second_b, SMALL_HIDDEN);
    f64 score = 0;
    for (int i = 0; i < SMALL_HIDDEN; i++) score += (first[i] + bent(second[i])) * r_advantage[i];
    scores[at] = score;
  }
}
