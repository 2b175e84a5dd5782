import { pocket, type PocketLine } from '../pocket/pocket.svelte.js';
import { placeAt } from '../pocket/page_address.js';
import { http } from './http.js';
import { Refused } from './refused.js';
import type {
  Arranged,
  Checked,
  Do,
  Done,
  FromClient,
  FromServer,
  Hinted,
  Me,
  Myself,
  Ping,
  Welcome,
} from './types.js';

/** `idle`: not wanted yet. `lost`: it was there and comes back by itself. `signed-out`: somebody has to sign in. */
export type ConnectionState = 'idle' | 'connecting' | 'open' | 'lost' | 'signed-out';

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;
export type Asked = WithoutId<Exclude<FromClient, Ping>>;
type Answer<T> = T extends { type: 'check' }
  ? Checked
  : T extends { type: 'hint' }
    ? Hinted
    : T extends { type: 'arrange' }
      ? Arranged
      : Done;
type Heard = Exclude<FromServer, { type: 'done' | 'refused' | 'checked' | 'arranged' | 'hinted' | 'pong' }>;
type Listener<K extends Heard['type']> = (message: Extract<Heard, { type: K }>) => void;

interface Pending {
  message: FromClient;
  resolve: (answer: never) => void;
  reject: (reason: Refused) => void;
}

/** A dead line is noticed within 12 s: this, and a second between two looks. */
const LOST_AFTER_MS = 11_000;
const LONGEST_WAIT_MS = 15_000;
const ASK_AGAIN_MS = 1_000;
/** How long the old socket stays open after a move: the table is followed at the new one by then. */
const MOVED_MS = 2_000;
const RESTARTED = 1012;
const SIGNED_OUT = 4401;

