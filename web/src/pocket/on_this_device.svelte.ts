import { home } from './site.js';

/** What the service worker notes once it has kept everything. */
const KEPT = `${home}pocket-is-kept`;
const ANSWERS_MS = 10_000;

/** Whether all that is needed without a network is on this device. */
class OnThisDevice {
  all = $state(false);

  constructor() {
    if ('caches' in globalThis) void caches.match(KEPT).then((found) => (this.all ||= found !== undefined));
  }

  /** Whether what is missing can be loaded now: it is answered where our files lie. */
  comes(): Promise<boolean> {
    return fetch(`${home}sw.js`, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(ANSWERS_MS) }).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  /** Python runs: have the service worker keep the pages as well, for when there is no network. */
  async keep(): Promise<void> {
    if (!import.meta.env.PROD || !navigator.serviceWorker) return;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => (this.all ||= data === true);
    (await navigator.serviceWorker.ready).active?.postMessage({ pocket: true }, [port2]);
  }
}

export const onThisDevice = new OnThisDevice();
