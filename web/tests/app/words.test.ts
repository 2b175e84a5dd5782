import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { messageByKey } from '../../src/app/language/message_by_key.js';
import { loadMessages, withAllWords } from '../../src/app/language/messages.js';

const web = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(web, path), 'utf8');
const keysOf = (file: string): string[] => Object.keys(JSON.parse(read(file)) as object);

/** Imports at the beginning of a module, and those that are asked for without the pages' words. */
const IMPORTS =
  /^\s*(?:import|export)\s(?!type\b)[^;']*'(\.[^']+)'|(?<!withAllWords\(|load(?:=\{|: )\(\) => )\bimport\('(\.[^']+)'\)/gm;
const BRIEF = /import\('(\.[^']+)'\), brief: true/g;
const NAMED = /\bm\.([a-z0-9_]+)\b/g;

/** Every module that may show something before the pages' words are there. */
function before(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  const text = readFileSync(path, 'utf8');
  const found = [...text.matchAll(IMPORTS), ...text.matchAll(BRIEF)].map(([, ...parts]) => parts.find(Boolean) ?? '');
  for (const one of found.filter((name) => /\.(js|svelte)$/.test(name) && !name.includes('/paraglide/'))) {
    before(resolve(dirname(path), one).replace(/\.js$/, '.ts'), seen);
  }
  return seen;
}

test('what the table shows at once lies among the table’s words', () => {
  const known = new Set([...keysOf('messages/en.json'), ...keysOf('messages/table/en.json')]);
  const modules = [...before(join(web, 'src/main.ts'))];
  expect(modules.some((path) => path.endsWith('table/turn/Actions.svelte'))).toBe(true);
  expect(modules.some((path) => path.includes('/pages/'))).toBe(false);
  const missing = modules.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(NAMED)].flatMap(([, key = '']) =>
      key === 'js' || known.has(key) ? [] : [`${path.slice(web.length + 1)}: ${key}`],
    ),
  );
  expect(missing).toEqual([]);
});

test('whatever else is opened comes with its words, in the language that was asked for last', async () => {
  const opened = withAllWords(Promise.resolve('a page'));
  const changed = loadMessages('fr');
  expect(await opened).toBe('a page');
  await changed;
  expect(messageByKey('nav_settings')).toBe('Réglages');
  await loadMessages('en');
});
