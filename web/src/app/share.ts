import { m } from '../paraglide/messages.js';
import { toasts } from './toasts.svelte.js';

/** Copies text where the clipboard is allowed; an old way for plain http in a home network. */
export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.createElement('textarea');
    field.value = text;
    field.className = 'spoken';
    (document.querySelector('dialog[open]') ?? document.body).append(field);
    field.select();
    document.execCommand('copy');
    field.remove();
  }
  toasts.say(m.copied());
}

/** Hands text or an address to the device's own sharing, else to the clipboard. */
export async function share(text: string, url?: string): Promise<void> {
  const data = url ? { text, url } : { text };
  if (navigator.share && matchMedia('(pointer: coarse)').matches) {
    try {
      return await navigator.share(data);
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  await copy(url ?? text);
}

/** Hands a picture to the device's own sharing where it takes files, else saves it. */
export async function sharePicture(picture: Blob, name: string, title: string): Promise<void> {
  const file = new File([picture], name, { type: picture.type });
  if (navigator.canShare?.({ files: [file] }) && matchMedia('(pointer: coarse)').matches) {
    try {
      return await navigator.share({ files: [file], title });
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(picture);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
