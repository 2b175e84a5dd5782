// Compresses what was built, beside each file: as `.br` and `.gz`, where that makes it smaller. The server sends these
// to whoever reads them; nothing is compressed while somebody waits. What the last build had, too, is not compressed
// again.
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const DIST = fileURLToPath(new URL('../dist/', import.meta.url));
const KEPT = fileURLToPath(new URL('../node_modules/.cache/compressed/', import.meta.url));
const KINDS = /\.(js|mjs|css|html|svg|json|wasm|bin|webmanifest)$/;
const LARGE = 500_000;

/** The best compression takes a minute for what is large, and saves little more. */
const brotli = (bytes) =>
  promisify(brotliCompress)(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: bytes.length > LARGE ? 9 : 11,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
const WAYS = { '.br': brotli, '.gz': (bytes) => promisify(gzip)(bytes, { level: 9 }) };

const used = new Set();

async function compress(path, ending) {
  const bytes = readFileSync(path);
  const name = createHash('sha256').update(bytes).digest('hex') + ending;
  const [kept, made] = [KEPT + name, path + ending];
  used.add(name);
  if (!existsSync(kept)) {
    writeFileSync(`${kept}.part`, await WAYS[ending](bytes));
    renameSync(`${kept}.part`, kept);
  }
  if (existsSync(made) && statSync(made).mtimeMs >= statSync(path).mtimeMs) return;
  if (statSync(kept).size < bytes.length * 0.97) copyFileSync(kept, made);
}

mkdirSync(KEPT, { recursive: true });
const files = readdirSync(DIST, { recursive: true })
  .filter((name) => KINDS.test(name))
  .map((name) => `${DIST}${name}`)
  .filter((path) => statSync(path).size >= 1000)
  .sort((one, other) => statSync(other).size - statSync(one).size); // the largest first: none is left to one core
const tasks = files.flatMap((path) => Object.keys(WAYS).map((ending) => [path, ending]));
const worker = async () => {
  for (let task = tasks.shift(); task; task = tasks.shift()) await compress(...task);
};
await Promise.all(Array.from({ length: availableParallelism() }, worker));
for (const name of readdirSync(KEPT)) if (!used.has(name)) rmSync(KEPT + name);
