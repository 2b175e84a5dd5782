// The server in the browser: CPython as WebAssembly, with the same rules, tables and messages as any server
// (`src/gangoffour/pocket`). It runs in a worker, so the page never waits; events are stored before anybody is told.
import { EventStore, type Kept, type Owner } from './event_store.js';
import { pocketBytes, pocketFiles, pocketFolder } from './files.js';
import type { FromPocket, ToPocket } from './messages.js';

/** What of Python is used here. */
interface Python {
  FS: { mkdirTree(path: string): void; writeFile(path: string, text: string): void };
  unpackArchive(archive: ArrayBuffer, format: string, options?: { extractDir: string }): void;
  pyimport(module: string): Desk;
}

/** `gangoffour.pocket.desk`: everything goes in and comes out as text. */
interface Desk {
  begin(events: string, owner: string): void;
  connect(now: number): string;
  hear(text: string, now: number): string;
  wake(now: number): string;
  ask(method: string, path: string, body: string, now: number): string;
}

interface Step {
  kept: Kept[];
  owner: Owner | null;
  told: string[];
  wake_at: number | null;
  status: number | null;
  body: string;
}

const HOME = '/home/pyodide';
const UNSTORED = '{"error":{"code":"storage_unavailable"}}';
const tell = (message: FromPocket): void => postMessage(message);

/** Fetches all files, telling how far it is. They stay in the service worker's cache, from which Python takes them. */
async function fetchAll(): Promise<Map<string, ArrayBuffer>> {
  let loaded = 0;
  const fetched = await Promise.all(
    Object.keys(pocketFiles).map(async (name): Promise<[string, ArrayBuffer]> => {
      const response = await fetch(`${pocketFolder}/${name}`);
      if (!response.ok || !response.body) throw new Error(`${name}: ${response.status}`);
      const parts: Uint8Array<ArrayBuffer>[] = [];
      const reader = response.body.getReader();
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        parts.push(part.value);
        loaded += part.value.length;
        tell({ kind: 'loading', loaded, total: pocketBytes });
      }
      return [name, await new Blob(parts).arrayBuffer()];
    }),
  );
  return new Map(fetched);
}

async function startPython(): Promise<Desk> {
  const files = await fetchAll();
  const { loadPyodide } = (await import(/* @vite-ignore */ `${pocketFolder}/pyodide.mjs`)) as {
    loadPyodide(options: { indexURL: string }): Promise<Python>;
  };
  const python = await loadPyodide({ indexURL: `${pocketFolder}/` });
  python.unpackArchive(files.get('msgspec.whl') as ArrayBuffer, 'wheel');
  const modules = JSON.parse(new TextDecoder().decode(files.get('gangoffour.json'))) as Record<string, string>;
  for (const [path, text] of Object.entries(modules)) {
    python.FS.mkdirTree(`${HOME}/${path.slice(0, path.lastIndexOf('/'))}`);
    python.FS.writeFile(`${HOME}/${path}`, text);
  }
  return python.pyimport('gangoffour.pocket.desk');
}

class Pocket {
  readonly #desk: Desk;
  readonly #store: EventStore;
  #timer: ReturnType<typeof setTimeout> | undefined;

  private constructor(desk: Desk, store: EventStore) {
    this.#desk = desk;
    this.#store = store;
  }

  static async start(): Promise<Pocket> {
    const [desk, store] = await Promise.all([startPython(), EventStore.open()]);
    const pocket = new Pocket(desk, store);
    await pocket.#readAgain();
    return pocket;
  }

  /** Begins from what is stored: whatever was not, has not happened. */
  async #readAgain(): Promise<void> {
    const { events, owner } = await this.#store.read();
    this.#desk.begin(JSON.stringify(events), JSON.stringify(owner));
  }

  handle(message: ToPocket): Promise<void> {
    const now = Date.now();
    switch (message.kind) {
      case 'connect':
        return this.#carryOut(() => this.#desk.connect(now));
      case 'say':
        return this.#carryOut(() => this.#desk.hear(message.text, now));
      case 'ask': {
        const { number, method, path, body } = message;
        return this.#carryOut(() => this.#desk.ask(method, path, body, now), number);
      }
    }
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
    if (step.wake_at !== null)
      this.#timer = setTimeout(
        () => enqueue(() => this.#carryOut(() => this.#desk.wake(Date.now()))),
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
