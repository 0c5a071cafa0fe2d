// What pictures are drawn with: upon a canvas, or as an SVG that is written.

/** Along a list of x, y, x, y, … in px; NaN parts lines. */
export type Track = ArrayLike<number>;

export interface Stroke {
  color: string;
  width: number;
  /** px drawn, px left out, … */
  dash?: number[];
  opacity?: number;
}

export type Mark = "dot" | "ring" | "diamond" | "speck";

export interface Letters {
  color: string;
  align?: "left" | "center" | "right";
  /** Written upwards. */
  isTurned?: boolean;
  size?: number;
  isBold?: boolean;
}

export interface Pen {
  lines(track: Track, stroke: Stroke): void;
  area(track: Track, color: string, opacity: number): void;
  /** Of points: each as large as `size`, px. */
  marks(track: Track, mark: Mark, size: number, color: string, opacity?: number): void;
  box(x: number, y: number, width: number, height: number, color: string, opacity?: number): void;
  /** Middle of the letters' height at y. */
  text(text: string, x: number, y: number, letters: Letters): void;
  /** Nothing that `draw` draws is seen outside of a box. */
  within(x: number, y: number, width: number, height: number, draw: () => void): void;
}

/** px. */
export const kLetters = 12;

/** That of the page: a canvas inherits none, and would draw in smaller letters without saying so. */
export function fontFamily(): string {
  return getComputedStyle(document.body).fontFamily;
}

const measure = document.createElement("canvas").getContext("2d")!;

/** px. */
export function widthOf(text: string, size = kLetters, isBold = false): number {
  measure.font = `${isBold ? "bold " : ""}${size}px ${fontFamily()}`;
  return measure.measureText(text).width;
}

/** Calls `act` with every line of a track. */
function forLines(track: Track, move: (x: number, y: number) => void, draw: (x: number, y: number) => void): void {
  let isOn = false;
  for (let i = 0; i + 1 < track.length; i += 2) {
    const [x, y] = [track[i]!, track[i + 1]!];
    if (Number.isNaN(x) || Number.isNaN(y)) isOn = false;
    else if (isOn) draw(x, y);
    else {
      move(x, y);
      isOn = true;
    }
  }
}

/** Upon a canvas of that size, px, cleared: as fine as the screen is, or twice that on paper. */
export function beginPicture(canvas: HTMLCanvasElement, width: number, height: number): CanvasPen {
  const ratio = document.documentElement.classList.contains("printing") ? 2 : Math.min(window.devicePixelRatio, 2);
  const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== wide || canvas.height !== high) [canvas.width, canvas.height] = [wide, high];
  const context = canvas.getContext("2d")!;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return new CanvasPen(context);
}

export class CanvasPen implements Pen {
  private readonly font = fontFamily();

  constructor(private readonly context: CanvasRenderingContext2D) {}

  lines(track: Track, { color, width, dash = [], opacity = 1 }: Stroke): void {
    const { context } = this;
    context.beginPath();
    forLines(track, (x, y) => context.moveTo(x, y), (x, y) => context.lineTo(x, y));
    context.strokeStyle = color;
    context.lineWidth = width;
    context.lineJoin = "round";
    context.setLineDash(dash);
    context.globalAlpha = opacity;
    context.stroke();
    context.globalAlpha = 1;
  }

  area(track: Track, color: string, opacity: number): void {
    const { context } = this;
    context.beginPath();
    forLines(track, (x, y) => context.moveTo(x, y), (x, y) => context.lineTo(x, y));
    context.globalAlpha = opacity;
    context.fillStyle = color;
    context.fill();
    context.globalAlpha = 1;
  }

  marks(track: Track, mark: Mark, size: number, color: string, opacity = 1): void {
    const { context } = this;
    context.globalAlpha = opacity;
    context.fillStyle = context.strokeStyle = color;
    const half = size / 2;
    if (mark === "ring") {
      context.lineWidth = 3;
      context.setLineDash([]);
    }
    for (let i = 0; i + 1 < track.length; i += 2) {
      const [x, y] = [track[i]!, track[i + 1]!];
      if (Number.isNaN(x) || Number.isNaN(y)) continue;
      if (mark === "speck") {
        context.fillRect(x - half, y - half, size, size);
        continue;
      }
      context.beginPath();
      if (mark === "diamond") {
        context.moveTo(x - half, y);
        context.lineTo(x, y - half);
        context.lineTo(x + half, y);
        context.lineTo(x, y + half);
        context.closePath();
      } else context.arc(x, y, half, 0, 2 * Math.PI);
      if (mark === "ring") context.stroke();
      else context.fill();
    }
    context.globalAlpha = 1;
  }

