// The machine at a pose of a map, and its region there for motion along one of the map's axes.
import { element, rename, select } from "../dom";
import type { Document, WorkspaceMap } from "../document";
import { MachineView } from "../machine/machine_view";
import { findNearest } from "../machine/poses";
import { RegionView } from "../region/region_view";
import { makeStore, type Store } from "../state";
import { placeOf } from "./grid";
import { spell } from "../text";

export class PlaceViews {
  readonly element = element("div", { class: "contents" });
  private store: Store | null = null;

  constructor(private readonly data: Document, private map: WorkspaceMap) {}

  /** Of another map. */
  take(map: WorkspaceMap): void {
    this.store?.end();
    this.store = null;
    this.map = map;
    this.element.replaceChildren();
  }

  /** The pose with regions that is nearest to one with this number; -1 if there is none. */
  nearest(pose: number): number {
    const numbers = this.map.places[0]?.p ?? [];
    if (numbers.length === 0) return -1;
    // Another orientation is far away.
    const place = (number: number): number[] => {
      const { orientation, indices } = placeOf(this.map, number);
      return [1e6 * orientation, ...indices];
    };
    if (numbers[findNearest(numbers, pose)] === pose) return pose;
    const wanted = place(pose);
    const distance = (number: number): number => Math.hypot(...place(number).map((at, k) => at - wanted[k]!));
    return [...numbers].reduce((best, one) => (distance(one) < distance(best) ? one : best));
  }

  show(pose: number): void {
    if (this.data.machine === null || this.map.places.length === 0) return;
    this.store ??= this.build();
    this.store.change({ p: pose });
  }

  private build(): Store {
    const store = makeStore();
    // Poses of a map are on no path that could be drawn.
    const none = new Float64Array(0);
    const paths = this.map.places.map((one) => ({ ...one, tool: none, tool_step: none }));
    const data: Document = { ...this.data, paths, plans: [], maps: [] };
    const axes = select("motion along", paths.map((one) => spell(one.along!.name)), (path) => store.change({ path }));
    const machine = new MachineView(data, store, "Machine at the pose").element;
    const region = new RegionView(data, store, "Accessible region at the pose").element;
    rename(machine, "place-machine");
    rename(region, "place-region");
    region.querySelector(".help")!.after(element("div", { class: "controls" }, element("label", {}, "motion along", axes)));
    this.element.replaceChildren(machine, region);
    return store;
  }
}
