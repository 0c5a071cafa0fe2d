// Designs over parallel axes; a stretch marked on an axis keeps those within it, in all views.
import { button, card, element, select } from "../dom";
import type { Document } from "../document";
import { saveMenu } from "../save/picture";
import type { Store, StudyState } from "../state";
import { tell } from "../text";
import { rampColour, seriesColours, shareOf, theme } from "../theme";
import { AxisBrush } from "./axis_brush";
import type { DesignIndex } from "./designs";
import { type Lane, Lanes } from "./lanes";
import { ParallelPlot, type Thread } from "./parallel_plot";

/** px: of an axis with its name at least. */
const kAxis = 92;

/** How much is seen of a design that is not kept. */
const kLeft = 0.04;

export class ParallelView {
  readonly element: HTMLElement;
  private readonly lanes: Lanes;
  private readonly plot: ParallelPlot;
  private readonly brush: AxisBrush;
  private readonly axes = element("div", { class: "lanes" });
  private readonly colours = element("output", { class: "ramp" });
  private isFrontOnly = true;

  constructor(data: Document, private readonly index: DesignIndex, private readonly store: Store<StudyState>) {
    this.lanes = new Lanes(data, index, index.columns("objective", "variable", "constraint"));
    this.lanes.read(store.now.axes, store.now.brush);
    const which = select("designs drawn", ["the front", "all feasible designs"], (k) => {
      this.isFrontOnly = k === 0;
      this.take();
    });
    const all = button("all", "all: take marks away", () => this.clear());
    const names = ["the front", ...this.lanes.all.map((lane) => this.lanes.nameOf(lane))];
    // By number: the axes are in any order.
    const numbered = this.lanes.all.map((lane) => lane.number);
    const colour = select("coloured by", names, (k) => store.change({ colour: k === 0 ? -1 : numbered[k - 1]! }));
    colour.selectedIndex = store.now.colour < 0 ? 0 : 1 + Math.max(0, numbered.indexOf(store.now.colour));
    const ending = (act: () => void): void => store.onEnd(act);
    this.plot = new ParallelPlot(this.lanes, () => this.list(), () => this.take(), () => this.order(), ending);
    this.brush = new AxisBrush(this.plot, this.lanes, data, () => this.take());
    this.plot.element.append(this.brush.element);
    const axes = element("details", { class: "axes" }, element("summary", {}, "axes"), this.axes);
    const controls = element("div", { class: "controls" }, which, all, element("label", {}, "coloured by", colour), this.colours,
      saveMenu("Designs over parallel axes", (pen, width) => this.plot.compose(pen, width), () => this.plot.width()));
    this.element = card("parallel", "Parallel coordinates", controls, axes,
      element("div", { class: "scroll" }, this.plot.element), element("p", { class: "caption" },
        "Drag along an axis to keep designs within a stretch of it, drag a name to put its axis elsewhere. By keys: ← → choose the axis, ↑ ↓ move an end, Enter the other end, Esc takes the stretch away."));
    store.listen((state, changed) => {
      if (changed.includes("brushed") && state.brushed === null && this.lanes.isBrushed) this.forget();
      if (changed.includes("version") && this.lanes.isBrushed) this.take();
      this.plot.refresh();
    });
    this.listAxes();
    this.fit();
    if (this.lanes.isBrushed) this.take();
  }

  /** Wide enough for all axes. */
  private fit(): void {
    this.plot.element.style.minWidth = `${kAxis * this.lanes.shown.length}px`;
    this.plot.refresh();
    this.brush.show();
  }

  private drawnRows(): number[] {
    return this.isFrontOnly ? [...this.index.front] : this.index.feasible;
  }

