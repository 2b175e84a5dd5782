/** The little of a browser that modules ask for when they are loaded, and the English messages. */
import { vi } from 'vitest';

const stored = new Map<string, string>();
const page = Object.assign(new EventTarget(), {
  hidden: false,
  title: '',
  visibilityState: 'visible',
  documentElement: { dataset: {}, lang: '' },
  fonts: { load: () => Promise.resolve([]) },
});

vi.stubGlobal('window', globalThis);
vi.stubGlobal('document', page);
vi.stubGlobal('location', new URL('http://localhost/'));
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
});
vi.stubGlobal('navigator', { languages: ['en'], onLine: true });
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
vi.stubGlobal('addEventListener', () => undefined);
vi.stubGlobal('requestAnimationFrame', (paint: (at: number) => void) => paint(0));

const { loadMessages, withAllWords } = await import('../src/app/language/messages.js');
await withAllWords(loadMessages('en'));
