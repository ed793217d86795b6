// Animated GIF: pictures of one palette, each no more than what differs from the one before.

/** The colour of a pixel that stays as it was. */
const UNCHANGED = 255;
const COLOURS = 256;
const CLEAR = COLOURS;
const END = COLOURS + 1;
const MOST_CODES = 4096;

/** The colours that most pixels of a picture have, to five bits a channel, and the nearest of them for any other. */
export class Palette {
  /** Red, green and blue of each. */ bytes = new Uint8Array(3 * COLOURS);
  /** Which colour is nearest, by the five bits of each channel. */ #nearest = new Int16Array(1 << 15).fill(-1);
  #count;

  /** @param {Uint8ClampedArray} pixels red, green, blue and alpha of each */
  constructor(pixels) {
    /** Sums of red, green and blue, and pixels, by the five bits. @type {Map<number, [number, number, number, number]>} */
    const found = new Map();
    for (let i = 0; i < pixels.length; i += 4) {
      const sum = found.get(binOf(pixels, i)) ?? [0, 0, 0, 0];
      for (let channel = 0; channel < 3; channel++) sum[channel] += pixels[i + channel];
      sum[3]++;
      found.set(binOf(pixels, i), sum);
    }
    const sums = [...found.values()].sort((a, b) => b[3] - a[3]).slice(0, UNCHANGED);
    this.#count = sums.length;
    sums.forEach(([red, green, blue, count], i) => this.bytes.set([red, green, blue].map((sum) => Math.round(sum / count)), 3 * i));
  }

  /** The colours of `pixels`, by their place in the palette. @param {Uint8ClampedArray} pixels */
  indicesOf(pixels) {
    const indices = new Uint8Array(pixels.length / 4);
    for (let i = 0; i < indices.length; i++) {
      const bin = binOf(pixels, 4 * i);
      if (this.#nearest[bin] < 0) this.#nearest[bin] = this.#search(pixels, 4 * i);
      indices[i] = this.#nearest[bin];
    }
    return indices;
  }

  /** @param {Uint8ClampedArray} pixels @param {number} at */
  #search(pixels, at) {
    let best = 0;
    let least = Infinity;
    for (let i = 0; i < this.#count; i++) {
      const distance = [0, 1, 2].reduce((sum, channel) => sum + (pixels[at + channel] - this.bytes[3 * i + channel]) ** 2, 0);
      if (distance < least) [best, least] = [i, distance];
    }
    return best;
  }
}

/** @param {Uint8ClampedArray} pixels @param {number} at */
const binOf = (pixels, at) => ((pixels[at] >> 3) << 10) | ((pixels[at + 1] >> 3) << 5) | (pixels[at + 2] >> 3);

export class Gif {
  #width;
  #height;
  /** The picture so far. @type {Uint8Array | null} */ #shown = null;
  /** @type {Uint8Array<ArrayBuffer>[]} */ #parts = [];

  /** @param {number} width @param {number} height @param {Palette} palette */
  constructor(width, height, palette) {
    this.#width = width;
    this.#height = height;
    const repeatForEver = [0x21, 0xff, 11, ...new TextEncoder().encode('NETSCAPE2.0'), 3, 1, 0, 0, 0];
    this.#write([...new TextEncoder().encode('GIF89a'), ...short(width), ...short(height), 0xf7, 0, 0, ...palette.bytes, ...repeatForEver]);
  }

  /** @param {Uint8Array} indices the colour of each pixel @param {number} ms that it is shown */
  add(indices, ms) {
    const { left, top, right, bottom } = this.#changed(indices);
    const [width, height] = [right - left + 1, bottom - top + 1];
    const part = new Uint8Array(width * height);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const at = (top + y) * this.#width + left + x;
        part[y * width + x] = this.#shown?.[at] === indices[at] ? UNCHANGED : indices[at];
      }
    }
    // What is there stays below it.
    this.#write([0x21, 0xf9, 4, 5, ...short(Math.round(ms / 10)), UNCHANGED, 0]);
    this.#write([0x2c, ...short(left), ...short(top), ...short(width), ...short(height), 0, 8]);
    const data = compress(part);
    for (let at = 0; at < data.length; at += 255) {
      const block = data.subarray(at, at + 255);
      this.#write([block.length, ...block]);
    }
    this.#write([0]);
    this.#shown = indices;
  }

  /** The part that is not as it was; one pixel where all is. @param {Uint8Array} indices */
  #changed(indices) {
    if (!this.#shown) return { left: 0, top: 0, right: this.#width - 1, bottom: this.#height - 1 };
    let [left, top, right, bottom] = [this.#width, this.#height, -1, -1];
    for (let i = 0; i < indices.length; i++) {
      if (indices[i] === this.#shown[i]) continue;
      const x = i % this.#width;
      const y = Math.floor(i / this.#width);
      [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
    }
    return right < 0 ? { left: 0, top: 0, right: 0, bottom: 0 } : { left, top, right, bottom };
  }

  /** The whole file. */
  finish() {
    this.#write([0x3b]);
    return new Blob(this.#parts, { type: 'image/gif' });
  }

  /** @param {number[]} bytes */
  #write(bytes) {
    this.#parts.push(Uint8Array.from(bytes));
  }
}

/** Two bytes, the lower one first. @param {number} value */
const short = (value) => [value & 0xff, value >> 8];

/** LZW with codes of 9 to 12 bits. @param {Uint8Array} bytes at least one */
function compress(bytes) {
  /** @type {number[]} */
  const out = [];
  let [held, bits, width] = [0, 0, 9];
  const emit = (/** @type {number} */ code) => {
    held |= code << bits;
    for (bits += width; bits >= 8; bits -= 8) {
      out.push(held & 0xff);
      held >>>= 8;
    }
  };
  /** The code of a sequence, by the code of all but its last byte, and that byte. @type {Map<number, number>} */
  const codes = new Map();
  let next = END + 1;
  emit(CLEAR);
  let sequence = bytes[0];
  for (const byte of bytes.subarray(1)) {
    const longer = codes.get((sequence << 8) | byte);
    if (longer !== undefined) {
      sequence = longer;
      continue;
    }
    emit(sequence);
    if (next < MOST_CODES) {
      codes.set((sequence << 8) | byte, next);
      if (next === 1 << width) width++;
      next++;
    } else {
      emit(CLEAR);
      codes.clear();
      next = END + 1;
      width = 9;
    }
    sequence = byte;
  }
  emit(sequence);
  // The reader has one more code by now.
  if (next === 1 << width && width < 12) width++;
  emit(END);
  if (bits > 0) out.push(held & 0xff);
  return Uint8Array.from(out);
}
