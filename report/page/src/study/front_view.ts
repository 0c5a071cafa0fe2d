// The front among all feasible designs, over any two columns; a click takes a design.
import { axis, Chart, type Option } from "../chart";
import { button, card, element, select } from "../dom";
import type { Document, StudyColumn } from "../document";
import type { Store, StudyState } from "../state";
import { colourOf } from "../ghosts";
import { seriesColours, theme } from "../theme";
import { spell } from "../text";
import { type DesignIndex, headOf, showNumber, tellValue } from "./designs";

interface Box {
  x: number;
  y: number;
  width: number;
}

/** px. */
const kBesidePoint = 5;

/** Whether they are the same quantity; what is numbered means something in its own study alone. */
function isSame(one: StudyColumn, other: StudyColumn): boolean {
  return one.name === other.name && one.unit === other.unit && one.choices.join() === other.choices.join();
}

export class FrontView {
  readonly element: HTMLElement;
  private readonly chart: Chart;
  private readonly caption = element("p", { class: "caption" });
  /** Leads to the design that is shown, which is far below. */
  private readonly go = button("", "to the design shown below", () => {
    (document.getElementById("design-title") ?? document.getElementById("design"))?.scrollIntoView({ behavior: "smooth", block: "start" });
  });
  private readonly columns: StudyColumn[];
  private x = 0;
  private y = 1;

  constructor(private readonly data: Document, private readonly index: DesignIndex, private readonly store: Store<StudyState>) {
    this.columns = index.columns("objective", "variable", "constraint", "quantity");
    if (this.columns.length < 2) this.y = 0;
    const choose = (label: string, at: number, act: (k: number) => void): HTMLElement => {
      const list = select(label, this.columns.map((column) => spell(column.name)), (k) => {
        act(k);
        this.chart.draw();
        this.tell();
      });
      list.selectedIndex = at;
      return element("label", {}, label, list);
    };
    const controls = element("div", { class: "controls" },
      choose("across", this.x, (k) => { this.x = k; }), choose("up", this.y, (k) => { this.y = k; }));
    this.chart = new Chart(store, "The front of the study; arrows lead from design to design", () => this.make(), 420);
    this.element = card("front", "Designs", controls, this.chart.element, this.caption, this.go);
    this.chart.onClick((point) => this.take(point));
    this.chart.onKey((key) => this.step(key));
    store.listen(() => {
      this.chart.refresh();
      this.tell();
    });
    this.tell();
  }

