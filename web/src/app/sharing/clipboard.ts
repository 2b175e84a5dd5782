import { m } from '../../paraglide/messages.js';
import { toasts } from '../toasts.svelte.js';

/** Copies text where the clipboard is allowed; an old way for plain http in a home network. */
export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const before = document.activeElement;
    const field = document.createElement('textarea');
    field.value = text;
    field.className = 'spoken';
    (document.querySelector('dialog[open]') ?? document.body).append(field);
    field.select();
    document.execCommand('copy');
    field.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  }
  toasts.say(m.copied());
}
