// Python in a browser (Pyodide). It begins with the memory that it had when the client was built, our modules imported
// (`scripts/memory.mjs`): nothing is compiled or imported here. Where that does not work, it starts from its sources.
// Plain JavaScript, because the build and the tests run it in Node.js, too.

export const SITE = '/lib/python3.14/site-packages';
export const HOME = '/home/pyodide';
/** msgspec's compiled half, by the name under which Python looks for it. */
const LIBRARY = `${SITE}/msgspec/_core.cpython-314-wasm32-emscripten.so`;
/** Where its functions begin in the table of all: browsers differ by one or two in what they have before. */
const FUNCTIONS = 16_384;

/**
 * Pyodide's own module, with msgspec linked before anything runs: so it always lies at the same place, in memory as in
 * the table of functions. `blank` is the memory as it was then, without its zeros: what the files themselves put there,
 * below the stack and above it.
 * @typedef {{ at: number, bytes: Uint8Array }[]} Blank
 * @param {(settings: any) => Promise<any>} create @param {any} settings @param {Uint8Array} library
 * @returns {Promise<{ module: any, blank: Blank }>}
 */
export async function linked(create, settings, library) {
  /** @type {Blank} */
  let blank = [];
  settings.preRun.push((/** @type {any} */ module) => {
    module.wasmTable.grow(FUNCTIONS - module.wasmTable.length);
    const exports = module.loadWebAssemblyModule(library, { nodelete: true }, LIBRARY);
    module.newDSO(LIBRARY, undefined, exports).global = false;
    const { low, high } = stackOf(module);
    blank = [
      { at: 0, bytes: module.HEAPU8.slice(0, low) },
      { at: high, bytes: module.HEAPU8.slice(high, module.getMemory(0)) },
    ];
  });
  const module = await create(settings);
  return { module, blank };
}

/** Where C keeps what it is at: 10 MB, with nothing in them while none of it runs. @param {any} module */
export const stackOf = (module) => ({
  low: module.___stack_low,
  high: module.___stack_high,
});

/** The end of what is in use: nothing lies beyond it. @param {any} module @returns {number} */
export const endOf = (module) => module.HEAPU32[module._emscripten_get_sbrk_ptr() >>> 2];

/**
 * Which memory is kept, as it lies in the file: the places where it differs from a blank one, and what stands there.
 * @typedef {{ state: object, runs: [at: number, length: number][] }} Index
 */

/**
 * Python, as it was when its memory was written down.
 * @param {{ loadPyodide: Function, create: (settings: any) => Promise<any>, indexURL: string, library: ArrayBuffer,
 *   memory: ArrayBuffer }} files
 * @returns {Promise<any>}
 */
export function restored(files) {
  const { loadPyodide, create, indexURL } = files;
  return loadPyodide({
    indexURL,
    // Nothing of the standard library is read any more; Pyodide wants some file, and this one is there.
    stdLibURL: `${indexURL}pyodide-lock.json`,
    _loadSnapshot: new Uint8Array(1), // says that Python is not to be started: what is in it, is ours to read
    createPyodideModule: async (/** @type {any} */ settings) => {
      const { module, blank } = await linked(create, settings, new Uint8Array(files.library));
      settings.API.restoreSnapshot = () => {
        const state = fill(module, blank, files.memory);
        // Pyodide keeps for good what it is given: nothing of all this, please.
        delete settings.API.restoreSnapshot;
        files.memory = files.library = new ArrayBuffer(0);
        return state;
      };
      return module;
    },
  });
}

/** @param {any} module @param {Blank} blank @param {ArrayBuffer} memory @returns {object} */
function fill(module, blank, memory) {
  // One word is not the memory's but this browser's: how C functions are called here.
  const word = (module.__PyRuntime + module.HEAP32[module.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET >>> 2]) >>> 2;
  const own = module.HEAP32[word];
  const length = new DataView(memory).getUint32(0, true);
  const index = new TextDecoder().decode(new Uint8Array(memory, 4, length));
  const { state, runs } = /** @type {Index} */ (JSON.parse(index));
  module.HEAPU8.fill(0, stackOf(module).high, endOf(module));
  for (const { at, bytes } of blank) module.HEAPU8.set(bytes, at);
  let from = 4 + length;
  for (const [at, size] of runs) {
    module.HEAPU8.set(new Uint8Array(memory, from, size), at);
    from += size;
  }
  module.HEAP32[word] = own;
  return state;
}

/**
 * Python, started from its sources.
 * @param {{ loadPyodide: Function, indexURL: string, msgspec: ArrayBuffer, modules: Record<string, string> }} files
 * @returns {Promise<any>}
 */
export async function started({ loadPyodide, indexURL, msgspec, modules }) {
  const python = await loadPyodide({ indexURL });
  python.unpackArchive(msgspec, 'wheel');
  furnish(python, HOME, modules);
  return python;
}

/** @param {any} python @param {string} home @param {Record<string, Uint8Array | string>} files */
export function furnish(python, home, files) {
  for (const [path, file] of Object.entries(files)) {
    python.FS.mkdirTree(`${home}/${path.slice(0, path.lastIndexOf('/'))}`);
    python.FS.writeFile(`${home}/${path}`, file);
  }
}