  /** To the next design of the front, across. */
  private step(key: string): boolean {
    const by = ({ ArrowLeft: -1, ArrowRight: 1 } as Record<string, number>)[key];
    if (by === undefined || this.index.front.size === 0) return false;
    const across = this.columns[this.x]!.values;
    const rows = [...this.index.front].sort((a, b) => across[a]! - across[b]!);
    const now = rows.indexOf(this.index.rowOf(this.store.now.design) ?? -1);
    const next = now < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, now + by));
    this.store.change({ design: this.index.study.ids[rows[next]!]! });
    return true;
  }

  private pointsOf(rows: number[]): number[][] {
    const x = this.columns[this.x]!;
    const y = this.columns[this.y]!;
    return rows.map((row) => [showNumber(this.data, x, row), showNumber(this.data, y, row)]);
  }

  private scatter(name: string, rows: number[], color: string, size: number, more: Option = {}): Option {
    return { type: "scatter", name, data: this.pointsOf(rows), symbolSize: size, itemStyle: { color }, animation: false, progressive: 0, ...more };
  }

  private named(): Option {
    const { study } = this.index;
    const rows = study.named.map((one) => this.index.rowOf(one.id)!);
    return this.scatter("named", rows, seriesColours[5]!, 11, {
      label: { show: true, position: "right", color: theme.colours().ink, backgroundColor: theme.colours().paper, padding: 2, formatter: (told: { dataIndex: number }) => spell(study.named[told.dataIndex]!.why) },
      // Above its point and to the left where it would be cut off.
      labelLayout: ({ labelRect, rect }: { labelRect: Box; rect: Box }) => ({
        hideOverlap: true,
        ...(labelRect.x + labelRect.width > this.chart.width() ? { x: rect.x + rect.width, y: rect.y - kBesidePoint, align: "right", verticalAlign: "bottom" } : {}),
      }),
    });
  }

  private make(): Option {
    const colours = theme.colours();
    const { brushed, design, reference } = this.store.now;
    const kept = (row: number): boolean => brushed === null || brushed.has(row);
    const x = this.columns[this.x]!;
    const y = this.columns[this.y]!;
    const others = this.index.feasible.filter((row) => !this.index.front.has(row) && kept(row));
    const series = [
      this.scatter("feasible", others, colours.ground, 4, { large: true, largeThreshold: 3000 }),
      this.scatter("front", [...this.index.front].filter(kept), seriesColours[0]!, 8),
      this.named(),
    ];
    series.push(...this.listOthers(x, y));
    for (const [name, id, color] of [["reference", reference, colours.spring], ["shown", design, colours.drive]] as const) {
      const row = this.index.rowOf(id);
      if (row !== undefined) series.push(this.scatter(name, [row], color, 16, { itemStyle: { color: "transparent", borderColor: color, borderWidth: 3 } }));
    }
    const tic = (column: StudyColumn): Option => (column.choices.length > 0
      ? { min: -0.5, max: column.choices.length - 0.5, interval: 1, axisLabel: { formatter: (value: number) => spell(column.choices[value] ?? ""), color: colours.faint } } : {});
    return {
      tooltip: { show: false },
      xAxis: axis(headOf(this.data, x), false, { scale: true, ...tic(x) }),
      yAxis: axis(headOf(this.data, y), true, { scale: true, ...tic(y) }),
      series,
    };
  }

  /** The fronts of other studies, of those that have both columns in the same units. */
  private listOthers(x: StudyColumn, y: StudyColumn): Option[] {
    return this.index.study.others.flatMap((other, i) => {
      const [own, up] = [x, y].map((column) => other.columns.find((one) => isSame(one, column)));
      if (own === undefined || up === undefined) return [];
      const points = [...own.values.keys()].map((row) => [showNumber(this.data, own, row), showNumber(this.data, up, row)]);
      return [{ type: "scatter", name: `front of ${spell(other.name)}`, data: points, symbol: "diamond", symbolSize: 9, itemStyle: { color: colourOf({ number: i }) }, animation: false, progressive: 0 }];
    });
  }

  private tellOthers(): string {
    const [x, y] = [this.columns[this.x]!, this.columns[this.y]!];
    const missing = this.index.study.others.filter((other) => [x, y].some((column) => other.columns.every((one) => !isSame(one, column))));
    return missing.length === 0 ? "" : ` Not drawn: ${missing.map((one) => spell(one.name)).join(", ")}, without ${spell(x.name)} or ${spell(y.name)} in the same unit.`;
  }

  /** The feasible design that was drawn nearest to a click, designs of the front first. */
  private take(point: [number, number]): void {
    const at = this.chart.toPixel(point);
    let nearest = -1;
    let least = 30;  // px
    for (const row of this.index.feasible) {
      const [left, top] = this.chart.toPixel(this.pointsOf([row])[0] as [number, number]);
      const distance = Math.hypot(left - at[0], top - at[1]) - (this.index.front.has(row) ? 6 : 0);
      if (distance < least) [least, nearest] = [distance, row];
    }
    if (nearest >= 0) this.store.change({ design: this.index.study.ids[nearest]! });
  }

  private tell(): void {
    const { study } = this.index;
    const row = this.index.rowOf(this.store.now.design);
    const counts = `${study.ids.length} designs, ${this.index.feasible.length} feasible, ${this.index.front.size} on the front`;
    this.go.hidden = row === undefined;
    if (row === undefined) {
      this.caption.textContent = `${counts}. Click one to see it.${this.tellOthers()}`;
      return;
    }
    this.go.textContent = `design ${study.ids[row]} ↓`;
    this.go.setAttribute("aria-label", `design ${study.ids[row]} ↓: go to it, below`);
    const objectives = this.index.columns("objective").map((column) => tellValue(this.data, column, row));
    this.caption.textContent = `${counts}. Shown: design ${study.ids[row]}, ${objectives.join(", ")}.${this.tellOthers()}`;
  }
}
