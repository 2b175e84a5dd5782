// Makes the modules of the texts (`src/paraglide/`) out of `messages/`, if a text has changed since they were made: it
// takes longer than all the rest of a start. `npm run messages`; Vite does the same before it builds, serves or tests.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
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

/** One number for all texts, for what the compiler is asked for, and for the compiler. */
function digest() {
  const sum = createHash('sha256').update(JSON.stringify(ASKED));
  const texts = readdirSync(here('messages'), { recursive: true }).filter((name) => name.endsWith('.json'));
  const others = ['project.inlang/settings.json', 'package-lock.json'];
  for (const name of [...others, ...texts.map((text) => `messages/${text}`).sort()])
    sum.update(`\0${name}\0`).update(readFileSync(here(name)));
  return sum.digest('hex');
}

/** Make the modules unless they are there. */
export async function makeTexts() {
  const now = digest();
  if (existsSync(MADE) && readFileSync(MADE, 'utf8') === now) return;
  const { compile } = await import('@inlang/paraglide-js');
  await compile({ project: here('project.inlang'), outdir: here('src/paraglide'), ...ASKED });
  writeFileSync(MADE, now);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await makeTexts();
