// Python's memory as a browser takes it up (`src/pocket/python.js`): Pyodide is started here and imports our
// modules; what its memory then differs by from a blank one is written down.
import { HOME, SITE, endOf, furnish, linked, stackOf } from '../src/pocket/python.js';

/** Parts of Pyodide and of Python that nobody asks here: nothing waits, nothing is installed. */
const LEFT_OUT = `
import sys, types
class Signal:
    def set(self): pass
    clear = set
def begin():  # holds what of JavaScript these parts hold, for Pyodide counts on it
    from pyodide_js._api import scheduleCallback
    from pyodide_js import loadedPackages
    sys.modules["pyodide.webloop"].holds = scheduleCallback, loadedPackages
path = types.SimpleNamespace(__str__=lambda: "")
for name, parts in {
    "asyncio": {"Lock": object, "Event": Signal},
    "importlib.metadata": {"version": lambda name: ""},
    "pyodide.webloop": {"_initialize_event_loop": begin},
    "pyodide._package_loader": {"SITE_PACKAGES": path, "DSO_DIR": path, "init_loaded_packages": lambda: None},
}.items():
    sys.modules[name] = types.ModuleType(name)
    vars(sys.modules[name]).update(parts)
`;
/** Neither texts for people who read code, nor columns of its lines, and the same order of sets each time. */
const ENVIRONMENT = { PYTHONOPTIMIZE: '2', PYTHONNODEBUGRANGES: '1', PYTHONHASHSEED: '0' };
/** What differs by less than so many bytes that do not is one run. */
const GAP = 64;

/**
 * @param {{ indexURL: string, msgspec: Record<string, Uint8Array>, modules: Record<string, string>,
 *   first: string }} files
 * @returns {Promise<Uint8Array>}
 */
export async function memoryOf({ indexURL, msgspec, modules, first }) {
  const { loadPyodide } = await import(`${indexURL}pyodide.mjs`);
  const { default: create } = await import(`${indexURL}pyodide.asm.mjs`);
  const library = msgspec[libraryOf(Object.keys(msgspec))];
  let blank = [];
  const python = await loadPyodide({
    indexURL,
    env: ENVIRONMENT,
    _makeSnapshot: true,
    createPyodideModule: async (settings) => {
      const made = await linked(create, settings, library);
      blank = made.blank;
      const [failed, why] = settings.API.rawRun(LEFT_OUT);
      if (failed) throw new Error(why);
      return made.module;
    },
  });
  furnish(python, SITE, msgspec);
  furnish(python, HOME, modules);
  python.pyimport(first).rehearse();
  python.runPython('import gc; gc.collect()');
  const module = python._module;
  wipe(module);
  return written(module.HEAPU8, blank, python._api.serializeHiwireState());
}

/** The name of msgspec's compiled half. @param {Iterable<string>} files */
export const libraryOf = (files) => [...files].find((path) => path.endsWith('.so'));

/** Zeros over whatever is free: what lay there once would only be loaded for nothing. */
function wipe(module) {
  const { low, high } = stackOf(module);
  module.HEAPU8.fill(0, low, high);
  const end = endOf(module);
  const taken = [];
  for (let size = 1 << 18; size >= 16; size >>= 1) {
    for (let at = module._malloc(size); ; at = module._malloc(size)) {
      taken.push(at);
      if (at + size > end) break;
      module.HEAPU8.fill(0, at, at + size);
    }
  }
  for (const at of taken) module._free(at);
}

/** @param {Uint8Array} memory @param {import('../src/pocket/python.js').Blank} blank @param {object} state */
function written(memory, blank, state) {
  const before = new Uint8Array(memory.length);
  for (const { at, bytes } of blank) before.set(bytes, at);
  const runs = [];
  for (let at = 0; at < memory.length; at++) {
    if (memory[at] === before[at]) continue;
    const last = runs.at(-1);
    if (last && at - last[0] - last[1] < GAP) last[1] = at - last[0] + 1;
    else runs.push([at, 1]);
  }
  const index = new TextEncoder().encode(JSON.stringify({ state, runs }));
  return Buffer.concat([
    Uint8Array.from([0, 8, 16, 24], (bits) => index.length >>> bits),
    index,
    ...runs.map(([at, length]) => memory.subarray(at, at + length)),
  ]);
}
