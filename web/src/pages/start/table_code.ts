/** A code as people type it: any case, spaces and dashes do not matter; whole links do as well. */
export function codeIn(text: string): string {
  const last =
    text
      .trim()
      .replace(/[?#].*$/, '')
      .replace(/\/+$/, '')
      .split('/')
      .at(-1) ?? '';
  return last.replace(/[\s-]/g, '').toUpperCase();
}