/** A line to the server, or to the one in this browser where it plays without. */
function lineToServer(near: string): WebSocket | PocketLine {
  if (pocket.inUse) return pocket.connect();
  const address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`;
  return new WebSocket(near ? `${address}?near=${near}` : address);
}

/**
 * The one WebSocket. Requests are answered by id; what is under way when the connection breaks is sent again with
 * the same id, which the server applies once. It comes back by itself, and at once when the device is online again.
 */
export class Connection {
  state = $state<ConnectionState>('idle');
  me = $state<Me | null>(null);
  /** The server's version, to notice that the client is older. */
  version = $state('');
  /** How many tries the present loss has taken. */
  tries = $state(0);

  /** Called when the session has ended and this browser has no other. */
  onSignedOut: () => void = () => undefined;

  #socket: WebSocket | PocketLine | null = null;
  /** A socket to a better place, until it is welcomed. */
  #next: WebSocket | PocketLine | null = null;
  /** Where people of the same table are sent together, if there are several servers; a hint, not a secret. */
  #near = nearTo(/^\/table\/(\w+)/.exec(placeAt(location).path)?.[1] ?? '');
  #several = false;
  #pending = new Map<string, Pending>();
  #listeners = new Map<string, Set<(message: never) => void>>();
  #timer = 0;
  #heart = 0;
  #heardAt = 0;
  #pingMs = 8_000;
  #count = 0;
  readonly #prefix = Array.from(crypto.getRandomValues(new Uint32Array(2)), (one) => one.toString(36)).join('');

  constructor() {
    addEventListener('online', () => this.#hurry());
    addEventListener('offline', () => {
      if (!pocket.inUse) this.#dropped(0);
    });
    document.addEventListener('visibilitychange', () => {
      this.#tellLooking();
      if (document.visibilityState === 'visible') this.#hurry();
    });
  }

  /** Connects, unless it is connected or trying to. */
  start(): void {
    if (this.state === 'idle' || this.state === 'signed-out') this.#open('connecting');
  }

  /** The server did not answer: keeps trying, as after a loss. */
  seek(): void {
    if (this.state !== 'idle') return;
    this.state = 'connecting';
    this.#dropped(0);
  }

  /** Connects anew, for another person. */
  restart(): void {
    this.stop();
    this.start();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#forget();
    this.state = 'idle';
    this.me = null;
  }

  /** Asks something and waits for the answer, across lost connections and a missing sign-in. Throws a `Refused`. */
  ask<const T extends Asked>(asked: T): Promise<Answer<T>> {
    const id = `${this.#prefix}-${++this.#count}`;
    const message: FromClient = { ...(asked as Asked), id };
    if (message.type === 'watch') this.#goTo(message.table);
    return new Promise<Answer<T>>((resolve, reject) => {
      this.#pending.set(id, { message, resolve, reject });
      if (this.state === 'open') this.#send(message);
    });
  }

  /** Asks something of a table. */
  do(table: string, ask: Do['ask']): Promise<Done> {
    return this.ask({ type: 'do', table, ask });
  }

  /** Hears every message of a type; returns how to stop. */
  on<K extends Heard['type']>(type: K, listener: Listener<K>): () => void {
    const all = this.#listeners.get(type) ?? new Set();
    this.#listeners.set(type, all.add(listener as (message: never) => void));
    return () => void all.delete(listener as (message: never) => void);
  }

  #open(state: ConnectionState): void {
    clearTimeout(this.#timer);
    this.state = state;
    this.#socket = this.#dial();
  }

  #dial(): WebSocket | PocketLine {
    const socket = lineToServer(this.#near);
    socket.onmessage = (event: { data: unknown }) => {
      const message = JSON.parse(String(event.data)) as FromServer;
      if (socket === this.#next && message.type === 'welcome') this.#moved(socket);
      if (socket === this.#socket) this.#heard(message);
    };
    socket.onclose = (event: { code: number }) => {
      if (socket === this.#socket) this.#dropped(event.code);
      else if (socket === this.#next) this.#next = null;
    };
    return socket;
  }

  /** Goes where the others of a table are, if that may be elsewhere; the present line serves until then. */
  #goTo(table: string): void {
    if (this.#near === nearTo(table)) return;
    this.#near = nearTo(table);
    if (!this.#several || this.state !== 'open') return;
    this.#next?.close();
    this.#next = this.#dial();
  }

  /** The new line is there: whatever is unanswered is asked there again, under its id. */
  #moved(next: WebSocket | PocketLine): void {
    const old = this.#socket;
    this.#socket = next;
    this.#next = null;
    window.setTimeout(() => old?.close(), MOVED_MS);
  }

  #send(message: FromClient): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #heard(message: FromServer): void {
    this.#heardAt = Date.now();
    switch (message.type) {
      case 'welcome':
        return this.#welcomed(message);
      case 'pong':
        return;
      case 'done':
      case 'checked':
      case 'arranged':
      case 'hinted':
        this.#pending.get(message.id)?.resolve(message as never);
        this.#pending.delete(message.id);
        return;
      case 'refused':
        if (message.error.code === 'outcome_unknown') return this.#askAgain(message.id);
        this.#pending.get(message.id)?.reject(new Refused(message.error));
        this.#pending.delete(message.id);
        return;
      default:
        for (const listener of this.#listeners.get(message.type) ?? []) listener(message as never);
    }
  }

  /** Nobody knows whether it was stored: the same id asks for the answer, until there is one. */
  #askAgain(id: string): void {
    window.setTimeout(() => {
      const pending = this.#pending.get(id);
      if (pending && this.state === 'open') this.#send(pending.message);
    }, ASK_AGAIN_MS);
  }

  #welcomed(message: Welcome): void {
    this.me = message.me;
    this.version = message.version;
    this.#several = message.several;
    this.tries = 0;
    this.#pingMs = message.ping_s * 1000;
    const unanswered = [...this.#pending.values()];
    this.state = 'open';
    this.#beat();
    // Whoever follows a table asks for it again first, with the last number it knows.
    for (const listener of this.#listeners.get('welcome') ?? []) listener(message as never);
    for (const one of unanswered) this.#send(one.message);
    if (document.hidden) this.#tellLooking();
  }

  /** Who is not looking may be nudged; who is, is not. */
  #tellLooking(): void {
    this.#send({ type: 'looking', id: `${this.#prefix}-l`, on: !document.hidden });
  }

  /** Pings now and then; if nothing was heard for so long, not even an answer to that, nobody is there any more. */
  #beat(): void {
    clearInterval(this.#heart);
    let pingedAt = Date.now();
    this.#heart = window.setInterval(() => {
      const now = Date.now();
      if (pingedAt > this.#heardAt && now - this.#heardAt >= LOST_AFTER_MS) this.#dropped(0);
      else if (now - pingedAt >= this.#pingMs) {
        pingedAt = now;
        this.#send({ type: 'ping', id: `${this.#prefix}-p` });
      }
    }, 1000);
  }

  #forget(): void {
    clearInterval(this.#heart);
    const sockets = [this.#socket, this.#next];
    this.#socket = this.#next = null;
    for (const one of sockets) if (one && one.readyState <= WebSocket.OPEN) one.close();
  }

  #dropped(code: number): void {
    if (this.state === 'idle' || this.state === 'signed-out') return;
    const never = this.state !== 'open';
    this.#forget();
    this.state = 'lost';
    if (code === SIGNED_OUT) {
      // The session has ended. Perhaps another page of this browser has a new one already, or this one asks for it.
      this.#timer = window.setTimeout(() => void this.#again(true), 300);
      return;
    }
    this.tries += 1;
    const most = code === RESTARTED ? 2_500 : Math.min(LONGEST_WAIT_MS, 600 * 2 ** Math.min(this.tries, 6));
    this.#timer = window.setTimeout(() => void this.#again(never), most * (0.3 + 0.7 * Math.random()));
  }

  /** A handshake that fails tells no reason; asking over HTTP does. */
  async #again(never: boolean): Promise<void> {
    if (never && (navigator.onLine || pocket.inUse)) {
      try {
        const { me, banned } = await http<Myself>('GET', '/api/me');
        if (this.state === 'lost' && (!me || banned !== null)) return this.#signedOut();
      } catch {
        if (this.state === 'lost') this.#dropped(0);
        return;
      }
    }
    if (this.state === 'lost') this.#open('lost');
  }

  #signedOut(): void {
    this.state = 'signed-out';
    this.me = null;
    for (const one of this.#pending.values())
      one.reject(
        new Refused({ code: 'not_signed_in', message: 'Please choose a name first.', rule: null, params: {} }),
      );
    this.#pending.clear();
    this.onSignedOut();
  }

  /** The device is back or the page is looked at: do not wait any longer. */
  #hurry(): void {
    if (this.state === 'open') this.#send({ type: 'ping', id: `${this.#prefix}-p` });
    else if (this.state === 'lost') {
      this.#forget();
      this.#open('lost');
    }
  }
}

function nearTo(table: string): string {
  return table.slice(0, 4);
}

export const connection = new Connection();
