import { expect, test, vi } from 'vitest';
import { Relations } from '../../src/pages/people/relations.svelte.js';

const json = (body: unknown) => new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });

test('who taps before the lists are there is not forgotten when they come', async () => {
  const { fetch } = globalThis;
  const asked: string[] = [];
  const answers: (() => void)[] = [];
  vi.stubGlobal('fetch', (path: string, how: RequestInit) => {
    asked.push(`${how.method} ${path}`);
    if (how.method === 'PUT') return Promise.resolve(new Response(null, { status: 204 }));
    return new Promise((answer) => answers.push(() => answer(json({ people: [] }))));
  });
  const relations = new Relations();
  void relations.load();
  const lin = { id: 'b', name: 'Lin', kind: 'account', rating: 1500, avatar: null } as never;
  const added = relations.set('buddies', lin, true);
  await Promise.resolve();
  expect(asked.filter((one) => one.startsWith('PUT'))).toEqual([]);
  for (const answer of answers) answer();
  await added;
  vi.stubGlobal('fetch', fetch);
  expect(asked.at(-1)).toBe('PUT /api/me/buddies/b');
  expect(relations.has('buddies', 'b')).toBe(true);
});
