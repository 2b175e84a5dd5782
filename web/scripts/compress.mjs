// Compresses what was built, beside each file: as `.gz` where that makes it smaller, and as `.br` where that is smaller
// still (of a network's weights it is not). The server sends these to whoever reads them; nothing is compressed while
// somebody waits. What the last build had, too, is not compressed again.
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
const WAYS = { '.gz': (bytes) => promisify(gzip)(bytes, { level: 9 }), '.br': brotli };

const GAIN = 0.97;

const used = new Set();

/** The path of a file's compressed form, made now or by an earlier build. */
async function compressed(bytes, digest, ending) {
  const kept = KEPT + digest + ending;
  used.add(digest + ending);
  if (!existsSync(kept)) {
    writeFileSync(`${kept}.part`, await WAYS[ending](bytes));
    renameSync(`${kept}.part`, kept);
  }
  return kept;
}

async function compress(path) {
  const bytes = readFileSync(path);
  const digest = createHash('sha256').update(bytes).digest('hex');
  let smallest = bytes.length;
  for (const ending of Object.keys(WAYS)) {
    const [kept, made] = [await compressed(bytes, digest, ending), path + ending];
    if (statSync(kept).size >= smallest * GAIN) {
      rmSync(made, { force: true });
      continue;
    }
    smallest = statSync(kept).size;
    if (!existsSync(made) || statSync(made).mtimeMs < statSync(path).mtimeMs) copyFileSync(kept, made);
  }
}

mkdirSync(KEPT, { recursive: true });
const files = readdirSync(DIST, { recursive: true })
  .filter((name) => KINDS.test(name))
  .map((name) => `${DIST}${name}`)
  .filter((path) => statSync(path).size >= 1000)
  .sort((one, other) => statSync(other).size - statSync(one).size); // the largest first: none is left to one core
const worker = async () => {
  for (let path = files.shift(); path; path = files.shift()) await compress(path);
};
await Promise.all(Array.from({ length: availableParallelism() }, worker));
for (const name of readdirSync(KEPT)) if (!used.has(name)) rmSync(KEPT + name);
