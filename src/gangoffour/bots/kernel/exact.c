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
  TURNS = 13, LOSERS = 8, MOST = 1024, PLACES = 4, AT_ONCE = 32, STRIP = 4, COPY = 34
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
static f64 scores[MOST + 1];
/* Rows R are added where a bit is set; matrices M are multiplied by, and stand in strips of STRIP columns, each from top
 * to bottom, so that they are read as they lie. All have few digits: 32-bit floats hold them as they are. */
#define WEIGHTS(R, M) \
  R(trunk_w, POLICY + OUTLINE, TRUNK, 18) R(trunk_b, 1, TRUNK, 18) R(event0, EVENT, COURSE, 18) \
  M(event1, COURSE, COURSE, 18) M(course_w, COURSE, TRUNK, 18) M(course_s, COURSE, JOINT, 18) \
  M(deep_w, TRUNK, TRUNK, 18) R(deep_b, 1, TRUNK, 18) M(state_w, TRUNK, JOINT, 18) R(state_b, 1, JOINT, 18) \
  R(direct, DIRECT, JOINT, 18) R(play, PLAY + OUTLINE, JOINT, 18) M(first_w, JOINT, HIDDEN, 18) \
  R(first_b, 1, HIDDEN, 18) M(second_w, HIDDEN, HIDDEN, 18) R(second_b, 1, HIDDEN, 18) R(advantage, 1, HIDDEN, 18) \
  R(value_w, JOINT, PLACES, 18) R(value_b, 1, PLACES, 18)
#define REFLEX(R, M) \
  R(r_trunk_w, POLICY + OUTLINE, SMALL_TRUNK, SUMS) R(r_trunk_b, 1, SMALL_TRUNK, SUMS) \
  M(r_state_w, SMALL_TRUNK, SMALL_JOINT, SHARP) R(r_state_b, 1, SMALL_JOINT, SUMS + SHARP) \
  R(r_direct, DIRECT, SMALL_JOINT, SUMS) R(r_play, PLAY + OUTLINE, SMALL_JOINT, SUMS) \
  M(r_first_w, SMALL_JOINT, SMALL_HIDDEN, SHARP) R(r_first_b, 1, SMALL_HIDDEN, SUMS + SHARP) \
  M(r_second_w, SMALL_HIDDEN, SMALL_HIDDEN, SHARP) R(r_second_b, 1, SMALL_HIDDEN, SUMS + SHARP) \
  R(r_advantage, 1, SMALL_HIDDEN, SHARP)
#define ROWS(name, height, width, bits) static f64 name[(height) * (width)];
#define MATRIX(name, height, width, bits) static float name[(height) * (width)];
WEIGHTS(ROWS, MATRIX)
REFLEX(ROWS, MATRIX)
#define COUNT(name, height, width, bits) +(height) * (width)
static u8 planes[2 * (0 WEIGHTS(COUNT, COUNT))];

void *catalogue_room(void) { return known; }
void *question_room(void) { return &asked; }
void *weights_room(void) { return planes; }
int weights_size(int small) { return 2 * (small ? 0 REFLEX(COUNT, COUNT) : 0 WEIGHTS(COUNT, COUNT)); }
f64 *scores_room(void) { return scores; }

static f64 whole(int half, int bits) { /* a 16-bit float in whole numbers, with so many bits after the point */
  int exponent = half >> 10 & 31, digits = half & 1023, power = (exponent ? exponent - 25 : -24) + bits;
  union { u64 bits; f64 value; } two = {(u64)(1023 + power) << 52}; /* to that power */
  f64 value = __builtin_rint((exponent ? 1024 + digits : digits) * two.value);
  return half >> 15 ? -value : value;
}

