/**
 * Where the shelf is kept. Every tap goes to both stores: localStorage has it before the tap returns, so that a reload
 * finds it; IndexedDB flushes it to disk, so that a flat battery does. The later copy that can be read wins.
 */
import { emptyShelf, readShelf, type Shelf } from './pad_format.js';

const KEY = 'gangoffour.pads';
const ASIDE = 'gangoffour.pads.aside';
const STORE = 'kept';

let database: Promise<IDBDatabase | null> | undefined;

/** The database; null where the browser has none (some private windows). */
function open(): Promise<IDBDatabase | null> {
  database ??= new Promise((resolve) => {
    if (!('indexedDB' in globalThis)) return resolve(null);
    const asked = indexedDB.open('gangoffour', 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = asked.onblocked = () => resolve(null);
  });
  return database;
}

async function readDatabase(): Promise<string | null> {
  const found = await open();
  if (!found) return null;
  return new Promise((resolve) => {
    const asked = found.transaction(STORE).objectStore(STORE).get(KEY);
    asked.onsuccess = () => resolve(typeof asked.result === 'string' ? asked.result : null);
    asked.onerror = () => resolve(null);
  });
}

async function writeDatabase(text: string): Promise<boolean> {
  const found = await open();
  if (!found) return false;
  return new Promise((resolve) => {
    const change = found.transaction(STORE, 'readwrite', { durability: 'strict' });
    change.objectStore(STORE).put(text, KEY);
    change.oncomplete = () => resolve(true);
    change.onerror = change.onabort = () => resolve(false);
  });
}

function readLocal(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function writeLocal(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false; // full, or forbidden here
  }
}

/** What is kept; texts that cannot be read are set aside for `setAside`, never overwritten unseen. */
export async function load(): Promise<Shelf> {
  const texts = [readLocal(KEY), await readDatabase()].filter((text) => text !== null);
  const read = texts.map((text) => ({ text, found: readShelf(text) }));
  const spoilt = read.find(({ found }) => !found?.whole);
  if (spoilt) writeLocal(ASIDE, spoilt.text);
  const shelves = read.flatMap(({ found }) => (found ? [found] : []));
  shelves.sort((one, other) => other.shelf.revision - one.shelf.revision || Number(other.whole) - Number(one.whole));
  return shelves[0]?.shelf ?? emptyShelf();
}

/** Keeps the shelf; says whether at least one of the stores has it. */
export async function keep(shelf: Shelf): Promise<boolean> {
  const text = JSON.stringify(shelf);
  const local = writeLocal(KEY, text);
  return (await writeDatabase(text)) || local;
}

/** A text that could not be read, if there is one. */
export const setAside = (): string | null => readLocal(ASIDE);
export function forgetAside(): void {
  localStorage.removeItem(ASIDE);
}

/** Asks the browser not to clear this away when space runs short. */
export function askToPersist(): void {
  void navigator.storage?.persist?.();
}

/** Hears of changes made in another window of this browser. */
export function onOtherWindow(heard: (shelf: Shelf) => void): () => void {
  const listener = (event: StorageEvent) => {
    const found = event.key === KEY && event.newValue ? readShelf(event.newValue) : null;
    if (found) heard(found.shelf);
  };
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
}
