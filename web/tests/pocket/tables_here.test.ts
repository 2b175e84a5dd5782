import { beforeEach, expect, test } from 'vitest';
import { keepListed, listedHere, showsOneHere } from '../../src/pocket/tables_here.js';

const HERE = { table: 'ab12', players: [{ name: 'Ann' }] };
beforeEach(() => localStorage.removeItem('gangoffour.here'));

test('a table of this device and its matches that are over are shown by this device', () => {
  keepListed([HERE]);
  expect(['/table/ab12', '/table/ab12/', '/match/ab12-1', '/match/ab12-12'].map(showsOneHere)).not.toContain(false);
});

test('all else is not: other tables, invitations, the front page', () => {
  expect(showsOneHere('/table/ab12')).toBe(false);
  keepListed([HERE]);
  const others = ['/', '/table/', '/table/ab1', '/table/ab123', '/match/ab123-1', '/match/ab12', '/t/ab12', '/lobby'];
  expect(others.map(showsOneHere)).not.toContain(true);
});

test('a list that is none is as good as none', () => {
  for (const kept of ['{', 'null', '{"table": "ab12"}', '[null]', '[{"table": "ab12"}]']) {
    localStorage.setItem('gangoffour.here', kept);
    expect(listedHere()).toEqual([]);
    expect(showsOneHere('/table/ab12')).toBe(false);
  }
});
