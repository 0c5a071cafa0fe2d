// Criteria all over a workspace: heat maps, slices of grids of three axes.
import { card, element, select, table } from "../dom";
import { Plot } from "../plot/plot";
import type { Span } from "../plot/scale";
import { curve, kBarRoom, kRoom, type Scene } from "../plot/scene";
import type { Document, MapColumn, WorkspaceMap } from "../document";
import type { Store } from "../state";
import { spell, tell, unitOf, type Unit } from "../text";
import { seriesColours } from "../theme";
import { placeOf, poseAt } from "./grid";
import { PlaceViews } from "./place_views";

// px: of the chart, and what a label takes along its axis.
const kHeight = 440;
const kLabelHeight = 20;
const kLabelWidth = 56;
/** Values as texts, evenly apart and with the one nearest to 0, where there is room for so many; the others empty. */
function writeSome(values: number[], unit: Unit, room: number): string[] {
  const stride = Math.max(1, Math.ceil(values.length / Math.max(1, room)));
  const least = values.reduce((best, value, i) => (Math.abs(value) < Math.abs(values[best]!) ? i : best), 0);
  return values.map((value, i) => (i % stride === least % stride ? tell(unit.show(value), 4) : ""));
}

export class MapView {
  readonly element: HTMLElement;
  private readonly chart: Plot;
  private readonly controls = element("div", { class: "controls" });
  private readonly caption = element("p", { class: "caption" });
  private readonly counts = element("p", { class: "caption" });
  /** What the colours are. */
  private readonly shown = element("p", { class: "map-head" });
  private readonly sums = element("div", { class: "scroll" });
  private readonly places: PlaceViews;
  /** Of the criterion, as it is shown: what is outside of it is faint. */
  private kept: Span | null = null;
  private slice = 0;
  private orientation = 0;

  constructor(private readonly data: Document, private readonly store: Store) {
    this.chart = new Plot(store, "A criterion over the workspace; arrows move from pose to pose", () => this.make(), { height: kHeight });
    this.places = new PlaceViews(data, this.map);
    this.element = card("map", "Workspace", this.controls,
      element("div", { class: "beside" }, element("div", {}, this.shown, this.chart.element, this.caption, this.counts), this.places.element), this.sums);
    this.chart.onClick((point) => store.change({ pose: this.poseOf(point) }));
    this.chart.onKey((key) => this.step(key));
    store.listen((_, changed) => {
      if (changed.includes("map")) this.choose();
      if (changed.includes("column")) this.choose();
      if (changed.includes("pose")) this.showPose();
    });
    this.choose();
  }

  private get map(): WorkspaceMap {
    return this.data.maps[this.store.now.map] ?? this.data.maps[0]!;
  }
  private get column(): MapColumn {
    return this.map.columns[this.store.now.column] ?? this.map.columns[this.findTelling()]!;
  }

  /** The first column that is not the same all over; the first, if all are. */
  private findTelling(): number {
    const differs = ({ values }: MapColumn): boolean => {
      const there = [...values].filter((value, pose) => this.map.status[pose] === 0 && Number.isFinite(value));
      return there.length > 0 && Math.max(...there) > Math.min(...there);
    };
    return Math.max(0, this.map.columns.findIndex(differs));
  }

  private choose(): void {
    const map = this.map;
    this.places.take(map);
    if (!(this.store.now.pose in map.status)) this.store.change({ pose: this.findBest() });
    const { orientation, indices } = placeOf(map, Math.max(0, this.store.now.pose));
    this.slice = indices[2] ?? 0;
    this.orientation = orientation;
    const columns = select("Criterion", map.columns.map((one) => spell(one.name)), (column) => this.store.change({ column }));
    columns.selectedIndex = map.columns.indexOf(this.column);
    this.controls.replaceChildren(columns);
    if (this.data.maps.length > 1) {
      const maps = select("Map", this.data.maps.map((one) => spell(one.name)), (index) => this.store.change({ map: index, column: -1, pose: -1 }));
      maps.selectedIndex = this.data.maps.indexOf(map);
      this.controls.prepend(maps);
    }
    if (map.orientations.length > 1) {
      const list = select("Orientation", map.orientations.map(spell), (index) => this.cut(index, this.slice));
      list.selectedIndex = this.orientation;
      this.controls.append(list);
    }
    if (map.axes[2] !== undefined) this.controls.append(this.makeSlider(map));
    if (map.axes[1] !== undefined) this.controls.append(this.makeBounds());
    this.sums.replaceChildren(this.makeSums(map));
    this.draw();
  }

