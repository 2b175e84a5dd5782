import { home } from '../pocket/site.js';
import { language } from './language/language.svelte.js';

/**
 * Lets the service worker keep the application: first what a phone needs at once, then, with the first page long
 * painted, the rules, the summary, the settings and the lessons in the reader's language.
 */
export async function keepOffline(): Promise<void> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!workers) return;
  await workers.register(`${home}sw.js`);
  const ask = (keep: string) => void workers.ready.then((ready) => ready.active?.postMessage({ keep }));
  workers.addEventListener('controllerchange', () => ask(language.current)); // a new build keeps its own files
  $effect.root(() => {
    $effect(() => ask(language.current));
  });
}
