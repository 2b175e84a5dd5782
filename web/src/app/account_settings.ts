import { session } from './session.svelte.js';
import { defaults, settings, type Chosen } from './settings.svelte.js';
import { http } from '../wire/http.js';
import { Refused } from '../wire/refused.js';
import type { Myself } from '../wire/types.js';

let timer = 0;

function quietly(error: unknown): void {
  if (!(error instanceof Refused)) throw error;
}

/** Keeps the settings with the account as well, a moment after the last change. */
export function keepSettings(): void {
  if (session.me?.kind !== 'account') return;
  clearTimeout(timer);
  timer = window.setTimeout(
    () => void http('PATCH', '/api/me', { settings: { ...settings.chosen } }).catch(quietly),
    600,
  );
}

/** Takes up what the account has kept, on a device where somebody has just come in. */
export async function takeUpSettings(): Promise<void> {
  try {
    const { settings: kept } = await http<Myself>('GET', '/api/me');
    for (const name of Object.keys(defaults) as (keyof Chosen)[]) adopt(name, kept[name]);
  } catch (error) {
    quietly(error);
  }
}

function adopt<K extends keyof Chosen>(name: K, value: Myself['settings'][string] | undefined): void {
  if (typeof value === typeof defaults[name]) settings.set(name, value as Chosen[K]);
}