  box(x: number, y: number, width: number, height: number, color: string, opacity = 1): void {
    const { context } = this;
    context.globalAlpha = opacity;
    context.fillStyle = color;
    context.fillRect(x, y, width, height);
    context.globalAlpha = 1;
  }

  text(text: string, x: number, y: number, { color, align = "left", isTurned = false, size = kLetters, isBold = false }: Letters): void {
    const { context } = this;
    context.font = `${isBold ? "bold " : ""}${size}px ${this.font}`;
    context.fillStyle = color;
    context.textAlign = align;
    context.textBaseline = "middle";
    if (!isTurned) {
      context.fillText(text, x, y);
      return;
    }
    context.save();
    context.translate(x, y);
    context.rotate(-Math.PI / 2);
    context.fillText(text, 0, 0);
    context.restore();
  }

  within(x: number, y: number, width: number, height: number, draw: () => void): void {
    const { context } = this;
    context.save();
    context.beginPath();
    context.rect(x, y, width, height);
    context.clip();
    draw();
    context.restore();
  }
}

/** px with two digits behind the point: finer than any eye. */
function px(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function quote(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

export class SvgPen implements Pen {
  private readonly parts: string[] = [];
  private clips = 0;

  lines(track: Track, { color, width, dash = [], opacity = 1 }: Stroke): void {
    const path: string[] = [];
    forLines(track, (x, y) => path.push(`M${px(x)} ${px(y)}`), (x, y) => path.push(`L${px(x)} ${px(y)}`));
    if (path.length === 0) return;
    const dashes = dash.length > 0 ? ` stroke-dasharray="${dash.join(" ")}"` : "";
    this.parts.push(`<path d="${path.join("")}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linejoin="round"${dashes}${see("stroke-", opacity)}/>`);
  }

  area(track: Track, color: string, opacity: number): void {
    const path: string[] = [];
    forLines(track, (x, y) => path.push(`M${px(x)} ${px(y)}`), (x, y) => path.push(`L${px(x)} ${px(y)}`));
    if (path.length > 0) this.parts.push(`<path d="${path.join("")}Z" fill="${color}"${see("fill-", opacity)}/>`);
  }

  marks(track: Track, mark: Mark, size: number, color: string, opacity = 1): void {
    const half = size / 2;
    for (let i = 0; i + 1 < track.length; i += 2) {
      const [x, y] = [track[i]!, track[i + 1]!];
      if (Number.isNaN(x) || Number.isNaN(y)) continue;
      if (mark === "ring") this.parts.push(`<circle cx="${px(x)}" cy="${px(y)}" r="${half}" fill="none" stroke="${color}" stroke-width="3"/>`);
      else if (mark === "diamond") {
        this.parts.push(`<path d="M${px(x - half)} ${px(y)}L${px(x)} ${px(y - half)}L${px(x + half)} ${px(y)}L${px(x)} ${px(y + half)}Z" fill="${color}"${see("fill-", opacity)}/>`);
      } else this.parts.push(`<circle cx="${px(x)}" cy="${px(y)}" r="${half}" fill="${color}"${see("fill-", opacity)}/>`);
    }
  }

  box(x: number, y: number, width: number, height: number, color: string, opacity = 1): void {
    this.parts.push(`<rect x="${px(x)}" y="${px(y)}" width="${px(width)}" height="${px(height)}" fill="${color}"${see("fill-", opacity)}/>`);
  }

  text(text: string, x: number, y: number, { color, align = "left", isTurned = false, size = kLetters, isBold = false }: Letters): void {
    const anchor = { left: "start", center: "middle", right: "end" }[align];
    const turn = isTurned ? ` transform="rotate(-90 ${px(x)} ${px(y)})"` : "";
    // The middle of small letters is a third of their size above the line they stand on.
    this.parts.push(`<text x="${px(x)}" y="${px(y + 0.34 * size)}" font-size="${size}" text-anchor="${anchor}" fill="${color}"${isBold ? ' font-weight="bold"' : ""}${turn}>${quote(text)}</text>`);
  }

  within(x: number, y: number, width: number, height: number, draw: () => void): void {
    const id = `clip${++this.clips}`;
    this.parts.push(`<clipPath id="${id}"><rect x="${px(x)}" y="${px(y)}" width="${px(width)}" height="${px(height)}"/></clipPath><g clip-path="url(#${id})">`);
    draw();
    this.parts.push("</g>");
  }

  /** A whole file. */
  write(width: number, height: number): string {
    return `<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="${px(width)}" height="${px(height)}" viewBox="0 0 ${px(width)} ${px(height)}" font-family="${quote(fontFamily())}">\n${this.parts.join("\n")}\n</svg>\n`;
  }
}

function see(what: string, opacity: number): string {
  return opacity < 1 ? ` ${what}opacity="${opacity}"` : "";
}
