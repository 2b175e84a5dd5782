// Makes the modules of the texts (`src/paraglide/`) out of `messages/`, if a text has changed since they were made: it
// takes longer than all the rest of a start. `npm run messages`; Vite does the same before it builds, serves or tests.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** What the compiler is asked for. */
const ASKED = {
  strategy: ['localStorage', 'preferredLanguage', 'baseLocale'],
  outputStructure: 'locale-modules',
  emitReadme: false,
  isServer: "import.meta.env?.SSR ?? typeof window === 'undefined'",
};

/** What was compiled; it goes with the modules when they are made anew, and comes back when all are there. */
const MADE = here('src/paraglide/.made');

/** A file whose change asks for new modules. */
export const isText = (path) => /\/messages\/.*\.json$|\/project\.inlang\/settings\.json$/.test(path);

/** What the table says, and what stands around every page; other words are fetched with the first that says them. */
const TABLE = ['./messages/{locale}.json', './messages/table/{locale}.json'];

/** How the compiler writes a message. */
const MESSAGE = /^export const (\w+) = ([\s\S]*?^\});$/gm;

/** One number for all texts, for what the compiler is asked for, and for the compiler. */
function digest() {
  const sum = createHash('sha256').update(JSON.stringify([ASKED, TABLE]));
  const texts = readdirSync(here('messages'), { recursive: true }).filter((name) => name.endsWith('.json'));
  const others = ['project.inlang/settings.json', 'package-lock.json'];
  for (const name of [...others, ...texts.map((text) => `messages/${text}`).sort()])
    sum.update(`\0${name}\0`).update(readFileSync(here(name)));
  return sum.digest('hex');
}

/** A language's module in two, each with its messages as one object, which is shorter than as many exports. */
function split(locale, patterns) {
  const keysOf = (pattern) => Object.keys(JSON.parse(readFileSync(here(pattern.replace('{locale}', locale)), 'utf8')));
  const messages = readFileSync(here(`src/paraglide/messages/${locale}.js`), 'utf8').matchAll(MESSAGE);
  const written = new Map([...messages].map(([, key, body]) => [key, `  ${key}: ${body},\n`]));
  for (const set of ['table', 'pages']) {
    const ofIt = patterns.filter((one) => TABLE.includes(one) === (set === 'table'));
    const keys = ofIt.flatMap(keysOf).filter((key) => key !== '$schema');
    const lost = keys.filter((key) => !written.has(key));
    if (lost.length) throw new Error(`not compiled as expected in ${locale}: ${lost.join(', ')}`);
    const body = keys.map((key) => written.get(key)).join('');
    mkdirSync(here(`src/paraglide/${set}`), { recursive: true });
    const module = `import * as registry from '../registry.js';\nexport default {\n${body}};\n`;
    writeFileSync(here(`src/paraglide/${set}/${locale}.js`), module);
  }
}

/** Make the modules unless they are there. */
export async function makeTexts() {
  const now = digest();
  if (existsSync(MADE) && readFileSync(MADE, 'utf8') === now) return;
  const { compile } = await import('@inlang/paraglide-js');
  await compile({ project: here('project.inlang'), outdir: here('src/paraglide'), ...ASKED });
  const settings = JSON.parse(readFileSync(here('project.inlang/settings.json'), 'utf8'));
  for (const locale of settings.locales) split(locale, settings['plugin.inlang.messageFormat'].pathPattern);
  writeFileSync(MADE, now);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await makeTexts();
