// Designs over parallel axes; a stretch marked on an axis keeps those within it, in all views.
import { Chart, type Option } from "../chart";
import { button, card, element } from "../dom";
import type { Document, StudyColumn } from "../document";
import type { Store, StudyState } from "../state";
import { seriesColours, theme } from "../theme";
import { spell, tell } from "../text";
import { AxisBrush } from "./axis_brush";
import { type DesignIndex, headOf, showNumber } from "./designs";

// px: of the chart, and of an axis with its name at least.
const kHeight = 340;
const kAxis = 92;

export class ParallelView {
  readonly element: HTMLElement;
  private readonly chart: Chart;
  private readonly columns: StudyColumn[];
  private readonly brush: AxisBrush;
  /** Ids, in the order of the lines. */
  private drawn: number[] = [];
  private isFrontOnly = true;
  /** The study has grown since it was drawn. */
  private isBehind = false;

  constructor(private readonly data: Document, private readonly index: DesignIndex, private readonly store: Store<StudyState>) {
    this.columns = index.columns("objective", "variable", "constraint");
    const which = element("select", { "aria-label": "designs drawn" },
      element("option", {}, "the front"), element("option", {}, "all feasible designs"));
    which.addEventListener("change", () => {
      this.isFrontOnly = which.selectedIndex === 0;
      this.store.change({ brushed: null });
      this.chart.draw();
    });
    const all = button("all", "all: take marks away", () => {
      this.store.change({ brushed: null });
      this.chart.draw();
    });
    this.chart = new Chart(store, "Designs over parallel axes", () => this.make(), kHeight);
    this.chart.element.style.minWidth = `${kAxis * this.columns.length}px`;
    this.element = card("parallel", "Parallel coordinates", element("div", { class: "controls" }, which, all),
      element("div", { class: "scroll" }, this.chart.element), element("p", { class: "caption" },
        "Drag along an axis to keep designs within a stretch of it. By keys: ← → choose the axis, ↑ ↓ move an end, Enter the other end, Esc takes the stretch away."));
    this.brush = new AxisBrush(this.chart, data, this.columns);
    this.chart.element.append(this.brush.element);
    this.chart.on("axisareaselected", (event, chart) => {
      this.takeMark(event);
      const models = (chart as any).getModel().getSeriesByType("parallel");
      const active: number[] = models[0].getRawIndicesByActiveState("active");
      const isAll = active.length === 0 && models[0].getRawIndicesByActiveState("normal").length === this.drawn.length;
      this.store.change({ brushed: isAll ? null : new Set(active.map((i) => this.index.rowOf(this.drawn[i]!)!)) });
    });
    store.listen((state, changed) => {
      if (changed.includes("brushed") && state.brushed === null) this.brush.clear();
    });
    theme.listen(() => store.change({ brushed: null }));  // marks do not outlive being drawn anew
    store.listen((_, changed) => {
      // Marks would not outlive it: a study that grows is drawn once they are gone.
      if (changed.includes("version")) this.isBehind = true;
      if (this.isBehind && store.now.brushed === null) {
        this.isBehind = false;
        this.chart.draw();
      } else if (changed.includes("design")) this.chart.update({ series: [{}, { data: this.shown() }] });
    });
  }

  private takeMark({ parallelAxisId, intervals }: { parallelAxisId?: string; intervals?: number[][] }): void {
    const axis = this.columns.findIndex((_, index) => this.chart.isAxis(index, parallelAxisId));
    if (axis >= 0) this.brush.take(axis, intervals ?? []);
  }

  private lineOf(row: number, color: string, width: number, opacity: number): Option {
    return { value: this.columns.map((column) => showNumber(this.data, column, row)), lineStyle: { color, width, opacity } };
  }

  /** The design that all views show. */
  private shown(): Option[] {
    const row = this.index.rowOf(this.store.now.design);
    return row === undefined ? [] : [this.lineOf(row, theme.colours().drive, 3, 1)];
  }

  private make(): Option {
    const colours = theme.colours();
    const { study, front, feasible } = this.index;
    const rows = this.isFrontOnly ? [...front] : feasible;
    this.drawn = rows.map((row) => study.ids[row]!);
    return {
      tooltip: { show: false }, legend: { show: false },
      parallel: { left: 60, right: 60, top: 60, bottom: 24, axisExpandable: false },
      parallelAxis: this.columns.map((column, dim) => ({
        dim, name: headOf(this.data, column), nameTextStyle: { color: colours.ink, width: 110, overflow: "break" },
        axisLine: { lineStyle: { color: colours.faint } }, scale: true,
        axisLabel: { color: colours.faint, formatter: (value: number | string) => (typeof value === "number" ? tell(value, 3) : value) },
        ...(column.choices.length > 0 ? { type: "category", data: column.choices.map(spell) } : {}),
      })),
      // Progressive drawing would take three times as long.
      series: [
        { type: "parallel", animation: false, progressive: 0, inactiveOpacity: 0.03, activeOpacity: 0.6,
          data: rows.map((row) => this.lineOf(row, front.has(row) ? seriesColours[0]! : colours.faint, 1, front.has(row) ? 0.5 : 0.12)) },
        { type: "parallel", animation: false, silent: true, data: this.shown() },
      ],
    };
  }
}
