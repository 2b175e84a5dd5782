import { expect, test } from 'vitest';
import { defaultOptions } from '../../src/options/options.js';
import { changed } from '../../src/pages/lobby/followed_lobby.svelte.js';
import type { LobbyChange, LobbyState, OnlinePerson, OpenTable } from '../../src/wire/types.js';

const empty = {
  code: 'ABCDEF',
  options: defaultOptions,
  names: [],
  bots: [],
  watching: 0,
  avatars: [],
  round: null,
  totals: [],
};
const table = (id: string, free: number): OpenTable => ({ ...empty, id, free, phase: 'waiting' });
const person = (id: string): OnlinePerson => ({ id, name: id, kind: 'guest', rating: 1500, table: null, avatar: '' });

test('a change of the lobby leaves what it does not name', () => {
  const page: LobbyState = {
    type: 'lobby',
    tables: [table('a', 1), table('b', 2), table('c', 3)],
    online: [person('ann'), person('bob')],
    online_count: 2,
    seeking: 0,
    tables_count: 3,
  };
  const change: LobbyChange = {
    type: 'lobby_change',
    tables: [table('d', 1)],
    changed: [{ id: 'b', free: 0, phase: 'playing', round: 3, totals: [9, 0] }],
    gone: ['a'],
    online: [{ ...person('bob'), table: 'd' }, person('cid')],
    left: ['ann'],
    online_count: 2,
    seeking: 1,
    tables_count: 900,
  };
  const after = changed(page, change);
  expect(after.tables.map((one) => [one.id, one.free, one.phase])).toEqual([
    ['d', 1, 'waiting'],
    ['b', 0, 'playing'],
    ['c', 3, 'waiting'],
  ]);
  expect(after.tables.map((one) => [one.round, one.totals])).toEqual([
    [null, []],
    [3, [9, 0]],
    [null, []],
  ]);
  expect(after.online.map((one) => [one.id, one.table])).toEqual([
    ['bob', 'd'],
    ['cid', null],
  ]);
  expect([after.online_count, after.seeking, after.tables_count]).toEqual([2, 1, 900]);
});
