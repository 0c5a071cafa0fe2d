// Charts as all views use them: ECharts with its theme, size, texts and a mark that moves.
import * as echarts from "echarts/core";
import { CustomChart, HeatmapChart, LineChart, ParallelChart, ScatterChart } from "echarts/charts";
import {
  GridComponent, LegendComponent, ParallelComponent, TooltipComponent, VisualMapComponent,
} from "echarts/components";
import { LabelLayout } from "echarts/features";
import { CanvasRenderer } from "echarts/renderers";
import { element } from "./dom";
import { onPrint } from "./print";
import { Sight } from "./sight";
import type { Store } from "./state";
import { tell } from "./text";
import { theme } from "./theme";

echarts.use([CustomChart, HeatmapChart, LineChart, ParallelChart, ScatterChart, GridComponent,
  LegendComponent, ParallelComponent, TooltipComponent, VisualMapComponent, LabelLayout, CanvasRenderer]);

export type Option = Record<string, unknown>;
export type Point = [number, number];

/** An axis with its name in the middle. */
export function axis(name: string, isVertical: boolean, more: Option = {}): Option {
  const colours = theme.colours();
  return {
    type: "value", name, nameLocation: "middle", nameGap: isVertical ? 52 : 28,
    axisLine: { show: true, lineStyle: { color: colours.faint } },
    axisLabel: { color: colours.faint, hideOverlap: true }, nameTextStyle: { color: colours.ink },
    splitLine: { lineStyle: { color: colours.grid } }, ...more,
  };
}

/** A line through points, without marks. */
export function line(name: string, data: ArrayLike<unknown>, more: Option = {}): Option {
  // Without a symbol the legend shows the line alone, and its dashes.
  return { type: "line", name, data, showSymbol: false, symbol: more.showSymbol === true ? "circle" : "none", animation: false, lineStyle: { width: 1.6 }, ...more };
}

/** px: of a name in a legend without its text, between two of them, and of a row. */
const kIconWidth = 30;
const kIcon = kIconWidth + 7;
const kGap = 10;
const kRow = 24;
/** px: where charts begin below a legend of one row. */
const kTop = 44;
/** Names of more rows than these are turned over like pages. */
const kMostRows = 8;

/** px: ECharts' own size of texts. */
const kLetters = 12;

/** That of the page: a canvas inherits none, and would draw in smaller letters without saying so. */
function fontFamily(): string {
  return getComputedStyle(document.body).fontFamily;
}

const measure = document.createElement("canvas").getContext("2d");

/** The quantity and the unit of an axis' name, "force [N]". */
function partsOf(axis: unknown): { name: string; unit: string } {
  const name = String((axis as Option | undefined)?.name ?? "");
  const found = /^(.*) \[([^\]]*)\]$/.exec(name);
  return found ? { name: found[1]!, unit: ` ${found[2]}` } : { name, unit: "" };
}

/** What a tooltip says of the points at one place of the horizontal axis: of curves with one name the first. */
function tellPoints(made: Option): (points: unknown) => string {
  const [x, y] = [partsOf(made.xAxis), partsOf(made.yAxis)];
  return (points) => {
    const list = (Array.isArray(points) ? points : [points]) as { seriesName: string; marker: string; value: (number | null)[] }[];
    const seen = new Set<string>();
    const rows = list.filter((one) => !seen.has(one.seriesName) && seen.add(one.seriesName) && typeof one.value?.[1] === "number")
      .map((one) => `${one.marker}${one.seriesName}: ${tell(one.value[1], 4)}${y.unit}`);
    return [`${x.name} = ${tell(list[0]?.value?.[0], 5)}${x.unit}`, ...rows].join("\n");
  };
}

/** In how many rows a legend names these. */
function countRows(names: string[], width: number): number {
  if (measure !== null) measure.font = `${kLetters}px ${fontFamily()}`;
  let rows = 1;
  let left = width - 20;
  for (const name of names) {
    const taken = kIcon + (measure?.measureText(name).width ?? 7 * name.length) + kGap;
    if (taken > left && left < width - 20) [rows, left] = [rows + 1, width - 20];
    left -= taken;
  }
  return rows;
}