  private list(): Thread[] {
    const { front, study } = this.index;
    const colours = theme.colours();
    const { colour, design } = this.store.now;
    const lane = this.lanes.all.find((one) => one.number === colour);
    const rows = this.drawnRows();
    const span = lane === undefined ? null : this.spanOf(lane, rows);
    const few = rows.length < 300;
    this.tellColours(lane, span);
    const threads = rows.map((row): Thread => {
      const isFront = front.has(row);
      const kept = this.lanes.keeps(row);
      const color = span === null ? (isFront ? seriesColours[0]! : colours.faint) : rampColour(shareOf(this.lanes.value(lane!, row), span));
      const opacity = !kept ? kLeft : span !== null ? (few ? 0.8 : 0.35) : isFront ? 0.5 : 0.12;
      return { row, color, width: 1, opacity };
    });
    // Those that count above the others, the one shown above all.
    threads.sort((a, b) => a.opacity - b.opacity);
    const shown = study.ids.indexOf(design);
    if (shown >= 0 && design !== 0) threads.push({ row: shown, color: colours.drive, width: 3, opacity: 1 });
    return threads;
  }

  private spanOf(lane: Lane, rows: number[]): [number, number] {
    const values = rows.map((row) => this.lanes.value(lane, row)).filter(Number.isFinite);
    return [values.reduce((a, b) => Math.min(a, b), Infinity), values.reduce((a, b) => Math.max(a, b), -Infinity)];
  }

  private tellColours(lane: Lane | undefined, span: [number, number] | null): void {
    this.colours.hidden = lane === undefined || span === null;
    if (lane === undefined || span === null) return;
    const bar = element("i", {});
    bar.style.background = `linear-gradient(to right, ${[0, 0.25, 0.5, 0.75, 1].map(rampColour).join(", ")})`;
    this.colours.replaceChildren(tell(span[0], 3), bar, tell(span[1], 3));
  }

  /** Tells the other views what the stretches keep. */
  private take(): void {
    const { isBrushed } = this.lanes;
    const rows = this.drawnRows();
    this.store.change({ brush: this.lanes.writeKept(), brushed: isBrushed ? new Set(rows.filter((row) => this.lanes.keeps(row))) : null });
    this.plot.refresh();
    this.brush.show();
  }

  private forget(): void {
    for (const lane of this.lanes.all) lane.kept = null;
    this.store.change({ brush: "" });
    this.brush.show();
  }

  private clear(): void {
    this.forget();
    this.take();
  }

  /** After axes were put elsewhere, hidden or turned. */
  private order(): void {
    this.store.change({ axes: this.lanes.write() });
    this.listAxes();
    this.fit();
  }

  private listAxes(): void {
    const focused = document.activeElement instanceof HTMLElement && this.axes.contains(document.activeElement) ? document.activeElement.getAttribute("aria-label") : null;
    this.axes.replaceChildren(...this.lanes.all.map((lane) => this.makeAxis(lane)));
    if (focused !== null) [...this.axes.querySelectorAll<HTMLElement>("[aria-label]")].find((one) => one.getAttribute("aria-label") === focused)?.focus();
  }

  private makeAxis(lane: Lane): HTMLElement {
    const name = this.lanes.nameOf(lane);
    const tick = (text: string, is: boolean, can: boolean, act: (is: boolean) => void): HTMLElement => {
      const made = element("input", { type: "checkbox", "aria-label": `${name}: ${text}` });
      [made.checked, made.disabled] = [is, !can];
      made.addEventListener("change", () => {
        act(made.checked);
        this.order();
        this.take();
      });
      return element("label", {}, made, text);
    };
    const aside = (text: string, what: string, by: number): HTMLElement => button(text, `${name}: ${what}`, () => {
      this.lanes.move(lane, this.lanes.shown.indexOf(lane) + by);
      this.order();
    });
    return element("div", { class: "lane" }, element("span", {}, lane.head),
      tick("shown", lane.isShown, !lane.isShown || this.lanes.shown.length > 1, (is) => { lane.isShown = is; }), aside("←", "further to the left", -1), aside("→", "further to the right", 1),
      tick("upside down", lane.isInverted, true, (is) => { lane.isInverted = is; }), tick("log", lane.isLog, this.lanes.canBeLog(lane), (is) => { lane.isLog = is; }));
  }
}
