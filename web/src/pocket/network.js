// The network's arithmetic (`bots/kernel/exact.c`, as WebAssembly): weights go in once, then a question in, scores out.
// Plain JavaScript, because the tests ask it in Node.js, too.

/** @param {string} hex @returns {Uint8Array} */
function octets(hex) {
  const bytes = new Uint8Array(hex.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = (digit(hex, 2 * i) << 4) | digit(hex, 2 * i + 1);
  return bytes;
}

/** A small hexadecimal digit. @param {string} hex @param {number} at */
function digit(hex, at) {
  const code = hex.charCodeAt(at);
  return code - (code < 58 ? 48 : 87);
}

export class Networks {
  #code;

  /** @param {any} code What the module exports. */
  constructor(code) {
    this.#code = code;
  }

  /** @param {BufferSource} bytes */
  static async start(bytes) {
    const { instance } = await WebAssembly.instantiate(bytes, {});
    return new Networks(instance.exports);
  }

  /** @param {number} at @param {Uint8Array} bytes */
  #write(at, bytes) {
    new Uint8Array(this.#code.memory.buffer).set(bytes, at);
  }

  /** The catalogue, as `exact_question.known_combinations` writes it. @param {string} hex */
  know(hex) {
    this.#write(this.#code.catalogue_room(), octets(hex));
  }

  /**
   * The weights: first the upper halves of all 16-bit floats, then the lower ones, for so they are smaller on the way.
   * @param {boolean} small Whether they are the reflex's.
   * @param {Uint8Array} planes
   */
  take(small, planes) {
    if (planes.length !== this.#code.weights_size(+small)) throw new Error('these weights do not fit');
    this.#write(this.#code.weights_room(), planes);
    this.#code.take_weights(+small);
  }

  /**
   * How good each action is, in whole numbers; after them, by the large network, what it is worth to be there.
   * @param {boolean} small @param {string} hex The question, as `exact_question.question` writes it.
   * @returns {string}
   */
  judge(small, hex) {
    const question = octets(hex);
    this.#write(this.#code.question_room(), question);
    if (small) this.#code.judge_by_reflex();
    else this.#code.judge();
    const actions = new DataView(question.buffer).getInt32(36, true);
    return new Float64Array(this.#code.memory.buffer, this.#code.scores_room(), actions + +!small).join(' ');
  }
}
