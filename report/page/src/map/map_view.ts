// Criteria all over a workspace: heat maps, slices of grids of three axes.
import { axis, Chart, line, type Option } from "../chart";
import { card, element, select, table } from "../dom";
import type { Document, MapColumn, WorkspaceMap } from "../document";
import type { Store } from "../state";
import { spell, tell, unitOf } from "../text";
import { theme } from "../theme";
import { placeOf, poseAt } from "./grid";
import { PlaceViews } from "./place_views";

// px: of the chart, and what a label takes along its axis.
const kHeight = 440;
const kLabelHeight = 20;
const kLabelWidth = 44;
// The darker four fifths of "plasma", perceptually uniform and legible on white and on black.
const kPalette = ["#0d0887", "#46039f", "#7201a8", "#9c179e", "#bd3786", "#d8576b", "#ed7953", "#fb9f3a"];

/** Which of an axis' values are written, evenly apart and with the one nearest to 0, where there is room for so many. */
function chooseLabels(values: number[], room: number): (index: number) => boolean {
  const stride = Math.max(1, Math.ceil(values.length / Math.max(1, room)));
  const least = values.reduce((best, value, i) => (Math.abs(value) < Math.abs(values[best]!) ? i : best), 0);
  return (index) => index % stride === least % stride;
}

export class MapView {
  readonly element: HTMLElement;
  private readonly chart: Chart;
  private readonly controls = element("div", { class: "controls" });
  private readonly caption = element("p", { class: "caption" });
  private readonly counts = element("p", { class: "caption" });
  /** What the colours are. */
  private readonly shown = element("p", { class: "map-head" });
  private readonly sums = element("div", { class: "scroll" });
  private readonly places: PlaceViews;
  private slice = 0;
  private orientation = 0;

  constructor(private readonly data: Document, private readonly store: Store) {
    this.chart = new Chart(store, "A criterion over the workspace; arrows move from pose to pose", () => this.make(), kHeight, true);
    this.places = new PlaceViews(data, this.map);
    this.element = card("map", "Workspace", this.controls,
      element("div", { class: "beside" }, element("div", {}, this.shown, this.chart.element, this.caption, this.counts), this.places.element), this.sums);
    this.chart.onClick((point) => store.change({ pose: this.poseOf(point) }));
    this.chart.onKey((key) => this.step(key));
    store.listen((_, changed) => {
      if (changed.includes("map")) this.choose();
      if (changed.includes("column")) this.draw();
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
    this.chart.draw();
    this.showPose();
    this.tellAll();
  }

  private tellAll(): void {
    const counts = this.map.statuses.map((name, i) => `${this.map.status.filter((one) => one === i).length} ${spell(name).replaceAll("_", " ")}`)
      .filter((text) => !text.startsWith("0 "));
    const { name, unit } = this.column;
    this.shown.textContent = this.map.axes.length > 1 ? unitOf(this.data, unit).head(spell(name).replaceAll("_", " ")) : "";
    this.counts.textContent = `${this.map.status.length} poses: ${counts.join(", ")}. Of ${spell(this.column.name)} ${spell(this.column.better)} is better. Click for a pose.`;
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

  private valueAt(pose: number): number {
    return this.map.status[pose] === 0 ? this.column.values[pose]! : NaN;
  }

  private make(): Option {
    const map = this.map;
    const unit = unitOf(this.data, this.column.unit);
    const [first, second] = map.axes;
    const firstUnit = unitOf(this.data, first!.unit);
    const head = unit.head(spell(this.column.name));
    if (second === undefined) {
      const points = first!.values.map((x, i) => [firstUnit.show(x), toShown(this.valueAt(poseAt(map, this.orientation, [i])), unit)]);
      return {
        xAxis: axis(firstUnit.head(spell(first!.name)), false, { scale: true }), yAxis: axis(head, true, { scale: true }),
        legend: { show: false }, series: [line(head, points, { showSymbol: true })],
      };
    }
    const secondUnit = unitOf(this.data, second.unit);
    const cells: [number, number, number][] = [];
    first!.values.forEach((_, i) => second.values.forEach((__, j) => {
      const value = this.valueAt(poseAt(map, this.orientation, map.axes.length > 2 ? [i, j, this.slice] : [i, j]));
      if (Number.isFinite(value)) cells.push([i, j, unit.show(value)]);
    }));
    const least = cells.reduce((value, cell) => Math.min(value, cell[2]), Infinity);
    const most = cells.reduce((value, cell) => Math.max(value, cell[2]), -Infinity);
    const grid = this.makeGrid(map);
    const colours = theme.colours();
    const category = (name: string, list: number[], isVertical: boolean): Option => {
      const room = isVertical ? grid.height / kLabelHeight : grid.width / kLabelWidth;
      return axis(name, isVertical, {
        type: "category", data: list.map((value) => tell(value, 4)), splitLine: { show: false },
        axisLabel: { color: colours.faint, interval: chooseLabels(list, room) },
      });
    };
    return {
      grid, legend: { show: false },
      tooltip: { show: false },
      xAxis: category(firstUnit.head(spell(first!.name)), first!.values.map((x) => firstUnit.show(x)), false),
      yAxis: category(secondUnit.head(spell(second.name)), second.values.map((y) => secondUnit.show(y)), true),
      visualMap: {
        min: cells.length > 0 ? least : 0, max: cells.length > 0 ? most : 1, calculable: true, orient: "vertical", right: 4, top: "middle",
        precision: 3, textStyle: { color: colours.ink }, inRange: { color: kPalette }, formatter: (value: number) => tell(value, 3),
      },
      series: [{ type: "heatmap", data: cells, animation: false, progressive: 0 }],
    };
  }

  /** Lengths along both axes in one scale, where both are lengths. */
  private makeGrid(map: WorkspaceMap): { left: number; top: number; width: number; height: number } {
    const [left, top, right, bottom] = [64, 30, 84, 50];
    const [first, second] = map.axes;
    const room = { left, top, width: this.chart.width() - left - right, height: kHeight - top - bottom };
    if (first!.unit !== second!.unit) return room;
    const span = (values: number[]): number => (Math.abs(values.at(-1)! - values[0]!) * values.length) / Math.max(1, values.length - 1);
    const scale = Math.min(room.width / span(first!.values), room.height / span(second!.values));
    if (!Number.isFinite(scale)) return room;
    return { left, top, width: scale * span(first!.values), height: scale * span(second!.values) };
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
