// Writes every drawing of the cards, one to a line, into src/cards/art: `npm run art`.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { back, smallBack } from './back.mjs';
import { head } from './dragon-head.mjs';
import { dragon, smallDragon } from './dragon.mjs';
import { cane, greenOne, multicolouredOne, redOne, yellowOne } from './faces.mjs';
import { dragonIndex, phoenixIndex } from './indexes.mjs';
import { greenPhoenix, greenTones, plumeEye, yellowPhoenix, yellowTones } from './phoenix.mjs';
import { coin, lantern, leaf } from './suits.mjs';

const folder = new URL('../../src/cards/art/', import.meta.url);
const tidy = (markup) => markup.replace(/([ "(-])0\./g, '$1.');
const group = (id, markup) => `<g id="gof-${id}">${markup}</g>`;

const numerals = JSON.parse(readFileSync(new URL('numerals.json', import.meta.url), 'utf8'));
const drawings = {
  suits: [group('leaf', leaf()), group('coin', coin()), group('lantern', lantern()), group('cane', cane())],
  ones: [
    group('green-one', greenOne()),
    group('yellow-one', yellowOne()),
    group('red-one', redOne()),
    group('multicoloured-one', multicolouredOne()),
  ],
  numerals: Object.entries(numerals)
    .map(([rank, { path }]) => `<path id="gof-index-${rank}" d="${path}"/>`)
    .concat(group('index-P', phoenixIndex()), group('index-D', dragonIndex())),
  'green-phoenix': [plumeEye(greenTones).replace('id="', 'id="gof-'), group('green-phoenix', greenPhoenix())],
  'yellow-phoenix': [plumeEye(yellowTones).replace('id="', 'id="gof-'), group('yellow-phoenix', yellowPhoenix())],
  'red-dragon': [
    group('dragon-head', `<g stroke-linejoin="round">${head()}</g>`),
    group('red-dragon', dragon()),
    group('small-red-dragon', smallDragon()),
  ],
  back: [group('back', back()), group('small-back', smallBack())],
};

mkdirSync(folder, { recursive: true });
for (const [name, parts] of Object.entries(drawings)) {
  const markup = tidy(parts.join('\n')).replaceAll('#plume-eye', '#gof-plume-eye');
  writeFileSync(new URL(`${name}.svg`, folder), `${markup}\n`);
  console.log(`${name}: ${markup.length} characters`);
}
