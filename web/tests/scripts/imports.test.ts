import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { circlesIn, crowdsIn, readImports, wrongWays } from '../../scripts/check-imports.mjs';

const layers = [['low'], ['high'], ['.']];

/** A folder with these files, and what imports what there. */
function planted(files: Record<string, string>) {
  const root = mkdtempSync(join(tmpdir(), 'imports-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return readImports(root);
}

test('imports that lead down are right', () => {
  const graph = planted({
    'main.ts': "import './high/a.js';",
    'high/a.ts': "import B from '../low/B.svelte';\nimport { m } from '../paraglide/messages.js';\nexport default B;",
    'low/B.svelte': '<script lang="ts">\n  let x: number = 1;\n</script>\n{x}',
  });
  expect([...wrongWays(graph, layers), ...circlesIn(graph)]).toEqual([]);
});

test('an import that leads up is found, even of a type, even in the markup', () => {
  const high = { 'high/a.ts': 'export type A = 1;', 'high/C.svelte': '<p>c</p>' };
  const typed = planted({ ...high, 'low/b.ts': "import type { A } from '../high/a.js';\nexport type B = A;" });
  expect(wrongWays(typed, layers)).toEqual(['low/b.ts imports high/a.ts, which is not below it']);
  const lazy = planted({ ...high, 'low/B.svelte': "{#await import('../high/C.svelte') then C}{C}{/await}" });
  expect(wrongWays(lazy, layers)).toHaveLength(1);
});

test('a circle is found, within one room as well', () => {
  const graph = planted({
    'low/a.ts': "import './b.js';",
    'low/b.ts': "export * from './c.js';",
    'low/c.ts': "import type { A } from './a.js';\nexport type C = A;",
  });
  expect(circlesIn(graph)).toHaveLength(1);
  expect(circlesIn(graph)[0]).toHaveLength(4);
});

test('a component may name itself', () => {
  const graph = planted({ 'low/A.svelte': "<script>import A from './A.svelte';</script>" });
  expect([...wrongWays(graph, layers), ...circlesIn(graph)]).toEqual([]);
});

test('a room without a place and a file that is not there are found', () => {
  const graph = planted({ 'new/a.ts': '', 'low/b.ts': "import './gone.js';" });
  expect(wrongWays(graph, layers)).toHaveLength(2);
});

test('a room with more than twenty modules is found', () => {
  const modules = (count: number) =>
    planted(Object.fromEntries(Array.from({ length: count }, (_, number) => [`low/m${number}.ts`, ''])));
  expect(crowdsIn(modules(20))).toEqual([]);
  expect(crowdsIn(modules(21))).toEqual(['low has 21 modules beside each other, more than 20']);
});

test('our own rooms are in order', () => {
  const graph = readImports(join(import.meta.dirname, '../../src'));
  expect([...wrongWays(graph), ...circlesIn(graph), ...crowdsIn(graph)]).toEqual([]);
  expect(graph.size).toBeGreaterThan(300);
});
