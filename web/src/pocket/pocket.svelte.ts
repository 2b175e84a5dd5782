import { onThisDevice } from './on_this_device.svelte.js';
import { addressOf, placeAt } from './page_address.js';
import { isSite } from './site.js';
import { showsOneHere } from './tables_here.js';
import type { FromPocket, ToPocket } from './messages.js';

const KEY = 'gangoffour.pocket';
/** Where a match on this device is dealt. */
export const DEAL_PATH = '/together/deal';
/** Whoever comes there from a match on this device is still with it: its tables, or pages that ask nobody anything. */
const STILL_HERE = /^\/(table|match|open|rules|variants|summary|strategy|pad|deal)(\/|$)/;
const GONE = 1006;

/** A line to the pocket that looks like a WebSocket to whoever speaks over it. */
export class PocketLine {
  readyState: number = WebSocket.CONNECTING;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  readonly #send: (text: string) => void;

  constructor(send: (text: string) => void) {
    this.#send = send;
  }

  send(text: string): void {
    this.#send(text);
  }

  close(): void {
    this.readyState = WebSocket.CLOSED;
  }

  told(text: string): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.OPEN;
    this.onmessage?.({ data: text });
  }

  lost(): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.onclose?.({ code: GONE });
  }
}

/** The server in this browser: whether it is used instead of another one, and the way to it. */
class Pocket {
  /** Whether this browser plays without a server: as a site always, else until somebody says otherwise. */
  readonly chosen = isSite || localStorage.getItem(KEY) === 'yes';
  /** Whether this page is served by it: all pages, or those of a match that is played on this device. */
  inUse = $state(false);
  /** How much is loaded, in bytes; null while nothing is being loaded. */
  loading = $state.raw<{ loaded: number; total: number } | null>(null);
  failed = $state(false);
  /** A bot's weights could not be loaded: another one plays for it. */
  unfit = $state(false);

  #worker: Worker | null = null;
  #line: PocketLine | null = null;
  #asked = new Map<number, (answer: Response) => void>();
  #count = 0;

  constructor() {
    this.inUse = this.serves(placeAt(location).path);
  }

  /** Whether it serves the page at a path. Where that changes, the page is loaded anew. */
  serves(path: string): boolean {
    return this.chosen || path === DEAL_PATH || showsOneHere(path) || (this.inUse && STILL_HERE.test(path));
  }

  /** From now on, or no longer; the page is loaded anew, so that nothing of the other server stays on it. */
  choose(inUse: boolean, to = '/', hash = ''): void {
    if (inUse) localStorage.setItem(KEY, 'yes');
    else localStorage.removeItem(KEY);
    location.assign(addressOf({ path: to, search: '', hash }));
  }

  /** Has it loaded, as far as that can be: whether it is there. */
  async load(): Promise<boolean> {
    return onThisDevice.all || (await this.request('GET', '/api/me', '')).ok;
  }

  /** Connects as a WebSocket would. */
  connect(): PocketLine {
    this.#line?.close();
    this.#line = new PocketLine((text) => this.#say({ kind: 'say', text }));
    this.#say({ kind: 'connect' });
    return this.#line;
  }

  /** Asks as `fetch` would. */
  request(method: string, path: string, body: string): Promise<Response> {
    const number = ++this.#count;
    return new Promise((resolve) => {
      this.#asked.set(number, resolve);
      this.#say({ kind: 'ask', number, method, path, body });
    });
  }

  #say(message: ToPocket): void {
    this.#worker ??= this.#start();
    this.#worker.postMessage(message);
  }

  #start(): Worker {
    this.failed = false;
    this.loading = { loaded: 0, total: 0 };
    const worker = new Worker(new URL('./pocket_worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = (event: MessageEvent<FromPocket>) => this.#heard(event.data);
    worker.onerror = () => this.#heard({ kind: 'failed' });
    return worker;
  }

  #heard(message: FromPocket): void {
    switch (message.kind) {
      case 'loading':
        this.loading = message;
        return;
      case 'failed':
        return this.#fail();
      case 'lost':
        this.#line?.lost();
        return;
      case 'unfit':
        this.unfit = true;
        return;
      case 'told':
        this.loading = null;
        for (const text of message.texts) this.#line?.told(text);
        return;
      case 'answer':
        if (this.loading) void onThisDevice.keep();
        this.loading = null;
        this.#asked.get(message.number)?.(new Response(message.body, { status: message.status }));
        this.#asked.delete(message.number);
        return;
    }
  }

  #fail(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.loading = null;
    this.failed = true;
    for (const answer of this.#asked.values()) answer(Response.error());
    this.#asked.clear();
    this.#line?.lost();
  }
}

export const pocket = new Pocket();
