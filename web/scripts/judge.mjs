// Asks the compiled network in Node.js: the catalogue in the first line, then a question a line, each with whether it
// is for the reflex; scores come out, and at the end how long each took in milliseconds. The tests compare with numpy.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Networks } from '../src/pocket/network.js';
import { weightsOf } from './weights.mjs';

const code = new URL('../../src/gangoffour/bots/kernel/exact.wasm', import.meta.url);
const networks = await Networks.start(readFileSync(code));
networks.take(false, weightsOf('network'));
networks.take(true, weightsOf('reflex'));
const times = [];
let first = true;
for await (const line of createInterface({ input: process.stdin })) {
  if (first) networks.know(line);
  else {
    const [small, question] = line.split(' ');
    const begin = performance.now();
    const scores = networks.judge(small === 'reflex', question);
    times.push(performance.now() - begin);
    process.stdout.write(`${scores}\n`);
  }
  first = false;
}
process.stdout.write(`${times.map((one) => one.toFixed(2)).join(' ')}\n`);
