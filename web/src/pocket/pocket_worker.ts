// The server in the browser: CPython as WebAssembly, with the same rules, tables and messages as any server
// (`src/gangoffour/pocket`). It runs in a worker, so the page never waits; events are stored before anybody is told.
import { EventStore, type Kept, type Owner } from './event_store.js';
import { laterFiles, pocketFiles, pocketFolder } from './files.js';
import type { FromPocket, ToPocket } from './messages.js';
import { Networks } from './network.js';
import { restored, started as startedAnew } from './python.js';

/** What of Python is used here. */
interface Python {
  pyimport(module: 'gangoffour.pocket.worker_entry'): WorkerEntry;
  pyimport(module: 'random'): { seed(): void };
}

/** `gangoffour.pocket.worker_entry`: everything goes in and comes out as text. */
interface WorkerEntry {
  begin(events: string, owner: string, days: string): void;
  connect(now: number): string;
  hear(text: string, now: number): string;
  wake(now: number): string;
  combinations(): string;
  practise(): void;
  loaded(bot: string, judge: ((small: boolean, asked: string) => string) | undefined, now: number): string;
  ask(method: string, path: string, body: string, now: number): string;
}

interface Step {
  kept: Kept[];
  owner: Owner | null;
  told: string[];
  wake_at: number | null;
  /** Bots whose weights are to be loaded. */
  wanted: string[];
  status: number | null;
  body: string;
}

/** How many bytes are loaded between two words about it. */
const STEP = 500_000;
/** How long after its start the pocket leaves weights alone that are here anyway: the table is drawn meanwhile. */
const DRAWN_MS = 1_000;
/** How many actions Python plays for itself. */
const PRACTICE = 1_000;
const UNSTORED = '{"error":{"code":"storage_unavailable"}}';
type Files = Map<string, ArrayBuffer>;
const tell = (message: FromPocket): void => postMessage(message);

const sizeOf = (name: string): number => pocketFiles[name] ?? laterFiles[name] ?? 0;

/** A file that is on this device already: read past the service worker, with nothing to tell of it. */
async function kept(name: string): Promise<Response | undefined> {
  return 'caches' in globalThis ? caches.match(`${pocketFolder}/${name}`) : undefined;
}

/** Fetches files, telling how far it is. They stay in the service worker's cache, from which Python takes them. */
async function fetchAll(names: string[]): Promise<Files> {
  const total = names.reduce((sum, name) => sum + sizeOf(name), 0);
  let [loaded, told] = [0, 0];
  const fetched = await Promise.all(
    names.map(async (name): Promise<[string, ArrayBuffer]> => {
      const found = await kept(name);
      if (found) return [name, await found.arrayBuffer()];
      const response = await fetch(`${pocketFolder}/${name}`);
      if (!response.ok || !response.body) throw new Error(`${name}: ${response.status}`);
      const file = new Uint8Array(sizeOf(name));
      const reader = response.body.getReader();
      let at = 0;
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        file.set(part.value, at); // throws if the file is longer than it should be
        at += part.value.length;
        loaded += part.value.length;
        if (loaded - told < STEP) continue;
        told = loaded;
        tell({ kind: 'loading', loaded, total });
      }
      if (at < file.length) throw new Error(`${name}: ${at} of ${file.length} bytes`);
      return [name, file.buffer];
    }),
  );
  tell({ kind: 'loading', loaded: total, total });
  return new Map(fetched);
}

async function startPython(): Promise<{ entry: WorkerEntry; code: ArrayBuffer; here: boolean }> {
  // What Pyodide loads by itself is fetched here to tell how far it is: not once it is on this device.
  const here = (await kept('pyodide.asm.wasm')) !== undefined;
  const names = Object.keys(pocketFiles).filter((name) => !(here && name.startsWith('pyodide')));
  const files = await fetchAll(names);
  const entry = await fromMemory(files).catch((error: unknown) => {
    console.warn(error);
    return fromSources();
  });
  return { entry, code: files.get('network.wasm') as ArrayBuffer, here };
}

const part = (name: string): Promise<object> => import(/* @vite-ignore */ `${pocketFolder}/${name}`) as Promise<object>;

/** Python as it was when the client was built, but for chance: that is this browser's own, or all had the same. */
async function fromMemory(files: Files): Promise<WorkerEntry> {
  const { loadPyodide } = (await part('pyodide.mjs')) as { loadPyodide: () => Promise<Python> };
  const { default: create } = (await part('pyodide.asm.mjs')) as { default: () => Promise<object> };
  const python = (await restored({
    loadPyodide,
    create,
    indexURL: `${pocketFolder}/`,
    library: files.get('msgspec.wasm') as ArrayBuffer,
    memory: files.get('memory.bin') as ArrayBuffer,
  })) as Python;
  python.pyimport('random').seed();
  const entry = python.pyimport('gangoffour.pocket.worker_entry');
  entry.begin('[]', 'null', '{}'); // whether it works
  return entry;
}

/** Python from its beginning, where its memory is of no use: it compiles and imports everything. */
async function fromSources(): Promise<WorkerEntry> {
  const files = await fetchAll(['python_stdlib.zip', 'msgspec.whl', 'gangoffour.json']);
  const { loadPyodide } = (await part('pyodide.mjs')) as { loadPyodide: () => Promise<Python> };
  const python = (await startedAnew({
    loadPyodide,
    indexURL: `${pocketFolder}/`,
    msgspec: files.get('msgspec.whl') as ArrayBuffer,
    modules: JSON.parse(new TextDecoder().decode(files.get('gangoffour.json'))) as Record<string, string>,
  })) as Python;
  return python.pyimport('gangoffour.pocket.worker_entry');
}

