// Compresses what was built, beside each file: as `.br` and `.gz`, where that makes it smaller. The server sends these
// to whoever reads them; nothing is compressed while somebody waits. Files that have not changed since are left alone.
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const DIST = fileURLToPath(new URL('../dist/', import.meta.url));
const KINDS = /\.(js|mjs|css|html|svg|json|wasm|bin|webmanifest)$/;
const LARGE = 500_000;
/** The best compression takes a minute for what is large, and saves little more. */
const brotli = (bytes) =>
  brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: bytes.length > LARGE ? 9 : 11,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });

for (const name of readdirSync(DIST, { recursive: true })) {
  const path = `${DIST}${name}`;
  if (!KINDS.test(name) || statSync(path).size < 1000) continue;
  for (const [ending, compress] of [
    ['.br', brotli],
    ['.gz', (bytes) => gzipSync(bytes, { level: 9 })],
  ]) {
    const made = path + ending;
    if (existsSync(made) && statSync(made).mtimeMs >= statSync(path).mtimeMs) continue;
    const bytes = readFileSync(path);
    const small = compress(bytes);
    if (small.length < bytes.length * 0.97) writeFileSync(made, small);
  }
}
