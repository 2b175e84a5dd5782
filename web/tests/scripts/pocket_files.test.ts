import { expect, test } from 'vitest';
import { pocketFiles } from '../../scripts/pocket-files.mjs';

test('the pocket has the modules that it begins with, and none that needs what a browser has not', () => {
  const { contents, folder, sizes } = pocketFiles();
  const modules = JSON.parse(new TextDecoder().decode(contents.get('gangoffour.json'))) as Record<string, string>;
  expect(Object.keys(modules)).toEqual(
    expect.arrayContaining([
      'gangoffour/__init__.py',
      'gangoffour/pocket/desk.py',
      'gangoffour/server/wire/messages.py',
    ]),
  );
  const missing = Object.values(modules).flatMap(
    (text) => text.match(/^(?:from|import) (?:numpy|sqlalchemy|starlette)\b/gm) ?? [],
  );
  expect(missing).toEqual([]);
  expect(folder).toMatch(/^\/assets\/pocket-[0-9a-f]{12}$/);
  expect(sizes['pyodide.asm.wasm']).toBeGreaterThan(1e6);
});