  private makeSlider(map: WorkspaceMap): HTMLElement {
    const third = map.axes[2]!;
    const unit = unitOf(this.data, third.unit);
    const text = element("output", {}, `${spell(third.name)} = ${unit.tell(third.values[this.slice])}`);
    const slider = element("input", { type: "range", min: "0", max: String(third.values.length - 1), value: String(this.slice), "aria-label": `slice by ${spell(third.name)}` });
    slider.addEventListener("input", () => {
      this.cut(this.orientation, Number(slider.value));
      text.textContent = `${spell(third.name)} = ${unit.tell(third.values[this.slice])}`;
    });
    return element("label", {}, slider, text);
  }

  /** Fields for what is kept of the criterion: what is outside is drawn faintly. */
  private makeBounds(): HTMLElement {
    this.kept = null;
    const field = (label: string): HTMLInputElement => element("input", { type: "text", inputmode: "decimal", size: "7", "aria-label": `${label} of what is kept of the criterion`, placeholder: label });
    const [low, high] = [field("from"), field("to")];
    const read = (one: HTMLInputElement, otherwise: number): number => {
      const text = one.value.trim().replace(",", ".").replace("−", "-");
      const value = text === "" ? otherwise : Number(text);
      if (Number.isNaN(value)) one.setAttribute("aria-invalid", "true");
      else one.removeAttribute("aria-invalid");
      return value;
    };
    const take = (): void => {
      const span: Span = [read(low, -Infinity), read(high, Infinity)];
      if (span.some(Number.isNaN)) return;
      this.kept = span[0] === -Infinity && span[1] === Infinity ? null : span;
      this.draw();
    };
    for (const one of [low, high]) one.addEventListener("input", take);
    return element("span", { class: "bounds" }, "kept ", low, " … ", high);
  }

  /** An arrow leads to the neighbouring pose; page up and down to that of the next slice. */
  private step(key: string): boolean {
    const found = ({ ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowDown: [1, -1], ArrowUp: [1, 1], PageDown: [2, -1], PageUp: [2, 1] } as Record<string, [number, number]>)[key];
    const map = this.map;
    if (found === undefined || map.axes[found[0]] === undefined || !(this.store.now.pose in map.status)) return false;
    const [axis, by] = found;
    const { orientation, indices } = placeOf(map, this.store.now.pose);
    indices[axis] = Math.max(0, Math.min(map.axes[axis]!.values.length - 1, indices[axis]! + by));
    this.store.change({ pose: poseAt(map, orientation, indices) });
    if (axis === 2) this.choose();
    return true;
  }

  /** Shows another slice, and the pose in it that is at the same place. */
  private cut(orientation: number, slice: number): void {
    [this.orientation, this.slice] = [orientation, slice];
    const { indices } = placeOf(this.map, Math.max(0, this.store.now.pose));
    if (indices.length > 2) indices[2] = slice;
    this.store.change({ pose: poseAt(this.map, orientation, indices) });
    this.draw();
  }

  private makeSums(map: WorkspaceMap): HTMLElement {
    const rows = map.reductions.map((one) => [spell(one.name), spell(`${one.take} of ${one.of}`), unitOf(this.data, one.unit).tell(one.value)]);
    return element("details", {}, element("summary", {}, `${rows.length} sums over the map`), table(["name", "what", "value"], rows));
  }

