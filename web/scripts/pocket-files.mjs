// The files of the server for a browser without one: CPython as WebAssembly (Pyodide), msgspec for it, and those of
// our Python modules that `gangoffour.pocket` imports, as they stand. Run by itself it writes the modules anew into a
// client that is built already, for whoever works on them.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { weightsOf } from './weights.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const SOURCE = here('../../src/');
const FIRST = 'gangoffour.pocket.desk';
const MODULES = 'gangoffour.json';
const NETWORK = here('../../src/gangoffour/bots/kernel/exact.wasm');
const PYODIDE = ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm', 'python_stdlib.zip', 'pyodide-lock.json'];
/** Put there by `tools/web`, which checks its hash. */
const MSGSPEC = here('../node_modules/.pocket/msgspec.whl');

/**
 * The files by name, and the folder that they lie in: it is named after what is in them, so it can be kept for good.
 * The networks' weights are loaded when a bot wants them, the others at once.
 * @returns {{ folder: string, contents: Map<string, Uint8Array>, sizes: Record<string, number>,
 *   networks: Record<string, number> }}
 */
export function pocketFiles() {
  const contents = new Map();
  for (const name of PYODIDE) contents.set(name, readFileSync(here(`../node_modules/pyodide/${name}`)));
  contents.set('msgspec.whl', readFileSync(MSGSPEC));
  contents.set(MODULES, modulesOf(FIRST));
  contents.set('network.wasm', readFileSync(NETWORK));
  const networks = new Map([
    ['crane.bin', weightsOf('reflex')],
    ['tiger.bin', weightsOf('network')],
  ]);
  const hash = createHash('sha256');
  for (const [name, bytes] of [...contents, ...networks]) hash.update(name).update(bytes);
  return {
    folder: `/assets/pocket-${hash.digest('hex').slice(0, 12)}`,
    contents: new Map([...contents, ...networks]),
    sizes: sizesOf(contents),
    networks: sizesOf(networks),
  };
}

const sizesOf = (files) => Object.fromEntries([...files].map(([name, bytes]) => [name, bytes.length]));

/** The sources of a module and of everything of ours that it imports when it begins, by path, as JSON. */
function modulesOf(first) {
  const found = {};
  const waiting = [first];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const path = pathOf(name);
    if (!path || path in found) continue;
    const text = readFileSync(SOURCE + path, 'utf8');
    found[path] = text;
    waiting.push(name.split('.').slice(0, -1).join('.'));
    // An import within a function or under TYPE_CHECKING is indented, and is none when the module begins.
    for (const [, module, names] of text.matchAll(/^from (gangoffour[\w.]*) import (\([^)]*\)|[^\n]*)/gm)) {
      waiting.push(module);
      for (const [one] of names.matchAll(/\w+/g)) waiting.push(`${module}.${one}`);
    }
  }
  return new TextEncoder().encode(JSON.stringify(Object.fromEntries(Object.entries(found).sort())));
}

function pathOf(name) {
  const path = name.replaceAll('.', '/');
  return [`${path}.py`, `${path}/__init__.py`].find((one) => name && existsSync(SOURCE + one)) ?? null;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const assets = here('../dist/assets/');
  for (const folder of readdirSync(assets).filter((one) => one.startsWith('pocket-')))
    writeFileSync(`${assets}${folder}/${MODULES}`, modulesOf(FIRST));
}
