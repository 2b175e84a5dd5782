/**
 * Which file a module is put into. Left to itself, the bundler cuts a file for every set of pages that share something:
 * sixty small ones before a table is there, and on a phone each costs more than what is in it.
 *
 * What is always loaded is one file, beside the start itself, which waits for the language. What the front page and the
 * table share are two, by whether the score pad needs it, too; what only pages with a whole table need is the last. All
 * else is cut as before, so that no page loads much that it does not need.
 */
const START = '/main.ts';
const PAGES = '/routes.ts';
const FRONT = '/pages/front/FrontPage.svelte';
const PAD = '/pad/PadPage.svelte';
const TABLE = '/table/TablePage.svelte';
const SCREEN = '/table/TableScreen.svelte';

/** What a module imports at once, with what that imports. */
function reached(from, context) {
  const found = new Set();
  const waiting = [from];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    waiting.push(...(context.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/** The files by name, each with the modules that belong into it. */
function sorted(root, context) {
  for (const file of [START, PAGES, FRONT, PAD, TABLE, SCREEN])
    if (!context.getModuleInfo(root + file)) throw new Error(`${file} is named in chunks.mjs, but is not there.`);
  const [first, front, table, pad] = [START, FRONT, TABLE, PAD].map((file) => reached(root + file, context));
  first.delete(root + START);
  const pages = context.getModuleInfo(root + PAGES)?.dynamicallyImportedIds ?? [];
  const others = pages.map((page) => reached(page, context)).filter((page) => !page.has(root + SCREEN));
  const later = [...table].filter((id) => !first.has(id));
  const both = later.filter((id) => front.has(id));
  return {
    first,
    common: new Set(both.filter((id) => pad.has(id))),
    cards: new Set(both.filter((id) => !pad.has(id))),
    table: new Set(later.filter((id) => !others.some((page) => page.has(id)))),
  };
}

/** Groups for `codeSplitting`, the first of which takes first. `root` is the folder of the sources. */
export function chunks(root) {
  let files;
  const group = (name, place, every) => ({
    name: (id, context) => ((files ??= sorted(root, context))[name].has(id) ? name : null),
    debugName: name,
    priority: every.length - place,
    includeDependenciesRecursively: false,
  });
  return ['first', 'common', 'cards', 'table'].map(group);
}
