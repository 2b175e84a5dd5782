/** An event as it is kept: what the Python side calls an entry. */
export interface Kept {
  table_id: string;
  seq: number;
  at: number;
  command_id: string | null;
  body: string;
}

export interface Owner {
  id: string;
  name: string;
}

/** What a server has published of a day that is over, by day: what its deals are drawn from, and the bots' weights. */
export type Days = Record<string, { secret: string; weights: string }>;

const NAME = 'gangoffour-pocket';

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the store failed'));
  });

/**
 * What is kept of matches without a server, in the browser's own database. An event's number is its key and is never
 * overwritten: of two tabs that write the same one, the second is refused and has to read again.
 */
export class EventStore {
  readonly #database: IDBDatabase;

  private constructor(database: IDBDatabase) {
    this.#database = database;
  }

  static async open(): Promise<EventStore> {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('events', { keyPath: ['table_id', 'seq'] });
      request.result.createObjectStore('owner');
    };
    return new EventStore(await done(request));
  }

  async read(): Promise<{ events: Kept[]; owner: Owner | null; days: Days }> {
    const reading = this.#database.transaction(['events', 'owner'], 'readonly');
    const events = await done(reading.objectStore('events').getAll() as IDBRequest<Kept[]>);
    const owner = await done(reading.objectStore('owner').get('me') as IDBRequest<Owner | undefined>);
    return { events, owner: owner ?? null, days: await this.days() };
  }

  /** The days of a server that were seen here once they were over; they lie beside the owner's name. */
  async days(): Promise<Days> {
    const known = this.#database.transaction('owner', 'readonly').objectStore('owner').get('days');
    return (await done(known as IDBRequest<Days | undefined>)) ?? {};
  }

  /** A day of a server is over: it can be played without one from now on. */
  async keepDay(day: string, secret: string, weights: string): Promise<void> {
    const days = await this.days();
    if (days[day]) return;
    const owner = this.#database.transaction('owner', 'readwrite').objectStore('owner');
    await done(owner.put({ ...days, [day]: { secret, weights } }, 'days'));
  }

  /** Which build in which browser Python has practised in. */
  practised(): Promise<string | undefined> {
    return done(this.#database.transaction('owner').objectStore('owner').get('practised') as IDBRequest<string>);
  }

  async keepPractised(what: string): Promise<void> {
    await done(this.#database.transaction('owner', 'readwrite').objectStore('owner').put(what, 'practised'));
  }

  /** The events of each table. */
  async tables(): Promise<Map<string, Kept[]>> {
    const found = new Map<string, Kept[]>();
    for (const one of (await this.read()).events) {
      const known = found.get(one.table_id);
      if (known) known.push(one);
      else found.set(one.table_id, [one]);
    }
    return found;
  }

  /** A table goes from here: it is somewhere else now. */
  async forget(table: string): Promise<void> {
    const events = this.#database.transaction('events', 'readwrite').objectStore('events');
    await done(events.delete(IDBKeyRange.bound([table, 0], [table, Infinity])));
  }

  /** Stores all of it or nothing; returns once it is on disk, and throws if it is not. */
  write(events: Kept[], owner: Owner | null): Promise<void> {
    if (!events.length && !owner) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const writing = this.#database.transaction(['events', 'owner'], 'readwrite', { durability: 'strict' });
      for (const one of events) writing.objectStore('events').add(one);
      if (owner) writing.objectStore('owner').put(owner, 'me');
      writing.oncomplete = () => resolve();
      writing.onabort = () => reject(writing.error ?? new Error('nothing was stored'));
    });
  }
}