  private draw(): void {
    this.chart.refresh();
    this.showPose();
    this.tellAll();
  }

  private tellAll(): void {
    const counts = this.map.statuses.map((name, i) => `${this.map.status.filter((one) => one === i).length} ${spell(name).replaceAll("_", " ")}`)
      .filter((text) => !text.startsWith("0 "));
    const { name, unit } = this.column;
    this.shown.textContent = this.map.axes.length > 1 ? unitOf(this.data, unit).head(spell(name).replaceAll("_", " ")) : "";
    const kept = this.kept === null ? "" : `${this.countKept()} are within what is kept. `;
    this.counts.textContent = `${this.map.status.length} poses: ${counts.join(", ")}. Of ${spell(this.column.name)} ${spell(this.column.better)} is better. ${kept}Click for a pose.`;
  }

  /** The pose with the best value; -1 if there is none. */
  private findBest(): number {
    const sign = this.column.better === "larger" ? 1 : -1;
    let best = -1;
    const places = this.map.places[0]?.p ?? this.column.values.keys();
    [...places].forEach((pose) => {
      const value = sign * this.valueAt(pose);
      if (!Number.isFinite(value)) return;
      const most = best < 0 ? -Infinity : sign * this.valueAt(best);
      if (value > most || (value === most && this.awayFromMiddle(pose) < this.awayFromMiddle(best))) best = pose;
    });
    return best;
  }

  /** In shares of the axes. */
  private awayFromMiddle(pose: number): number {
    const { indices } = placeOf(this.map, pose);
    return Math.hypot(...indices.map((index, k) => index / Math.max(1, this.map.axes[k]!.values.length - 1) - 0.5));
  }

  /** Of all poses, not of the slice alone. */
  private countKept(): number {
    const unit = unitOf(this.data, this.column.unit);
    const [low, high] = this.kept!;
    return [...this.map.status.keys()].filter((pose) => unit.show(this.valueAt(pose)) >= low && unit.show(this.valueAt(pose)) <= high).length;
  }

  private valueAt(pose: number): number {
    return this.map.status[pose] === 0 ? this.column.values[pose]! : NaN;
  }

  private make(): Scene {
    const map = this.map;
    const unit = unitOf(this.data, this.column.unit);
    const [first, second] = map.axes;
    const firstUnit = unitOf(this.data, first!.unit);
    const firstHead = firstUnit.head(spell(first!.name));
    if (second === undefined) {
      const head = unit.head(spell(this.column.name));
      const points = first!.values.map((x, i) => [firstUnit.show(x), toShown(this.valueAt(poseAt(map, this.orientation, [i])), unit)]);
      const color = seriesColours[0]!;
      return { x: { name: firstHead }, y: { name: head }, hasLegend: false, curves: [curve(head, points, color), curve("", points, color, { marks: { mark: "dot", size: 5 }, isQuiet: true })] };
    }
    const secondUnit = unitOf(this.data, second.unit);
    const values = Float64Array.from(this.cells(), (pose) => unit.show(this.valueAt(pose)));
    const there = values.filter(Number.isFinite);
    const span: Span = there.length > 0 ? [there.reduce((a, b) => Math.min(a, b)), there.reduce((a, b) => Math.max(a, b))] : [0, 1];
    const { ratio } = this.shape();
    const free = { width: this.chart.width() - kRoom.left - kBarRoom, height: kHeight - kRoom.top - kRoom.bottom };
    const [width, height] = ratio === undefined ? [free.width, free.height] : [Math.min(free.width, free.height / ratio), Math.min(free.height, free.width * ratio)];
    const room = { across: width / kLabelWidth, up: height / kLabelHeight };
    return {
      x: { name: firstHead, choices: writeSome(first!.values, firstUnit, room.across) },
      y: { name: secondUnit.head(spell(second.name)), choices: writeSome(second.values, secondUnit, room.up) },
      curves: [], cells: { across: first!.values.length, up: second.values.length, values, span, kept: this.kept }, ...this.shape(),
      tell: (x, y) => this.tellCell(x, y),
    };
  }

