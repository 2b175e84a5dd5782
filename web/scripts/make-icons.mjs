// Draws the application's icons: SVG by itself, PNG with a browser (set CHROMIUM to its path). Run by `npm run icons`;
// commit the result.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../public/icons/', import.meta.url));
const blade = 'M-2.1-6.5A2 2 0 0 1-4.1-8.5V-16A2 2 0 0 1-2.1-18H16A2 2 0 0 1 18-16V-8.5A2 2 0 0 1 16-6.5z';
const fills = ['#fff7e4', '#3aa06a', '#e6ad33', '#d9463a'];
const cards = fills.map((fill, i) => `<path d="${blade}" fill="${fill}" transform="rotate(${i * 90})"/>`).join('');
const lacquer =
  '<radialGradient id="l" cy=".35" r=".8"><stop stop-color="#1a5a50"/><stop offset="1" ' +
  'stop-color="#082724"/></radialGradient>';

/** `corner` rounds the tile; `size` scales the mark within its 64 units. */
const tile = (corner, size) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><defs>${lacquer}</defs>` +
  `<rect width="64" height="64" rx="${corner}" fill="url(#l)"/>` +
  `<g transform="translate(32 32)scale(${size})">` +
  `<circle r="25.500" fill="#0b3731" stroke="#e6ad33" stroke-width="1.500"/>${cards}</g></svg>`.replaceAll(
    '.500"',
    '.5"',
  );

function png(name, svg, size) {
  const work = mkdtempSync(join(tmpdir(), 'icon-'));
  writeFileSync(
    join(work, 'icon.html'),
    `<style>*{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`,
  );
  execFileSync(
    process.env.CHROMIUM ?? 'chromium',
    [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--hide-scrollbars',
      '--default-background-color=00000000',
      `--user-data-dir=${work}`,
      `--window-size=${size},${size}`,
      `--screenshot=${join(folder, name)}`,
      join(work, 'icon.html'),
    ],
    { stdio: 'ignore' },
  );
}

writeFileSync(join(folder, 'app.svg'), tile(14, 1.08) + '\n');
png('app-192.png', tile(14, 1.08), 192);
png('app-512.png', tile(14, 1.08), 512);
// A maskable icon keeps its mark within the middle four fifths; the system cuts the corners.
png('app-maskable-512.png', tile(0, 0.9), 512);
