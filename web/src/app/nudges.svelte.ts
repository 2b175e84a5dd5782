import { language } from './language/language.svelte.js';
import { pocket } from '../pocket/pocket.svelte.js';
import { connection } from '../wire/connection.svelte.js';
import { http } from '../wire/http.js';
import { Refused } from '../wire/refused.js';
import type { Me, NudgeBody, NudgeChoices } from '../wire/types.js';

/** `unsupported`: this browser has no push messages. `denied`: its user forbade them. */
export type DeviceState = 'unsupported' | 'denied' | 'off' | 'on';

const path = '/api/me/nudges';

function supported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

function keyBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
}

async function subscription(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.pushManager.getSubscription()) ?? null;
}

async function tellServer(device: PushSubscription): Promise<void> {
  const { p256dh, auth } = device.toJSON().keys ?? {};
  await http('PUT', `${path}/device`, { endpoint: device.endpoint, key: p256dh, auth });
}

/** What this person is nudged about while they are not looking, and whether this browser shows it. */
class Nudges {
  choices = $state.raw<NudgeChoices | null>(null);
  device = $state<DeviceState>('off');
  #who = '';

  async load(): Promise<void> {
    this.choices = await http<NudgeChoices>('GET', path);
    await this.#look();
  }

  async #look(): Promise<void> {
    if (!supported()) this.device = 'unsupported';
    else if (Notification.permission === 'denied') this.device = 'denied';
    else this.device = Notification.permission === 'granted' && (await subscription()) ? 'on' : 'off';
  }

  /** Changes what is given; the server learns the time and the language here with it. */
  async change(body: NudgeBody): Promise<void> {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
    this.choices = await http<NudgeChoices>('PATCH', path, { zone, language: language.current, ...body });
  }

  /** Only ever called by a tap: the browser asks for its user's permission. */
  async turnOn(): Promise<void> {
    const key = this.choices?.push_key ?? '';
    if ((await Notification.requestPermission()) === 'granted') {
      const worker = await navigator.serviceWorker.ready;
      const options = { userVisibleOnly: true, applicationServerKey: keyBytes(key) };
      await tellServer(await worker.pushManager.subscribe(options));
      if (!this.choices?.kinds.length) {
        const kinds = (this.choices?.offered ?? []).filter((one) => one !== 'daily');
        await this.change({ kinds });
      }
    }
    await this.#look();
  }

  async turnOff(): Promise<void> {
    const device = await subscription();
    if (device) {
      await http('DELETE', `${path}/device`, { endpoint: device.endpoint });
      await device.unsubscribe();
    }
    await this.#look();
  }

  async mailTo(email: string | null): Promise<void> {
    this.choices = await http<NudgeChoices>('PUT', `${path}/email`, { email });
  }

  /** A browser that shows nudges shows those of whoever comes in. */
  follow(): void {
    const come = ({ me }: { me: Me }): void => {
      if (me.id !== this.#who) void this.#renew().catch(quietly);
      this.#who = me.id;
    };
    connection.on('welcome', come);
    if (connection.me) come({ me: connection.me });
  }

  async #renew(): Promise<void> {
    if (pocket.inUse || !supported() || Notification.permission !== 'granted') return;
    const device = await subscription();
    if (device) await tellServer(device);
  }
}

function quietly(error: unknown): void {
  if (!(error instanceof Refused)) throw error;
}

export const nudges = new Nudges();
