// A picture saved as a file: SVG to be edited, PNG to be put anywhere.
import { element } from "../dom";
import { CanvasPen, type Pen, SvgPen } from "../plot/pen";
import { saveFile } from "./file";

/** Of PNG: pixels a px of the page. */
const kFine = 3;

/** Draws all of it with a pen, that wide; returns how high it is, px. */
export type Compose = (pen: Pen, width: number) => number;

export function writeSvg(compose: Compose, width: number): string {
  const pen = new SvgPen();
  const height = compose(pen, width);
  return pen.write(width, height);
}

function makePng(compose: Compose, width: number): Promise<Blob | null> {
  const height = compose(new SvgPen(), width);
  const canvas = element("canvas", { width: String(Math.round(kFine * width)), height: String(Math.round(kFine * height)) });
  const context = canvas.getContext("2d")!;
  context.scale(kFine, kFine);
  compose(new CanvasPen(context), width);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/** Buttons that save a picture. */
export function saveMenu(name: string, compose: Compose, width: () => number): HTMLElement {
  const add = (kind: string, act: () => void): HTMLElement => {
    const made = element("button", { type: "button", "aria-label": `save as ${kind}: ${name}` }, kind);
    made.addEventListener("click", () => {
      menu.open = false;
      act();
    });
    return made;
  };
  const menu = element("details", { class: "save" }, element("summary", { "aria-label": `save: ${name}`, title: "save this picture" }, "⤓"),
    element("div", {}, add("SVG", () => saveFile(new Blob([writeSvg(compose, width())], { type: "image/svg+xml" }), `${name}.svg`)),
      add("PNG", () => void makePng(compose, width()).then((blob) => { if (blob !== null) saveFile(blob, `${name}.png`); }))));
  return menu;
}
