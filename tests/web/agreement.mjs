// Compiles the score pad's own modules into a folder, then answers for them: one JSON line for each that it reads.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const [web, folder] = process.argv.slice(2).map((path) => pathToFileURL(`${path}/`));
const typescript = createRequire(web)('typescript');
const options = { target: 'es2022', module: 'esnext' };
for (const name of ['rules', 'scoring', 'dealing']) {
  const source = readFileSync(new URL(`src/pad/${name}.ts`, web), 'utf8');
  writeFileSync(new URL(`${name}.js`, folder), typescript.transpileModule(source, { compilerOptions: options }).outputText);
}
writeFileSync(new URL('package.json', folder), '{"type": "module"}');
const { check, score } = await import(new URL('scoring.js', folder));
const { deal } = await import(new URL('dealing.js', folder));

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  const answer = asked.deal ? deal(...asked.deal) : (check(asked) ?? score(asked));
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