void take_weights(int small) { /* first the upper halves of all, then the lower ones */
  const u8 *upper = planes, *lower = planes + weights_size(small) / 2;
#define INTO_ROWS(name, height, width, bits) \
  for (int i = 0; i < (height) * (width); i++) name[i] = whole(*upper++ << 8 | *lower++, bits);
#define INTO_STRIPS(name, height, width, bits) \
  for (int i = 0; i < (height); i++) \
    for (int at = 0; at < (width); at++) \
      name[at / STRIP * (height) * STRIP + i * STRIP + at % STRIP] = (float)whole(*upper++ << 8 | *lower++, bits);
  if (small) { REFLEX(INTO_ROWS, INTO_STRIPS) } else { WEIGHTS(INTO_ROWS, INTO_STRIPS) }
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
/* So many rows times a matrix: `out` has them one after the other, not yet in a layer's units. A strip of the matrix is
 * small enough to stay near while all rows go over it, four at once. */
static void times(f64 *out, const f64 *in, int rows, int height, const float *matrix, int width) {
  static f64 strip[JOINT * STRIP];
  for (int at = 0; at < width; at += STRIP, matrix += height * STRIP) {
    for (int i = 0; i < height * STRIP; i++) strip[i] = matrix[i];
    for (int row = 0; row < rows; row += 4) {
      const f64 *a = in + row * height, *b = a + (row + 1 < rows) * height, *c = b + (row + 2 < rows) * height,
                *d = c + (row + 3 < rows) * height;
      Pair p0 = {0}, p1 = {0}, q0 = {0}, q1 = {0}, r0 = {0}, r1 = {0}, s0 = {0}, s1 = {0};
      for (int i = 0; i < height; i++) {
        Pair v = *(const Pair *)(strip + i * STRIP), w = *(const Pair *)(strip + i * STRIP + 2);
        Pair x = {a[i], a[i]}, y = {b[i], b[i]}, z = {c[i], c[i]}, u = {d[i], d[i]};
        p0 += x * v; p1 += x * w; q0 += y * v; q1 += y * w;
        r0 += z * v; r1 += z * w; s0 += u * v; s1 += u * w;
      }
      Pair found[4][2] = {{p0, p1}, {q0, q1}, {r0, r1}, {s0, s1}};
      for (int one = 0; one < 4 && row + one < rows; one++) {
        *(Pair *)(out + (row + one) * width + at) = found[one][0];
        *(Pair *)(out + (row + one) * width + at + 2) = found[one][1];
      }
    }
  }
}
/* One row times a matrix. */
static void once(f64 *out, const f64 *in, int height, const float *matrix, int width) {
  for (int at = 0; at < width; at += STRIP) {
    Pair p = {0}, q = {0}, r = {0}, s = {0};
    for (int i = 0; i < height; i += 2, matrix += 2 * STRIP) {
      Pair x = {in[i], in[i]}, y = {in[i + 1], in[i + 1]};
      Pair a = {matrix[0], matrix[1]}, b = {matrix[2], matrix[3]}, c = {matrix[4], matrix[5]}, d = {matrix[6], matrix[7]};
      p += x * a; q += x * b; r += y * c; s += y * d;
    }
    *(Pair *)(out + at) = p + r;
    *(Pair *)(out + at + 2) = q + s;
  }
}
static void dense(f64 *out, const f64 *in, int rows, int height, const float *w, const f64 *b, int width) {
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
  once(more, told, COURSE, course_w, TRUNK);
  for (int i = 0; i < TRUNK; i++) trunk[i] = bend(trunk[i] + scaled(more[i]));
  once(more, trunk, TRUNK, deep_w, TRUNK);
  for (int i = 0; i < TRUNK; i++) trunk[i] += bend(scaled(more[i]) + deep_b[i]);
  once(more, trunk, TRUNK, state_w, JOINT);
  for (int i = 0; i < JOINT; i++) state[i] = scaled(more[i]) + state_b[i];
  once(more, told, COURSE, course_s, JOINT);
  for (int i = 0; i < JOINT; i++) state[i] += scaled(more[i]);
  add_bits(state, bits, DIRECT, direct, JOINT);
}

/* How good each action is: more is better. After the last, what the round or match is worth to who is to act. */
void judge(void) {
  static f64 state[JOINT], joint[AT_ONCE * JOINT], first[AT_ONCE * HIDDEN], second[AT_ONCE * HIDDEN];
  look();
  state_of(state);
  f64 worth = 0;
  for (int i = 0; i < JOINT; i++) worth += bend(state[i]) * value_w[i * PLACES];
  scores[asked.actions] = scaled(worth) + value_b[0];
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
static void layer(f64 *out, const f64 *in, int height, const float *w, const f64 *b, int width) {
  once(out, in, height, w, width);
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
