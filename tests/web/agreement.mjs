// Compiles the score pad's own modules into a folder, then answers for them: one JSON line for each that it reads.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const [web, folder] = process.argv.slice(2).map((path) => pathToFileURL(`${path}/`));
const typescript = createRequire(web)('typescript');
const options = { target: 'es2022', module: 'esnext' };
for (const name of ['game/rules', 'pad/scoring/scoring', 'pad/scoring/dealing']) {
  const source = readFileSync(new URL(`src/${name}.ts`, web), 'utf8');
  const file = new URL(`${name}.js`, folder);
  mkdirSync(new URL('.', file), { recursive: true });
  writeFileSync(file, typescript.transpileModule(source, { compilerOptions: options }).outputText);
}
writeFileSync(new URL('package.json', folder), '{"type": "module"}');
const { check, score } = await import(new URL('pad/scoring/scoring.js', folder));
const { deal } = await import(new URL('pad/scoring/dealing.js', folder));

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  const answer = asked.deal ? deal(...asked.deal) : (check(asked) ?? score(asked));
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
