import { describe, expect, test } from 'vitest';
import { handLayout } from '../../src/table/hand/hand_layout.js';
import { dealMs, dealOrder, showMs } from '../../src/table/live/pace.js';
import { leadText } from '../../src/game/lead.js';
import { neighbour } from '../../src/table/hand/neighbour.js';
import { lying } from '../../src/table/hand/slide.js';
import { nextOrder, sorted } from '../../src/table/turn/hand_sorting.js';
import { held, keysOf, stillChosen } from '../../src/table/turn/held_cards.js';
import { completions, exactly, inOrder, playsOf } from '../../src/game/legal_plays.js';

const codes = (cards: { code: string }[]) => cards.map((card) => card.code).join(' ');

describe('held cards', () => {
  test('copies are told apart by their key', () => {
    expect(held(['G3', 'G3', 'RD']).map((card) => [card.key, card.copies])).toEqual([
      ['G3#0', 2],
      ['G3#1', 2],
      ['RD#0', 1],
    ]);
  });

  test('by rank, by colour, by combinations', () => {
    const hand = held(['RD', 'Y3', 'M1', 'G10', 'R3', 'G3']);
    expect(codes(sorted(hand, 'rank').flat())).toBe('M1 G3 Y3 R3 G10 RD');
    expect(codes(sorted(hand, 'colour').flat())).toBe('G3 G10 Y3 R3 RD M1');
    expect(sorted(hand, 'combinations', [['RD'], ['R3', 'G3'], ['G10']]).map(codes)).toEqual(['R3 G3', 'M1 Y3 G10 RD']);
  });

  test('chosen copies are kept where there is a choice', () => {
    const hand = held(['G3', 'G3']);
    expect([...keysOf(['G3'], hand, new Set(['G3#1']))]).toEqual(['G3#1']);
    expect([...keysOf(['G3', 'G3', 'G3'], hand, new Set())]).toEqual(['G3#0', 'G3#1']);
  });

  test('of two copies, the chosen one has left', () => {
    expect([...stillChosen(new Set(['G3#1']), ['G3', 'G3'], ['G3'])]).toEqual([]);
    expect([...stillChosen(new Set(['G3#0', 'G3#1']), ['G3', 'G3'], ['G3'])]).toEqual(['G3#0']);
    expect([...stillChosen(new Set(['G3#1']), ['G3', 'G3', 'RD'], ['G3', 'G3'])]).toEqual(['G3#1']);
  });
});

describe('legal plays', () => {
  const plays = playsOf({ single: ['G3', 'RD'], pair: ['G3 Y3', 'G3 G3'] });

  test('are put in order as the deck is', () => {
    expect(inOrder(['RD', 'M1', 'R1', 'G10'])).toEqual(['R1', 'M1', 'G10', 'RD']);
  });

  test('are found by exactly their cards, copies counted', () => {
    expect(exactly(plays, ['Y3', 'G3'])?.kind).toBe('pair');
    expect(exactly(plays, ['Y3'])).toBeUndefined();
    expect(exactly(plays, ['G3', 'G3', 'G3'])).toBeUndefined();
  });

  test('are found by a part of them', () => {
    expect([...completions(plays, ['G3', 'G3']).keys()]).toEqual(['pair']);
    expect(completions(plays, ['G3']).get('pair')).toHaveLength(2);
    expect(completions(plays, []).size).toBe(2);
  });
});

test('a lead says whether M1 must be in it, as far as the server lists it', () => {
  expect(leadText(playsOf({ single: ['M1'], pair: ['G1 M1'] }))).toContain('multicoloured 1');
  expect(leadText(playsOf({ single: ['M1', 'G3'] }))).toBe('Lead any combination.');
  expect(leadText([])).toBe('Lead any combination.');
});

test('a deal goes from the seat after the dealer in the direction of play, to everybody equally', () => {
  const order = dealOrder(3, 2, -1).map(({ seat }) => seat);
  expect(order.slice(0, 3)).toEqual([1, 0, 2]);
  for (const seat of [0, 1, 2]) expect(order.filter((one) => one === seat)).toHaveLength(order.length / 3);
  expect(dealMs(4, {}) - dealMs(4, null)).toBeGreaterThan(2_000);
});

