// Moving pictures as GIF (GIF89a: W3C's copy of CompuServe's specification of 1990).

/** Bits of red, green and blue that colours are counted by. */
const kBits = 5;
const kColours = 255;

class Bytes {
  private readonly parts: Uint8Array[] = [];

  add(...bytes: number[]): void {
    this.parts.push(Uint8Array.from(bytes));
  }
  word(value: number): void {
    this.add(value & 255, value >> 8);
  }
  text(text: string): void {
    this.add(...[...text].map((letter) => letter.charCodeAt(0)));
  }
  put(bytes: Uint8Array): void {
    this.parts.push(bytes);
  }
  end(): Blob {
    return new Blob(this.parts as BlobPart[], { type: "image/gif" });
  }
}

function keyOf(data: Uint8ClampedArray, at: number): number {
  const drop = 8 - kBits;
  return ((data[at]! >> drop) << (2 * kBits)) | ((data[at + 1]! >> drop) << kBits) | (data[at + 2]! >> drop);
}

/** Codes of growing length, of a picture of palette's numbers (LZW as GIF has it). */
function compress(pixels: Uint8Array): Uint8Array {
  const out: number[] = [];
  let [block, held, bits] = [[] as number[], 0, 0];
  const clear = 256;
  const end = 257;
  let size = 9;
  let next = end + 1;
  let codes = new Map<number, number>();
  const emit = (code: number): void => {
    held |= code << bits;
    bits += size;
    while (bits >= 8) {
      block.push(held & 255);
      held >>>= 8;
      bits -= 8;
      if (block.length === 255) {
        out.push(255, ...block);
        block = [];
      }
    }
  };
  emit(clear);
  let prefix = pixels[0]!;
  for (let i = 1; i < pixels.length; ++i) {
    const key = (prefix << 8) | pixels[i]!;
    const found = codes.get(key);
    if (found !== undefined) {
      prefix = found;
      continue;
    }
    emit(prefix);
    if (next === 4096) {
      emit(clear);
      codes = new Map();
      size = 9;
      next = end + 1;
    } else {
      if (next === 1 << size) ++size;
      codes.set(key, next++);
    }
    prefix = pixels[i]!;
  }
  emit(prefix);
  emit(end);
  if (bits > 0) block.push(held & 255);
  if (block.length > 0) out.push(block.length, ...block);
  return Uint8Array.from([8, ...out, 0]);
}

export class Gif {
  private readonly bytes = new Bytes();
  /** From a colour's key to its number in the palette. */
  private numbers: Map<number, number> | null = null;
  private palette: [number, number, number][] = [];
  private before: Uint8Array | null = null;

  /** @param width @param height px @param pause 1/100 s a picture is seen */
  constructor(private readonly width: number, private readonly height: number, private readonly pause: number) {}

  /** Puts a picture behind the others: all have the colours of the first, or those next to them. */
  add(picture: ImageData): void {
    const { data } = picture;
    if (this.numbers === null) this.begin(data);
    const pixels = new Uint8Array(this.width * this.height);
    for (let i = 0; i < pixels.length; ++i) pixels[i] = this.numberOf(keyOf(data, 4 * i));
    this.write(pixels);
    this.before = pixels;
  }

  end(): Blob {
    this.bytes.add(0x3b);
    return this.bytes.end();
  }

  private begin(data: Uint8ClampedArray): void {
    const counts = new Map<number, number>();
    for (let i = 0; i < data.length; i += 4) counts.set(keyOf(data, i), (counts.get(keyOf(data, i)) ?? 0) + 1);
    // What machines show with other forces or sides of theirs is among these, too: shades from each to white and black.
    const most = [...counts].sort((a, b) => b[1] - a[1]).slice(0, kColours - 27).map(([key]) => key);
    const steps = [0, (1 << kBits) >> 1, (1 << kBits) - 1];
    for (const r of steps) for (const g of steps) for (const b of steps) most.push((r << (2 * kBits)) | (g << kBits) | b);
    const keys = [...new Set(most)];
    const full = (value: number): number => Math.round((value * 255) / ((1 << kBits) - 1));
    const mask = (1 << kBits) - 1;
    this.palette = keys.map((key) => [full(key >> (2 * kBits)), full((key >> kBits) & mask), full(key & mask)]);
    this.numbers = new Map(keys.map((key, i) => [key, i]));
    const { bytes } = this;
    bytes.text("GIF89a");
    bytes.word(this.width);
    bytes.word(this.height);
    bytes.add(0xf7, 0, 0);  // a palette of 256 colours
    for (let i = 0; i < 256; ++i) bytes.add(...(this.palette[i] ?? [0, 0, 0]));
    bytes.add(0x21, 0xff, 11);
    bytes.text("NETSCAPE2.0");
    bytes.add(3, 1, 0, 0, 0);  // again and again
  }

  /** The nearest of the palette. */
  private numberOf(key: number): number {
    const found = this.numbers!.get(key);
    if (found !== undefined) return found;
    const mask = (1 << kBits) - 1;
    const colour = [key >> (2 * kBits), (key >> kBits) & mask, key & mask].map((value) => (value * 255) / mask);
    let [best, least] = [0, Infinity];
    this.palette.forEach((one, i) => {
      const distance = one.reduce((sum, value, k) => sum + (value - colour[k]!) ** 2, 0);
      if (distance < least) [best, least] = [i, distance];
    });
    this.numbers!.set(key, best);
    return best;
  }

  /** What is as in the picture before is left out: number 255 is clear. */
  private write(pixels: Uint8Array): void {
    const { bytes, before } = this;
    const own = before === null ? pixels : pixels.map((value, i) => (value === before[i] ? kColours : value));
    bytes.add(0x21, 0xf9, 4, before === null ? 0x04 : 0x05);
    bytes.word(this.pause);
    bytes.add(kColours, 0);
    bytes.add(0x2c);
    for (const value of [0, 0, this.width, this.height]) bytes.word(value);
    bytes.add(0);
    bytes.put(compress(own));
  }
}