  /** The poses of the slice shown, row after row upwards. */
  private cells(): number[] {
    const map = this.map;
    const [first, second] = map.axes;
    return first!.values.flatMap((_, i) => second!.values.map((__, j) => poseAt(map, this.orientation, map.axes.length > 2 ? [i, j, this.slice] : [i, j])));
  }

  private tellCell(x: number, y: number): string[] {
    const map = this.map;
    const at = [x, y].map((value, k) => Math.max(0, Math.min(map.axes[k]!.values.length - 1, Math.round(value))));
    const pose = poseAt(map, this.orientation, map.axes.length > 2 ? [...at, this.slice] : at);
    const unit = unitOf(this.data, this.column.unit);
    return [...at.map((index, k) => `${spell(map.axes[k]!.name)} = ${unitOf(this.data, map.axes[k]!.unit).tell(map.axes[k]!.values[index])}`),
      map.status[pose] === 0 ? `${spell(this.column.name)} = ${unit.tell(this.column.values[pose])}` : spell(map.statuses[map.status[pose]!]!).replaceAll("_", " ")];
  }

  /** Lengths along both axes in one scale, where both are lengths. */
  private shape(): { ratio?: number } {
    const [first, second] = this.map.axes;
    if (first!.unit !== second!.unit) return {};
    const span = (values: number[]): number => (Math.abs(values.at(-1)! - values[0]!) * values.length) / Math.max(1, values.length - 1);
    const ratio = span(second!.values) / span(first!.values);
    return Number.isFinite(ratio) && ratio > 0 ? { ratio } : {};
  }

  /** The number of the pose nearest to a click. */
  private poseOf([x, y]: [number, number]): number {
    const map = this.map;
    const nearest = (k: number, value: number): number => {
      const one = map.axes[k]!;
      if (map.axes.length > 1) return Math.max(0, Math.min(one.values.length - 1, Math.round(value)));
      const unit = unitOf(this.data, one.unit);
      return one.values.reduce((best, at, i) => Math.abs(unit.show(at) - value) < Math.abs(unit.show(one.values[best]!) - value) ? i : best, 0);
    };
    const indices = map.axes.length > 1 ? [nearest(0, x), nearest(1, y)] : [nearest(0, x)];
    if (map.axes.length > 2) indices.push(this.slice);
    return poseAt(map, this.orientation, indices);
  }

  /** Tells the pose, and puts the machine there. */
  private showPose(): void {
    const map = this.map;
    const { pose } = this.store.now;
    if (!(pose in map.status)) {
      this.chart.markAt(NaN);
      this.caption.textContent = "";
      return;
    }
    const { indices } = placeOf(map, pose);
    const tellPlace = (at: number[]): string =>
      map.axes.map((one, k) => `${spell(one.name)} = ${unitOf(this.data, one.unit).tell(one.values[at[k]!])}`).join(", ");
    const value = map.status[pose] === 0 ? `${spell(this.column.name)} = ${unitOf(this.data, this.column.unit).tell(this.column.values[pose])}`
      : spell(map.statuses[map.status[pose]!]!).replaceAll("_", " ");
    const isLine = map.axes.length === 1;
    this.chart.markAt(isLine ? unitOf(this.data, map.axes[0]!.unit).show(map.axes[0]!.values[indices[0]!]!) : indices[0]!, isLine ? null : indices[1]!);
    const shown = this.places.nearest(pose);
    const other = shown === pose || shown < 0 ? "" : ` The machine is shown at the nearest pose ${map.status[pose] === 0 ? "that is in this file" : "that it reaches"}: ${tellPlace(placeOf(map, shown).indices)}.`;
    this.caption.textContent = `${tellPlace(indices)}: ${value}.${other}`;
    if (shown >= 0) this.places.show(shown);
  }
}

function toShown(value: number, unit: { show(value: number): number }): number | null {
  return Number.isFinite(value) ? unit.show(value) : null;
}
