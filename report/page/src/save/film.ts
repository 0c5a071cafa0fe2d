// The motion as a moving picture: GIF, which everything shows, or WebM, which is smaller.
import { element } from "../dom";
import { saveFile } from "./file";
import { Gif } from "./gif";

/** Pictures a second, and at most: longer motions have fewer a second. */
const kRate = 25;
const kMost = 500;
/** px, of the longer side. */
const kSide = 640;

/** What is taken pictures of. */
export interface Scenery {
  /** In words, for the file. */
  name: string;
  /** s, of the motion as it is played. */
  length: number;
  /** Goes to a share of the motion, and draws it. */
  show(share: number): { picture: HTMLCanvasElement; text: string };
  /** As it was. */
  end(): void;
}

export type Kind = "GIF" | "WebM";

export function canFilm(kind: Kind): boolean {
  return kind === "GIF" || (typeof MediaRecorder !== "undefined" && MediaRecorder.isTypeSupported("video/webm") && "captureStream" in HTMLCanvasElement.prototype);
}

/** One film: it can be ended before its time, and is then not saved. */
export class Film {
  private isOver = false;
  private readonly canvas = element("canvas", {});

  /** @param told of how much is done, from 0 to 1 */
  constructor(private readonly scenery: Scenery, private readonly kind: Kind, private readonly told: (share: number) => void) {}

  stop(): void {
    this.isOver = true;
  }

  async take(): Promise<void> {
    const { length } = this.scenery;
    const count = Math.max(2, Math.min(kMost, Math.round(kRate * length)));
    const pause = Math.max(2, Math.round((100 * length) / count));  // 1/100 s
    try {
      this.draw(0);
      if (this.kind === "GIF") await this.takeGif(count, pause);
      else await this.takeWebm(count, 10 * pause);
    } finally {
      this.scenery.end();
    }
  }

  /** The picture upon paper, with the time below. */
  private draw(share: number): CanvasRenderingContext2D {
    const { picture, text } = this.scenery.show(share);
    const by = Math.min(1, kSide / Math.max(picture.width, picture.height));
    // Even numbers: films want them.
    const [width, height] = [picture.width, picture.height].map((side) => 2 * Math.round((side * by) / 2)) as [number, number];
    if (this.canvas.width !== width || this.canvas.height !== height) [this.canvas.width, this.canvas.height] = [width, height];
    const context = this.canvas.getContext("2d", { willReadFrequently: this.kind === "GIF" })!;
    const style = getComputedStyle(document.documentElement);
    context.fillStyle = style.getPropertyValue("--paper");
    context.fillRect(0, 0, width, height);
    context.drawImage(picture, 0, 0, width, height);
    context.fillStyle = style.getPropertyValue("--ink");
    context.font = `14px ${getComputedStyle(document.body).fontFamily}`;
    context.fillText(text, 10, height - 10);
    return context;
  }

  private async takeGif(count: number, pause: number): Promise<void> {
    let gif: Gif | null = null;
    for (let i = 0; i < count && !this.isOver; ++i) {
      const context = this.draw(i / (count - 1));
      gif ??= new Gif(this.canvas.width, this.canvas.height, pause);
      gif.add(context.getImageData(0, 0, this.canvas.width, this.canvas.height));
      this.told((i + 1) / count);
      // The page stays alive.
      await new Promise((done) => window.setTimeout(done));
    }
    if (gif !== null && !this.isOver) saveFile(gif.end(), `${this.scenery.name}.gif`);
  }

  /** In its own time: a recorder looks at the clock. */
  private async takeWebm(count: number, pause: number): Promise<void> {
    const recorder = new MediaRecorder(this.canvas.captureStream(kRate), { mimeType: "video/webm", videoBitsPerSecond: 4e6 });
    const pieces: Blob[] = [];
    recorder.addEventListener("dataavailable", (event) => { pieces.push(event.data); });
    const ended = new Promise((done) => recorder.addEventListener("stop", done));
    recorder.start();
    const begin = performance.now();
    for (let i = 0; i < count && !this.isOver; ++i) {
      this.draw(i / (count - 1));
      this.told((i + 1) / count);
      const wait = begin + (i + 1) * pause - performance.now();
      await new Promise((done) => window.setTimeout(done, Math.max(0, wait)));
    }
    recorder.stop();
    await ended;
    if (!this.isOver) saveFile(new Blob(pieces, { type: "video/webm" }), `${this.scenery.name}.webm`);
  }
}
