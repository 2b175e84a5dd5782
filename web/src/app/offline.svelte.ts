import { home } from '../pocket/site.js';
import { language } from './language/language.svelte.js';

const HOUR_MS = 3_600_000;

/** Whether a newer build is there than the one that this page runs. Nobody reloads it but who looks at it. */
class Update {
  ready = $state(false);
}
export const update = new Update();

/**
 * Lets the service worker keep the application: first what a phone needs at once, then, with the first page long
 * painted, the rules, the summary, the settings and the lessons in the reader's language.
 * @param running The script that this page began with: by it the service worker knows its build.
 */
export async function keepOffline(running: string): Promise<void> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!workers) return;
  const registered = await workers.register(`${home}sw.js`);
  const ask = async (keep: string): Promise<void> => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => (update.ready ||= data.current === false);
    (await workers.ready).active?.postMessage({ keep, running }, [port2]);
  };
  workers.addEventListener('controllerchange', () => void ask(language.current)); // a new build keeps its own files
  $effect.root(() => {
    $effect(() => void ask(language.current));
  });
  lookForUpdates(registered);
}

/** A page that is open for days asks now and then, when somebody comes back to it; others ask when they are loaded. */
function lookForUpdates(registered: ServiceWorkerRegistration): void {
  let last = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - last < HOUR_MS) return;
    last = Date.now();
    registered.update().catch(() => undefined); // no network: next time
  });
}
