// Charts as all views use them: ECharts with its theme, size, texts and a mark that moves.
import * as echarts from "echarts/core";
import { CustomChart, HeatmapChart, LineChart, ParallelChart, ScatterChart } from "echarts/charts";
import {
  AriaComponent, GridComponent, LegendComponent, ParallelComponent, TooltipComponent, VisualMapComponent,
} from "echarts/components";
import { CanvasRenderer } from "echarts/renderers";
import { element } from "./dom";
import { Sight } from "./sight";
import type { Store } from "./state";
import { theme } from "./theme";

echarts.use([CustomChart, HeatmapChart, LineChart, ParallelChart, ScatterChart, AriaComponent, GridComponent,
  LegendComponent, ParallelComponent, TooltipComponent, VisualMapComponent, CanvasRenderer]);

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
  return { type: "line", name, data, showSymbol: false, animation: false, lineStyle: { width: 1.6 }, ...more };
}

export class Chart {
  readonly element: HTMLElement;
  private readonly canvas: HTMLElement;
  private readonly mark: HTMLElement;
  private readonly chart: echarts.ECharts;
  private place: { x: number; y: number | null } | null = null;
  private readonly sight: Sight;
  private isDrawn = false;
  /** Made anew as a whole when it is drawn next. */
  private isNew = true;
  /** Takes it away before its store ends. */
  readonly end: () => void;

  /**
   * @param store of the views that it is one of: it ends with them
   * @param make all of the chart, made anew when colours change
   * @param dependsOnWidth whether it is to be made anew when its width changes, too
   */
  constructor(store: Store<any>, label: string, private readonly make: () => Option, height = 280, dependsOnWidth = false) {
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
      else this.placeMark();
    });
    observer.observe(this.canvas);
    const forget = theme.listen(() => this.draw());
    this.end = () => {
      forget();
      observer.disconnect();
      this.sight.end();
      if (!this.chart.isDisposed()) this.chart.dispose();
    };
    store.onEnd(this.end);
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

  private drawNow(): void {
    const colours = theme.colours();
    this.chart.setOption({
      animation: false, textStyle: { color: colours.ink, fontFamily: "inherit" },
      grid: { left: 70, right: 18, top: 44, bottom: 46 },
      // Texts in the tooltip are drawn and never read as HTML.
      tooltip: { trigger: "axis", renderMode: "richText", confine: true, transitionDuration: 0 },
      aria: { enabled: true },
      legend: { type: "scroll", top: 4, textStyle: { color: colours.ink }, pageTextStyle: { color: colours.ink } },
      ...this.make(),
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
    this.mark.classList.toggle("point", y !== null);
    this.mark.style.transform = y === null ? `translateX(${left}px)` : `translate(${left}px, ${top}px)`;
    if (y !== null) this.mark.style.cssText += "top: 0; height: 0";
  }
}