test('the larger a gang, the longer its show', () => {
  expect(showMs(7)).toBeGreaterThan(showMs(5));
});

describe('the hand on the screen', () => {
  test('whole cards in rows on an upright phone, a fan on a wide screen and on a phone on its side', () => {
    expect(handLayout(16, 360, 640)).toMatchObject({ fan: false, rows: 2, columns: 8 });
    expect(handLayout(16, 1000, 800)).toMatchObject({ fan: true, rows: 1 });
    expect(handLayout(16, 600, 360)).toMatchObject({ fan: true });
  });

  test.each([360, 375, 390, 412, 430])('sixteen cards are two rows of eight on a phone %i wide', (width) => {
    for (const height of [640, 740, 844, 915, 932]) {
      const layout = handLayout(16, width - 11, height);
      expect(layout).toMatchObject({ fan: false, rows: 2, columns: 8 });
      expect(layout.step).toBeGreaterThan((width - 11) / 8 - 1);
    }
  });

  test('groups stand apart, in rows and in a fan, and nothing leaves its room', () => {
    const rows = handLayout(16, 389, 844, [4, 3, 2, 7]);
    const place = (at: number) => lying(at, rows, 0).x;
    expect(rows.shift).toHaveLength(16);
    for (const at of [1, 2, 3]) expect(place(at) - place(at - 1)).toBeCloseTo(rows.step);
    const fan = handLayout(16, 1000, 800, [5, 4, 7]);
    const across = (at: number) => at * fan.step + (fan.shift[at] ?? 0);
    expect(across(5) - across(4)).toBeGreaterThan(across(4) - across(3) + 10);
    expect(across(15) - across(0) + fan.card).toBeLessThanOrEqual(1000);
  });

  test.each([
    { groups: [5, 5, 2, 2, 2], alone: 2, lengths: [8, 8] },
    { groups: [5, 3, 2, 6], alone: 6, lengths: [8, 8] },
    { groups: [4, 3, 2, 7], alone: 0, lengths: [4, 5, 7] },
    { groups: [4, 3, 9], alone: 9, lengths: [8, 8] },
    { groups: [3, 3, 5, 5], alone: 0, lengths: [8, 8] },
    { groups: [2, 2, 2, 2, 2, 2, 2, 2], alone: 0, lengths: [8, 8] },
    { groups: [5, 6, 5], alone: 0, lengths: [5, 6, 5] },
    { groups: [5, 5, 5, 2], alone: 2, lengths: [6, 6, 5] },
  ])('on a phone a finger hits each card of $groups, and no group is divided', ({ groups, alone, lengths }) => {
    const n = groups.reduce((sum, size) => sum + size, 0);
    for (const [width, height] of [
      [359, 640],
      [389, 844],
      [411, 915],
    ] as const) {
      const layout = handLayout(n, width, height, groups, alone);
      const rowOf = (at: number) => layout.starts.findLastIndex((start) => start <= at);
      const laid = new Map(layout.order.map((card, at) => [card, { row: rowOf(at), ...lying(at, layout, 0) }]));
      expect(laid.size).toBe(n);
      if (width === 389)
        expect(layout.starts.map((start, row) => (layout.starts[row + 1] ?? n) - start)).toEqual(lengths);
      const places = [...laid.values()];
      for (const one of places) {
        expect(Math.abs(one.x) + layout.step / 2).toBeLessThanOrEqual(width / 2);
        for (const other of places) {
          const [across, down] = [Math.abs(one.x - other.x), Math.abs(one.y - other.y)];
          if (one !== other) expect(Math.max(across, down)).toBeGreaterThanOrEqual(44);
        }
      }
      let first = 0;
      for (const size of groups.slice(0, alone ? -1 : undefined)) {
        const group = Array.from({ length: size }, (_, at) => laid.get(first + at));
        expect(new Set(group.map((one) => one?.row)).size).toBe(1);
        const next = places.filter((one) => one.row === group[0]?.row && !group.includes(one)).map((one) => one.x);
        for (const x of next)
          for (const one of group) expect(Math.abs(x - (one?.x ?? 0))).toBeGreaterThan(layout.step + 5.9);
        first += size;
      }
    }
  });

  test('up and down lead to the nearest card of the next row, however long the rows are', () => {
    const layout = handLayout(16, 389, 844, [4, 3, 2, 7]);
    expect(layout.starts).toEqual([0, 4, 9]);
    const to = (down: number) => layout.order.map((_, at) => neighbour(at, down, layout));
    expect(to(1)).toEqual([5, 6, 6, 7, 10, 11, 12, 13, 14, 9, 10, 11, 12, 13, 14, 15]);
    expect(to(-1)).toEqual([0, 1, 2, 3, 0, 0, 1, 3, 3, 4, 4, 5, 6, 7, 8, 8]);
    const even = handLayout(15, 389, 844);
    expect([0, 6, 7].map((at) => neighbour(at, 1, even))).toEqual([8, 14, 14]);
    expect([3, 8, 14].map((at) => neighbour(at, -1, even))).toEqual([3, 0, 6]);
    const fan = handLayout(16, 1000, 800);
    expect([1, -1].map((down) => neighbour(5, down, fan))).toEqual([5, 5]);
  });

  test('where a tablet on its side is too narrow for groups that stand apart in a fan, they do in two rows', () => {
    expect(handLayout(16, 796, 820, [5, 5, 5, 1], 1)).toMatchObject({ fan: false, rows: 2 });
    expect(handLayout(11, 796, 820, [5, 5, 1], 1)).toMatchObject({ fan: true });
    expect(handLayout(16, 796, 820)).toMatchObject({ fan: true });
  });

  test('a fan of groups never leaves its room', () => {
    for (const [width, height] of [
      [892, 720],
      [796, 820],
      [608, 360],
    ] as const)
      for (const groups of [
        [5, 5, 5, 1],
        [5, 3, 1],
        [2, 2],
        [2, 1],
        [7, 9],
        [2, 2, 2, 2, 2, 2, 2, 2],
      ]) {
        const n = groups.reduce((sum, size) => sum + size, 0);
        const { fan, card, step, shift } = handLayout(n, width, height, groups, 1);
        const left = (at: number) => at * step + (shift[at] ?? 0);
        if (fan) expect(left(n - 1) - left(0) + card).toBeLessThanOrEqual(width);
      }
  });

  test('on a phone on its side the table is seen between groups', () => {
    const fan = handLayout(16, 828, 390, [5, 2, 2, 2, 5], 5);
    const across = (at: number) => at * fan.step + (fan.shift[at] ?? 0);
    for (const first of [5, 7, 9, 11]) expect(across(first) - across(first - 1) - fan.card).toBeGreaterThanOrEqual(7.9);
    expect(across(1) - across(0)).toBeGreaterThan(fan.card * 0.45);
    expect(across(15) - across(0) + fan.card).toBeLessThanOrEqual(828);
  });

  test('the fewer cards, the larger', () => {
    const width = (count: number) => handLayout(count, 360, 640).card;
    expect(width(4)).toBeGreaterThan(width(10));
    expect(width(10)).toBeGreaterThan(width(16));
  });

  test('a fan never leaves its room', () => {
    for (let count = 1; count <= 17; count++) {
      const { card, step } = handLayout(count, 700, 500);
      expect(card + step * (count - 1)).toBeLessThanOrEqual(700);
    }
  });

  test('cards lie around the middle of the lower edge', () => {
    const layout = {
      fan: false,
      rows: 2,
      columns: 3,
      order: [],
      starts: [0, 3],
      card: 50,
      step: 60,
      gap: 8,
      shift: [],
    };
    expect(lying(1, layout, 0)).toMatchObject({ x: 0, y: -1.5 * 78 });
    expect(lying(5, layout, 0)).toMatchObject({ x: 60, y: -0.5 * 78 });
    // A row that is longer than the other one.
    const uneven = { ...layout, columns: 4, starts: [0, 4], shift: [0, 0, 0, 0, 60, 60] };
    expect(lying(4, uneven, 0)).toMatchObject({ x: -30, y: -0.5 * 78 });
  });
});

test('orders of a hand come one after the other, and round again', () => {
  expect([nextOrder('rank'), nextOrder('colour'), nextOrder('combinations')]).toEqual([
    'colour',
    'combinations',
    'rank',
  ]);
});
