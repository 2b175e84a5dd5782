// The weights of the networks (`src/gangoffour/bots/weights`), as a browser takes them: 16-bit floats of the arrays
// that `bots/kernel/exact.c` wants, in its order, first the upper halves of all, then the lower ones.
import { existsSync, readFileSync } from 'node:fs';
import { inflateRawSync, inflateSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const WEIGHTS = here('../../src/gangoffour/bots/weights/');
const ARRAYS = {
  network:
    'trunk.w trunk.b event0.w event1.w course.w course.s deep.w deep.b state.w state.b direct.w play.w first.w first.b ' +
    'second.w second.b advantage.w value.w value.b',
  reflex: 'trunk.w trunk.b state.w state.b direct.w play.w first.w first.b second.w second.b advantage.w',
};

/**
 * The files of a zip archive, by name.
 * @param {Buffer} zip
 * @returns {Map<string, Buffer>}
 */
export function unzipped(zip) {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const files = new Map();
  for (let left = zip.readUInt16LE(end + 10), at = zip.readUInt32LE(end + 16); left > 0; left--) {
    const [method, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)];
    const [name, extra, note] = [28, 30, 32].map((where) => zip.readUInt16LE(at + where));
    const local = zip.readUInt32LE(at + 42);
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const data = zip.subarray(begin, begin + size);
    files.set(zip.toString('latin1', at + 46, at + 46 + name), method ? inflateRawSync(data) : data);
    at += 46 + name + extra + note;
  }
  return files;
}

/** The numbers of an array of 16-bit floats as numpy writes it. */
function halves(file) {
  const begin = 10 + file.readUInt16LE(8);
  if (!file.toString('latin1', 10, begin).includes("'<f2'")) throw new Error('weights are 16-bit floats');
  return file.subarray(begin);
}

/**
 * A file of weights, unpacked where it lies there packed: first all even bytes, then all odd ones (`packed.py`).
 * @param {string} name
 * @returns {Buffer}
 */
function shipped(name) {
  const path = `${WEIGHTS}${name}.npz`;
  if (existsSync(path)) return readFileSync(path);
  const apart = inflateSync(readFileSync(`${path}.packed`));
  const even = Math.ceil(apart.length / 2);
  const whole = Buffer.alloc(apart.length);
  for (let i = 0; i < apart.length; i++) whole[i] = apart[i % 2 ? even + (i - 1) / 2 : i / 2];
  return whole;
}

/**
 * The weights of `network` or `reflex`.
 * @param {'network' | 'reflex'} which
 * @returns {Uint8Array}
 */
export function weightsOf(which) {
  const files = unzipped(shipped(which));
  const all = Buffer.concat(ARRAYS[which].split(' ').map((name) => halves(files.get(`${name}.npy`))));
  const planes = new Uint8Array(all.length);
  for (let i = 0; i < all.length / 2; i++) {
    planes[i] = all[2 * i + 1];
    planes[all.length / 2 + i] = all[2 * i];
  }
  return planes;
}