class Pocket {
  readonly #entry: WorkerEntry;
  readonly #store: EventStore;
  readonly #code: ArrayBuffer;
  #networks: Networks | undefined;
  /** The bot whose weights were asked for last. */
  #loading = '';
  readonly #drawn = new Promise((done) => setTimeout(done, DRAWN_MS));
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether all files were on this device when this began: only then what is compiled is kept beside them. */
  #toPractise: boolean;

  private constructor(entry: WorkerEntry, store: EventStore, code: ArrayBuffer, here: boolean) {
    this.#entry = entry;
    this.#store = store;
    this.#code = code;
    this.#toPractise = here;
  }

  static async start(): Promise<Pocket> {
    const [{ entry, code, here }, store] = await Promise.all([startPython(), EventStore.open()]);
    const pocket = new Pocket(entry, store, code, here);
    await pocket.#readAgain();
    return pocket;
  }

  /**
   * Once for each build and browser Python plays for itself a little: Chromium keeps compiled code beside the file only
   * after enough of it was compiled well; each later start is a third shorter by it. That begins when a table plays,
   * so long after it was drawn; whatever the page says comes between two actions.
   */
  async #practise(): Promise<void> {
    if (!this.#toPractise) return;
    this.#toPractise = false;
    const what = `${pocketFolder} ${navigator.userAgent}`;
    if ((await this.#store.practised()) === what) return;
    for (let left = PRACTICE; left; left--) {
      enqueue(() => Promise.resolve(this.#entry.practise()));
      await new Promise((done) => setTimeout(done, 0));
      await last;
    }
    await this.#store.keepPractised(what);
  }

  /** Begins from what is stored: whatever was not, has not happened. */
  async #readAgain(): Promise<void> {
    const { events, owner, days } = await this.#store.read();
    this.#entry.begin(JSON.stringify(events), JSON.stringify(owner), JSON.stringify(days));
  }

  handle(message: ToPocket): Promise<void> {
    const now = Date.now();
    switch (message.kind) {
      case 'connect':
        return this.#carryOut(() => this.#entry.connect(now));
      case 'say':
        return this.#carryOut(() => this.#entry.hear(message.text, now));
      case 'ask': {
        const { number, method, path, body } = message;
        return this.#carryOut(() => this.#entry.ask(method, path, body, now), number);
      }
    }
  }

  /**
   * A bot of the network has sat down: its weights are loaded, and it plays; or another one does for it. Nobody waits
   * meanwhile: what the page says is heard, and other tables play on. What is on this device already is taken up once
   * the page had time to draw, for it takes as much work as that.
   */
  async #load(bot: string): Promise<void> {
    if (bot === this.#loading) return;
    this.#loading = bot;
    const file = `${bot}.bin`;
    if (await kept(file)) await this.#drawn;
    const found = await fetchAll([file]).catch((error: unknown) => console.warn(error));
    enqueue(() => this.#take(bot, found?.get(file)));
  }

  async #take(bot: string, found: ArrayBuffer | undefined): Promise<void> {
    let judge: ((small: boolean, asked: string) => string) | undefined;
    try {
      if (!found) throw new Error(`no weights for ${bot}`);
      if (!this.#networks) {
        this.#networks = await Networks.start(this.#code);
        this.#networks.know(this.#entry.combinations());
      }
      const networks = this.#networks;
      networks.take(bot === 'crane', new Uint8Array(found));
      judge = (small, asked) => networks.judge(small, asked);
    } catch (error) {
      console.warn(error);
      tell({ kind: 'unfit' });
    }
    tell({ kind: 'told', texts: [] });
    await this.#carryOut(() => this.#entry.loaded(bot, judge, Date.now()));
  }

  /** Stores what has happened, and only then tells it. If it cannot be stored, it has not happened. */
  async #carryOut(what: () => string, number?: number): Promise<void> {
    clearTimeout(this.#timer);
    let step: Step;
    try {
      step = JSON.parse(what()) as Step;
      await this.#store.write(step.kept, step.owner);
    } catch (error) {
      console.warn(error);
      await this.#readAgain();
      if (number !== undefined) tell({ kind: 'answer', number, status: 503, body: UNSTORED });
      return tell({ kind: 'lost' });
    }
    if (step.told.length) tell({ kind: 'told', texts: step.told });
    if (number !== undefined) tell({ kind: 'answer', number, status: step.status ?? 500, body: step.body });
    const [wanted] = step.wanted;
    if (wanted) void this.#load(wanted);
    if (step.wake_at !== null)
      this.#timer = setTimeout(
        () => {
          enqueue(() => this.#carryOut(() => this.#entry.wake(Date.now())));
          void this.#practise();
        },
        Math.max(0, step.wake_at - Date.now()),
      );
  }
}

const started = Pocket.start();

function fail(error: unknown): void {
  console.warn(error);
  tell({ kind: 'failed' });
}

/** One thing after the other: the next waits until the one before is stored. */
let last: Promise<unknown> = started.catch(fail);
function enqueue(what: () => Promise<void>): void {
  last = last.then(what).catch(fail);
}
addEventListener('message', (event: MessageEvent<ToPocket>) => enqueue(async () => (await started).handle(event.data)));