export class Chart {
  readonly element: HTMLElement;
  private readonly canvas: HTMLElement;
  private readonly mark: HTMLElement;
  private readonly chart: echarts.ECharts;
  private place: { x: number; y: number | null } | null = null;
  private readonly sight: Sight;
  private isDrawn = false;
  private copy: HTMLCanvasElement | null = null;
  private drawnWidth = 0;
  /** px, of what is below the legend. */
  private top = kTop;
  /** Made anew as a whole when it is drawn next. */
  private isNew = true;
  /** Takes it away before its store ends. */
  readonly end: () => void;

  /**
   * @param store of the views that it is one of: it ends with them
   * @param make all of the chart, made anew when colours change
   * @param dependsOnWidth whether it is to be made anew when its width changes, too
   * @param listLegends all that its legend may name at a time, if that changes; it has room for each of them
   */
  constructor(store: Store<any>, label: string, private readonly make: () => Option, private readonly height = 280,
              dependsOnWidth = false, private readonly listLegends?: () => string[][]) {
    this.canvas = element("div", { class: "canvas", role: "img", "aria-label": label });
    this.canvas.style.height = `${height}px`;
    this.mark = element("div", { class: "mark", hidden: "" });
    this.element = element("div", { class: "chart" }, this.canvas, this.mark);
    this.chart = echarts.init(this.canvas, undefined, { renderer: "canvas", height, width: 560 });
    this.sight = new Sight(this.element, () => this.drawNow());
    this.draw();
    const observer = new ResizeObserver(() => {
      if (this.canvas.clientWidth === 0) return;
      this.chart.resize({ width: this.canvas.clientWidth, height: this.canvas.clientHeight });
      if (dependsOnWidth) this.draw();
      else if (this.isDrawn && this.canvas.clientWidth !== this.drawnWidth) this.refresh();
      else this.placeMark();
    });
    observer.observe(this.canvas);
    const forget = theme.listen(() => this.draw());
    const unprint = onPrint((isPrinting) => this.print(isPrinting));
    this.end = () => {
      forget();
      unprint();
      observer.disconnect();
      this.sight.end();
      if (!this.chart.isDisposed()) this.chart.dispose();
    };
    store.onEnd(this.end);
  }

  /** In the page's width, as a copy: of large charts some is drawn only with the next frame. */
  private print(isPrinting: boolean): void {
    this.copy?.remove();
    this.copy = null;
    this.canvas.classList.toggle("printed", isPrinting);
    if (this.canvas.clientWidth === 0) return;
    this.chart.resize({ width: this.canvas.clientWidth, height: this.canvas.clientHeight });
    this.drawNow();
    if (!isPrinting) return;
    this.copy = this.chart.renderToCanvas({ pixelRatio: 2 });
    this.copy.className = "copy";
    this.canvas.append(this.copy);
  }

  /** px. */
  width(): number {
    return this.canvas.clientWidth || this.chart.getWidth();
  }

  /** Draws it all, once it is in sight. */
  draw(): void {
    this.isNew = true;
    this.sight.ask();
  }

  /**
   * Draws it again, once it is in sight, with other series and bounds of axes; curves that somebody has switched off
   * stay so. What else it shows has to be as before.
   */
  refresh(): void {
    this.sight.ask();
  }

  /** How the legend is drawn, and from where on the rest: the chart grows with the rows of its names. */
  private layLegend(made: Option): Option {
    this.top = kTop;
    if ((made.legend as Option | undefined)?.show === false || made.grid !== undefined) return {};
    const names = [...new Set(((made.series as Option[] | undefined) ?? []).map((one) => one.name).filter((name) => typeof name === "string"))];
    const rows = Math.max(...[names, ...(this.listLegends?.() ?? [])].map((one) => countRows(one, this.width())));
    const isWhole = rows <= kMostRows;
    const height = this.height + (isWhole ? (rows - 1) * kRow : 0);
    if (this.canvas.clientHeight !== height) {
      this.canvas.style.height = `${height}px`;
      this.chart.resize({ width: this.width(), height });
    }
    const colours = theme.colours();
    this.top = 20 + kRow * (isWhole ? rows : 1);
    return {
      legend: { type: isWhole ? "plain" : "scroll", top: 4, itemGap: kGap, itemWidth: kIconWidth, textStyle: { color: colours.ink }, pageTextStyle: { color: colours.ink } },
      grid: { left: 70, right: 18, top: this.top, bottom: 46 },
    };
  }

