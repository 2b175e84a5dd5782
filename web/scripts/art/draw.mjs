// Writes every drawing of the cards as a Svelte module into src/cards/art: `npm run art`.
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
  Suits: [group('leaf', leaf()), group('coin', coin()), group('lantern', lantern()), group('cane', cane())],
  Ones: [group('green-one', greenOne()), group('yellow-one', yellowOne()), group('red-one', redOne()), group('multicoloured-one', multicolouredOne())],
  Numerals: Object.entries(numerals).map(([rank, { path }]) => `<path id="gof-index-${rank}" d="${path}"/>`)
    .concat(group('index-P', phoenixIndex()), group('index-D', dragonIndex())),
  GreenPhoenix: [plumeEye(greenTones).replace('id="', 'id="gof-'), group('green-phoenix', greenPhoenix())],
  YellowPhoenix: [plumeEye(yellowTones).replace('id="', 'id="gof-'), group('yellow-phoenix', yellowPhoenix())],
  RedDragon: [group('dragon-head', `<g stroke-linejoin="round">${head()}</g>`), group('red-dragon', dragon()), group('small-red-dragon', smallDragon())],
  Back: [group('back', back()), group('small-back', smallBack())],
};

mkdirSync(folder, { recursive: true });
for (const [name, parts] of Object.entries(drawings)) {
  const markup = tidy(parts.join('\n')).replaceAll('#plume-eye', '#gof-plume-eye');
  writeFileSync(new URL(`${name}.svelte`, folder), `<!-- Drawn by scripts/art (npm run art). -->\n<svelte:options namespace="svg" />\n${markup}\n`);
  console.log(`${name}: ${markup.length} characters`);
}
