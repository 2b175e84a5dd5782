// Prints the gzipped size of what each page loads first, and fails when the client exceeds its budget.
import { readFileSync, readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const BUDGET = 130_000;
const dist = new URL('../dist/', import.meta.url);
const gzipped = (path) => gzipSync(readFileSync(new URL(path, dist)), { level: 9 }).length;
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`.padStart(9);

/** Scripts and styles that a page names itself: its entry, the preloaded chunks and the style sheets. */
function firstLoad(page) {
  const html = readFileSync(new URL(page, dist), 'utf8');
  return [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map((match) => match[1]);
}

let exceeded = false;
for (const page of ['index.html', 'gallery/index.html']) {
  let total = 0;
  console.log(`\n${page} (gzipped)`);
  for (const path of firstLoad(page)) {
    const size = gzipped(path);
    total += size;
    console.log(`${kilobytes(size)}  ${path}`);
  }
  console.log(`${kilobytes(total)}  total of ${kilobytes(BUDGET).trim()}`);
  exceeded ||= total > BUDGET;
}
console.log('\nother assets (as stored)');
for (const name of readdirSync(new URL('assets/', dist))) {
  if (/\.(js|css|map)$/.test(name) || name.startsWith('pocket-')) continue;
  console.log(`${kilobytes(readFileSync(new URL(`assets/${name}`, dist)).length)}  assets/${name}`);
}
if (exceeded) {
  console.error('first load exceeds its budget');
  process.exit(1);
}
