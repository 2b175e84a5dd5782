/** Gives a file away: to the device's own sharing on a phone, else as a download. */
export async function give(file: File): Promise<void> {
  if (matchMedia('(pointer: coarse)').matches && navigator.canShare?.({ files: [file] })) {
    try {
      return await navigator.share({ files: [file] });
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  const url = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: url, download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** A file's name with the day of the match. */
export const fileName = (begun: number, ending: string): string => `gang-of-four-${new Date(begun).toISOString().slice(0, 10)}.${ending}`;
