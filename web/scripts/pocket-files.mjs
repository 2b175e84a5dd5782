// The files of the server for a browser without one: CPython as WebAssembly (Pyodide), msgspec for it, and Python's
// memory with those of our modules in it that `gangoffour.pocket` imports. Run by itself it tells whether the client
// that is built has these files: it knows their folder and their sizes, and is built anew if one of them has changed.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { libraryOf, memoryOf } from './memory.mjs';
import { unzipped, weightsOf } from './weights.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const SOURCE = here('../../src/');
const FIRST = 'gangoffour.pocket.worker_entry';
const MODULES = 'gangoffour.json';
const MEMORY = 'memory.bin';
const NETWORK = here('../../src/gangoffour/bots/kernel/exact.wasm');
const PYODIDE = here('../node_modules/pyodide/');
/** Put there by `tools/web`, which checks its hash; Python's memory is kept beside it until what is in it changes. */
const MADE = here('../node_modules/.pocket/');
const MSGSPEC = `${MADE}msgspec.whl`;

/**
 * The files by name, and the folder that they lie in: it is named after what is in them, so it can be kept for good.
 * Some are loaded at once, some only when they are wanted: the networks' weights by a bot, Python's sources by a
 * browser that cannot take up its memory.
 * @returns {Promise<{ folder: string, contents: Map<string, Uint8Array>, sizes: Record<string, number>,
 *   later: Record<string, number> }>}
 */
export async function pocketFiles() {
  const { atOnce, later, folder } = parts();
  atOnce.set(MEMORY, await memoryWith(later.get(MODULES)));
  return {
    folder,
    contents: new Map([...atOnce, ...later]),
    sizes: sizesOf(atOnce),
    later: sizesOf(later),
  };
}

/** All but the memory, which follows from them. */
function parts() {
  const names = ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm', 'python_stdlib.zip', 'pyodide-lock.json'];
  const [loader, half, code, library, lock] = names.map((name) => readFileSync(PYODIDE + name));
  const msgspec = readFileSync(MSGSPEC);
  const atOnce = new Map([
    ['pyodide.mjs', loader],
    ['pyodide.asm.mjs', withFewModules(half)],
    ['pyodide.asm.wasm', code],
    ['pyodide-lock.json', withoutPackages(lock)],
    ['msgspec.wasm', unzipped(msgspec).get(libraryOf(unzipped(msgspec).keys()))],
    ['network.wasm', readFileSync(NETWORK)],
  ]);
  const later = new Map([
    ['crane.bin', weightsOf('reflex')],
    ['tiger.bin', weightsOf('network')],
    ['python_stdlib.zip', library],
    ['msgspec.whl', msgspec],
    [MODULES, modulesOf(FIRST)],
  ]);
  const hash = createHash('sha256').update(recipe());
  for (const [name, bytes] of [...atOnce, ...later]) hash.update(name).update(bytes);
  return { atOnce, later, folder: `/assets/pocket-${hash.digest('hex').slice(0, 12)}` };
}

const WRAPPED = 'var module=new WebAssembly.Module(bytes);var instance=new WebAssembly.Instance(module,{e:{f:func}});';

/** Pyodide wraps 260 functions one by one, each in a module of its own; here, in one for each of their signatures. */
export function withFewModules(script) {
  const [before, after, ...more] = script.toString().split(WRAPPED);
  if (after === undefined || more.length) throw new Error('Pyodide wraps functions in another way now');
  const made = '(convertJsFunctionToWasm.made??={})[sig]??=new WebAssembly.Module(bytes);';
  return Buffer.from(before + WRAPPED.replace('new WebAssembly.Module(bytes);', made) + after);
}

const sizesOf = (files) => Object.fromEntries([...files].map(([name, bytes]) => [name, bytes.length]));

/** How the memory is made. */
const recipe = () => readFileSync(here('memory.mjs')) + readFileSync(here('../src/pocket/python.js'));

/** Which Python it is; we load no package of Pyodide's. */
const withoutPackages = (lock) => Buffer.from(JSON.stringify({ info: JSON.parse(lock).info, packages: {} }));

/** Python's memory with our modules in it: made once, as long as nothing changes that goes into it. */
async function memoryWith(modules) {
  const wheel = readFileSync(MSGSPEC);
  const hash = createHash('sha256').update(recipe()).update(wheel).update(modules);
  hash.update(readFileSync(`${PYODIDE}package.json`));
  const name = `memory-${hash.digest('hex').slice(0, 12)}.bin`;
  if (!existsSync(MADE + name)) {
    for (const old of readdirSync(MADE).filter((one) => one.startsWith('memory-'))) rmSync(MADE + old);
    const msgspec = Object.fromEntries(unzipped(wheel));
    const files = { indexURL: PYODIDE, msgspec, modules: JSON.parse(new TextDecoder().decode(modules)), first: FIRST };
    writeFileSync(`${MADE}${process.pid}`, await memoryOf(files)); // and then as a whole: others may be building, too
    renameSync(`${MADE}${process.pid}`, MADE + name);
  }
  return readFileSync(MADE + name);
}

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

if (process.argv[1] === fileURLToPath(import.meta.url) && !existsSync(here(`../dist${parts().folder}`))) {
  process.exitCode = 1;
}
