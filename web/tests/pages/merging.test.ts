import { afterEach, expect, test, vi } from 'vitest';
import { merge } from '../../src/pages/matches/merging.js';
import type { Carried } from '../../src/pocket/played_matches.js';

const { fetch } = globalThis;
const KNOWN = 'gangoffour.merged';
afterEach(() => {
  vi.stubGlobal('fetch', fetch);
  localStorage.removeItem(KNOWN);
});

/** Matches by name, and a server that answers each with this code, or takes it. */
function offered(answers: Record<string, string>): Map<string, Carried> {
  vi.stubGlobal('fetch', (_path: string, how: RequestInit) => {
    const code = answers[(JSON.parse(String(how.body)) as Carried).seed];
    const body = code ? { error: { code } } : { table: 't', match: 't-1', over: true };
    return Promise.resolve(new Response(JSON.stringify(body), { status: code ? 409 : 200 }));
  });
  const match = (seed: string): Carried => ({ options: {}, bots: [], seed, contributions: [], actions: [] });
  return new Map(Object.keys(answers).map((name) => [name, match(name)]));
}
const known = () => JSON.parse(localStorage.getItem(KNOWN) ?? '[]') as string[];

test('a match that is refused keeps no other one from being added', async () => {
  const matches = offered({ broken: 'against_rules', running: 'match_not_over', ours: 'deals_still_open', good: '' });
  const { added, refused } = await merge(matches);
  expect([added, refused?.code]).toEqual([1, 'deals_still_open']);
  expect(known()).toEqual(['broken', 'running', 'good']);
});

test('what still runs is no reason to complain', async () => {
  expect(await merge(offered({ running: 'match_not_over', good: '' }))).toEqual({ added: 1, refused: null });
});

test('where the server takes no more now, the rest stays', async () => {
  const { added, refused } = await merge(offered({ good: '', much: 'too_fast', more: '' }));
  expect([added, refused?.code, known()]).toEqual([1, 'too_fast', ['good']]);
});
