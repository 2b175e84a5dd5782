import back from './art/back.svg?raw';
import greenPhoenix from './art/green-phoenix.svg?raw';
import numerals from './art/numerals.svg?raw';
import ones from './art/ones.svg?raw';
import redDragon from './art/red-dragon.svg?raw';
import suits from './art/suits.svg?raw';
import yellowPhoenix from './art/yellow-phoenix.svg?raw';

/** The drawings by name, as `npm run art` wrote them: one to a line, each an element with an id. */
const drawings = new Map<string, string>();
for (const line of [back, greenPhoenix, numerals, ones, redDragon, suits, yellowPhoenix].join('\n').split('\n')) {
  const id = / id="gof-([^"]+)"/.exec(line);
  if (id?.[1]) drawings.set(id[1], line.replace(id[0], ''));
}

/** A drawing's markup, with everything that it refers to in place. */
export function drawing(name: string): string {
  return (drawings.get(name) ?? '').replace(
    /<use href="#gof-([^"]+)"( transform="[^"]+")?\/>/g,
    (_, inner: string, where = '') => `<g${where}>${drawing(inner)}</g>`,
  );
}

/** The same, somewhere. */
export const placed = (name: string, transform: string): string => `<g transform="${transform}">${drawing(name)}</g>`;
