import { toasts } from './toasts.svelte.js';
import { pocket } from '../pocket/pocket.svelte.js';
import { isSite } from '../pocket/site.js';
import { connection } from '../wire/connection.svelte.js';
import { http } from '../wire/http.js';
import { Refused, unreachable } from '../wire/refused.js';
import type { Me, Myself, Signed } from '../wire/types.js';

/** Set once somebody has taken a name at a site of files alone. */
const NAMED = 'gangoffour.named';
/** Tells the browser's other tabs that somebody has signed in; their session may have ended before this one began. */
const ENTERED = 'gangoffour.entered';
/** Who was given a name here, as they only wanted to watch. */
const GIVEN = 'gangoffour.given';
/** Somebody has tapped a button and waits. */
const ANSWERS_WITHIN_MS = 10_000;

/** Who uses this browser: nobody yet, a guest or an account. */
class Session {
  /** Undefined until the server has been asked. */
  me = $state<Me | null | undefined>(undefined);
  /** Set while somebody is asked for a name; the shell shows the dialog. */
  asking = $state<((me: Me | null) => void) | null>(null);

  constructor() {
    connection.on('welcome', ({ me }) => (this.me = me));
    connection.onSignedOut = () => (this.me = null);
    addEventListener('storage', (event) => {
      if (event.key === ENTERED) void this.#follow();
    });
  }

  /** Somebody has signed in elsewhere in this browser, and is here now as well. */
  async #follow(): Promise<void> {
    connection.stop();
    await this.begin();
  }

  /** Asks the server who this is; connects if it is somebody. */
  async begin(): Promise<void> {
    if (isSite && !localStorage.getItem(NAMED)) {
      this.me = null; // whoever only reads the rules does not load a server for that
      return;
    }
    try {
      const { me } = await http<Myself>('GET', '/api/me');
      this.me = me;
      if (me) connection.start();
    } catch (error) {
      if (error instanceof Refused && error.code !== 'not_signed_in') {
        connection.seek();
        return;
      }
      this.me = null;
    }
  }

  /** Somebody has signed in, registered or taken a name: the socket of the session before is not theirs. */
  entered(me: Me, { given = false } = {}): void {
    if (given) localStorage.setItem(GIVEN, me.id);
    else localStorage.removeItem(GIVEN);
    this.me = me;
    localStorage.setItem(ENTERED, String(Date.now()));
    connection.restart();
  }

  left(): void {
    connection.stop();
    this.me = null;
  }

  /**
   * Throws a refusal where no server answers. What asks for a name would not load then either, and browsers remember
   * what failed to load as long as the page lives.
   */
  async #reached(): Promise<void> {
    if (pocket.inUse) return; // it is in this browser
    const patience = new Promise<never>((_, reject) => setTimeout(() => reject(unreachable()), ANSWERS_WITHIN_MS));
    await Promise.race([http<Myself>('GET', '/api/me'), patience]);
  }

  /** A guest needs nothing but a name; a face if they like. Whoever only watches may be `given` one. */
  async enterAsGuest(name: string, { avatar = '', given = false } = {}): Promise<Me> {
    const { me } = await http<Signed>('POST', '/api/guest', avatar ? { name, avatar } : { name });
    if (isSite) localStorage.setItem(NAMED, 'yes');
    this.entered(me, { given });
    return me;
  }

  /** A name of one's own: a newcomer's first, or in place of another one. */
  async takeName(name: string, avatar = ''): Promise<Me> {
    if (!this.me) return this.enterAsGuest(name, { avatar });
    const { me } = await http<Myself>('PATCH', '/api/me', avatar ? { name, avatar } : { name });
    localStorage.removeItem(GIVEN);
    this.me = me ?? this.me;
    return this.me;
  }

  /** Who is there under a name of their own. */
  get named(): Me | null {
    return this.me && localStorage.getItem(GIVEN) !== this.me.id ? this.me : null;
  }

  /** Who this is, once that is known: where nobody answers, as soon as somebody does. */
  async known(): Promise<Me | null> {
    let stop = (): void => undefined;
    const me = await new Promise<Me | null>((tell) => {
      stop = $effect.root(() => {
        $effect(() => {
          if (this.me !== undefined) tell(this.me);
        });
      });
    });
    stop();
    return me;
  }

  /**
   * Whoever is there under a name of their own; else asks for one first. Null if they would rather not, or if nobody
   * could be told of it.
   */
  async require(): Promise<Me | null> {
    if (this.me === undefined) await this.begin();
    if (this.named) return this.named;
    try {
      await this.#reached();
    } catch (error) {
      toasts.refuse(error);
      return null;
    }
    return new Promise((resolve) => {
      this.asking = (me) => {
        this.asking = null;
        resolve(me);
      };
    });
  }
}

export const session = new Session();
