// The front among all feasible designs, over any two columns; a click takes a design.
import { button, card, element, select } from "../dom";
import type { Mark } from "../plot/pen";
import { Plot } from "../plot/plot";
import { type Axis, type Curve, curve, type Scene } from "../plot/scene";
import type { Document, StudyColumn } from "../document";
import type { Store, StudyState } from "../state";
import { colourOf } from "../ghosts";
import { seriesColours, theme } from "../theme";
import { spell } from "../text";
import { type DesignIndex, headOf, showNumber, tellValue } from "./designs";

/** Whether they are the same quantity; what is numbered means something in its own study alone. */
function isSame(one: StudyColumn, other: StudyColumn): boolean {
  return one.name === other.name && one.unit === other.unit && one.choices.join() === other.choices.join();
}

export class FrontView {
  readonly element: HTMLElement;
  private readonly chart: Plot;
  private readonly caption = element("p", { class: "caption" });
  /** Leads to the design that is shown, which is far below. */
  private readonly go = button("", "to the design shown below", () => {
    (document.getElementById("design-title") ?? document.getElementById("design"))?.scrollIntoView({ behavior: "smooth", block: "start" });
  });
  private readonly columns: StudyColumn[];

  constructor(private readonly data: Document, private readonly index: DesignIndex, private readonly store: Store<StudyState>) {
    this.columns = index.columns("objective", "variable", "constraint", "quantity");
    const choose = (label: "across" | "up"): HTMLElement => {
      const list = select(label, this.columns.map((column) => spell(column.name)), (k) => {
        store.change({ [label]: k });
        this.chart.restart();
      });
      list.selectedIndex = this[label];
      return element("label", {}, label, list);
    };
    const controls = element("div", { class: "controls" }, choose("across"), choose("up"));
    this.chart = new Plot(store, "The front of the study; arrows lead from design to design", () => this.make(), { height: 400 });
    this.element = card("front", "Designs", controls, this.chart.element, this.caption, this.go);
    this.chart.onClick((point) => this.take(point));
    this.chart.onKey((key) => this.step(key));
    store.listen(() => {
      this.chart.refresh();
      this.tell();
    });
    this.tell();
  }

  private get across(): number {
    return this.columns[this.store.now.across] === undefined ? 0 : this.store.now.across;
  }
  private get up(): number {
    return this.columns[this.store.now.up] === undefined ? this.columns.length - 1 : this.store.now.up;
  }

  /** To the next design of the front, across. */
  private step(key: string): boolean {
    const by = ({ ArrowLeft: -1, ArrowRight: 1 } as Record<string, number>)[key];
    if (by === undefined || this.index.front.size === 0) return false;
    const across = this.columns[this.across]!.values;
    const rows = [...this.index.front].sort((a, b) => across[a]! - across[b]!);
    const now = rows.indexOf(this.index.rowOf(this.store.now.design) ?? -1);
    const next = now < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, now + by));
    this.store.change({ design: this.index.study.ids[rows[next]!]! });
    return true;
  }

  private pointsOf(rows: number[]): number[][] {
    const x = this.columns[this.across]!;
    const y = this.columns[this.up]!;
    return rows.map((row) => [showNumber(this.data, x, row), showNumber(this.data, y, row)]);
  }

  private scatter(name: string, rows: number[], color: string, mark: Mark, size: number, more: Partial<Curve> = {}): Curve {
    return curve(name, this.pointsOf(rows), color, { marks: { mark, size }, isQuiet: true, ...more });
  }

  private make(): Scene {
    const colours = theme.colours();
    const { study } = this.index;
    const { brushed, design, reference } = this.store.now;
    const kept = (row: number): boolean => brushed === null || brushed.has(row);
    const x = this.columns[this.across]!;
    const y = this.columns[this.up]!;
    const others = this.index.feasible.filter((row) => !this.index.front.has(row) && kept(row));
    const curves = [
      this.scatter("feasible", others, colours.ground, "speck", 3),
      this.scatter("front", [...this.index.front].filter(kept), seriesColours[0]!, "dot", 8),
      this.scatter("named", study.named.map((one) => this.index.rowOf(one.id)!), seriesColours[5]!, "dot", 11, { labels: study.named.map((one) => spell(one.why)) }),
      ...this.listOthers(x, y),
    ];
    for (const [name, id, color] of [["reference", reference, colours.spring], ["shown", design, colours.drive]] as const) {
      const row = this.index.rowOf(id);
      if (row !== undefined) curves.push(this.scatter(name, [row], color, "ring", 16));
    }
    const axisOf = (column: StudyColumn): Axis => ({ name: headOf(this.data, column), ...(column.choices.length > 0 ? { choices: column.choices.map(spell) } : {}) });
    return { x: axisOf(x), y: axisOf(y), curves, isQuiet: true };
  }

  /** The fronts of other studies, of those that have both columns in the same units. */
  private listOthers(x: StudyColumn, y: StudyColumn): Curve[] {
    return this.index.study.others.flatMap((other, i) => {
      const [own, up] = [x, y].map((column) => other.columns.find((one) => isSame(one, column)));
      if (own === undefined || up === undefined) return [];
      const points = [...own.values.keys()].map((row) => [showNumber(this.data, own, row), showNumber(this.data, up, row)]);
      return [curve(`front of ${spell(other.name)}`, points, colourOf({ number: i }), { marks: { mark: "diamond", size: 9 }, isQuiet: true })];
    });
  }

  private tellOthers(): string {
    const [x, y] = [this.columns[this.across]!, this.columns[this.up]!];
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
