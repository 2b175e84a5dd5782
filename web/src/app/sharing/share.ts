import { copy } from './clipboard.js';

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

/** Hands a file to the device's own sharing where it takes files, else saves it. */
export async function shareFile(file: File, title?: string): Promise<void> {
  if (matchMedia('(pointer: coarse)').matches && navigator.canShare?.({ files: [file] })) {
    try {
      return await navigator.share(title ? { files: [file], title } : { files: [file] });
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  const url = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: url, download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