  private drawNow(): void {
    const colours = theme.colours();
    const made = this.make();
    this.drawnWidth = this.canvas.clientWidth;
    this.chart.setOption({
      animation: false, textStyle: { color: colours.ink, fontFamily: fontFamily() },
      grid: { left: 70, right: 18, top: kTop, bottom: 46 },
      // Texts in the tooltip are drawn and never read as HTML.
      tooltip: { trigger: "axis", renderMode: "richText", confine: true, transitionDuration: 0, formatter: tellPoints(made) },
      legend: { top: 4, textStyle: { color: colours.ink } },
      ...this.layLegend(made),
      ...made,
    }, this.isNew ? { notMerge: true } : { replaceMerge: ["series"] });
    this.isNew = false;
    this.isDrawn = true;
    this.placeMark();
  }

  /** Changes a part of it and leaves the rest, marks on axes too. */
  update(part: Option): void {
    this.chart.setOption(part);
  }

  /** Calls `act` with an event of ECharts, and the chart. */
  on(event: string, act: (event: any, chart: echarts.ECharts) => void): void {
    this.chart.on(event, (told) => act(told, this.chart));
  }

  private parallelAxis(index: number): any {
    return (this.chart as any).getModel()?.getComponent("parallelAxis", index)?.axis;
  }
  /** Whether a parallel axis is the one of an event. */
  isAxis(index: number, id: string | undefined): boolean {
    return id !== undefined && (this.chart as any).getModel()?.getComponent("parallelAxis", index)?.id === id;
  }
  /** The values from end to end of a parallel axis, as it is drawn. */
  extentOf(index: number): [number, number] {
    return this.parallelAxis(index)?.scale.getExtent() ?? [0, 1];
  }
  /** Where a value of a parallel axis is, px; null before it is drawn. */
  placeOnAxis(index: number, value: number): Point | null {
    const axis = this.parallelAxis(index);
    if (axis === undefined) return null;
    const made = (this.chart as any).getModel().getComponent("parallel").coordinateSystem;
    return made.axisCoordToPoint(axis.dataToCoord(value), made.dimensions[index]) as Point;
  }
  /** Keeps stretches of a parallel axis, as a pointer does that is drawn along it. */
  markAxis(index: number, intervals: Point[]): void {
    const id = (this.chart as any).getModel()?.getComponent("parallelAxis", index)?.id;
    if (id === undefined) return;
    this.chart.dispatchAction({ type: "axisAreaSelect", parallelAxisId: id, intervals });
    // A stretch that did not come from the pointer is drawn with the next change of the chart.
    this.chart.setOption({}, { lazyUpdate: true });
  }

  /** Where a point of the plane of the axes is, px. */
  toPixel(point: Point): Point {
    return this.chart.convertToPixel("grid", point) as Point;
  }

  /** Calls `act` with where in the plane of the axes it was clicked. */
  onClick(act: (point: Point) => void): void {
    this.chart.getZr().on("click", (event: { offsetX: number; offsetY: number }) => {
      const at: Point = [event.offsetX, event.offsetY];
      if (!this.isDrawn || !this.chart.containPixel("grid", at)) return;
      act(this.chart.convertFromPixel("grid", at) as Point);
    });
  }

  /** Calls `act` with what is pressed while the chart has the focus; true: it has been of use. */
  onKey(act: (key: string) => boolean): void {
    this.canvas.tabIndex = 0;
    this.canvas.addEventListener("keydown", (event) => { if (act(event.key)) event.preventDefault(); });
  }

  /** Puts the mark at x, a line, or at a point; takes it away where there is none. */
  markAt(x: number, y: number | null = null): void {
    this.place = Number.isFinite(x) && (y === null || Number.isFinite(y)) ? { x, y } : null;
    this.placeMark();
  }

  private placeMark(): void {
    this.mark.hidden = this.place === null || !this.isDrawn;
    if (this.place === null || !this.isDrawn) return;
    const { x, y } = this.place;
    const [left, top] = this.chart.convertToPixel("grid", [x, y ?? 0]) as Point;
    // A point that the axes leave out.
    if (y !== null && (top < 0 || top > this.canvas.clientHeight)) this.mark.hidden = true;
    this.mark.classList.toggle("point", y !== null);
    this.mark.style.transform = y === null ? `translateX(${left}px)` : `translate(${left}px, ${top}px)`;
    this.mark.style.top = `${this.top}px`;
    if (y !== null) this.mark.style.cssText += "top: 0; height: 0";
  }
}
