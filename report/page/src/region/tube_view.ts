// The regions at all p at once, one behind the other: a tube in (d1, d2, p).
import {
  BufferGeometry, DoubleSide, Float32BufferAttribute, Line, LineBasicMaterial, LineLoop, Mesh, MeshBasicMaterial,
  PerspectiveCamera, Scene, Vector3,
} from "three";
import { card, element } from "../dom";
import type { Document, Path } from "../document";
import { findNearest } from "../machine/poses";
import { Sight } from "../sight";
import { Stage } from "../stage";
import type { State, Store } from "../state";
import { theme } from "../theme";
import { chooseWindow, findRange, outline, type Window } from "./region";

const kColumns = 32;

export class TubeView {
  readonly element: HTMLElement;
  private readonly stage = element("div", { class: "stage low" });
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(32, 1, 0.01, 50);
  private readonly surface = new Mesh(new BufferGeometry(), new MeshBasicMaterial({ side: DoubleSide, transparent: true, opacity: 0.35, depthWrite: false }));
  private readonly rings = new LineBasicMaterial({ transparent: true, opacity: 0.5 });
  private readonly bold = new LineBasicMaterial();
  private readonly here = new Line(new BufferGeometry(), this.bold);
  private loops: LineLoop[] = [];
  private space: Stage | null = null;
  private path: Path | undefined;
  private window: Window = { d1: 1, low: -1, high: 1 };

  constructor(private readonly data: Document, store: Store) {
    this.element = card("tube", "Regions along the path", this.stage,
      element("p", { class: "caption" }, "d1 to the right, d2 upwards, p to the back; bold: the pose shown. Drag to turn."));
    this.scene.add(this.surface, this.here);
    try {
      this.space = new Stage(store, this.stage, "Regions at all p, one behind the other", this.scene, this.camera, (width, height) => {
        this.camera.aspect = width / height;
        this.camera.updateProjectionMatrix();
      });
    } catch {
      this.stage.replaceChildren("This browser cannot draw in space (WebGL is off).");
      return;
    }
    this.camera.position.set(1.6, 1.2, 2.9);
    this.space.controls.update();
    this.paint();
    store.onEnd(theme.listen(() => this.paint()));
    const built = new Sight(this.element, () => this.build(store.now));
    store.onEnd(() => built.end());
    built.ask();
    // While a machine is being changed, the views that matter more come first.
    let pending = 0;
    const later = (): void => {
      window.clearTimeout(pending);
      pending = window.setTimeout(() => built.ask(), 250);
    };
    store.listen((state, changed) => {
      // What is hidden does not come into sight by itself.
      if (changed.includes("path")) this.element.hidden = data.machine === null || data.paths[state.path]?.isTime === true;
      if (changed.includes("path")) built.ask();
      else if (changed.includes("version")) later();
      else if (changed.includes("p")) this.show(state);
    });
  }

  private paint(): void {
    const colours = theme.colours();
    this.surface.material.color.set("#0072b2");
    this.rings.color.set(colours.faint);
    this.bold.color.set(colours.drive);
    this.space?.ask();
  }

  /** From (d1, d2, p) into a cube about the origin. */
  private toSpace(d1: number, d2: number, p: number): Vector3 {
    const share = this.path!.p_max > 0 ? p / this.path!.p_max : 0;
    const height = this.window.high - this.window.low;
    return new Vector3(d1 / this.window.d1 - 0.5, (d2 - this.window.low) / height - 0.5, 0.8 - 1.6 * share);
  }

  private build(state: Readonly<State>): void {
    this.path = this.data.paths[state.path];
    this.element.hidden = this.data.machine === null || this.path?.isTime === true;
    for (const loop of this.loops) this.scene.remove(loop);
    this.loops = [];
    if (this.path === undefined || this.path.regions.p.length === 0) return;
    this.window = chooseWindow(this.path.regions);
    const { regions } = this.path;
    const every = Math.max(1, Math.round(regions.p.length / 30));
    for (let i = 0; i < regions.p.length; i += every) {
      for (const part of this.trace(i)) {
        const loop = new LineLoop(new BufferGeometry().setFromPoints(part), this.rings);
        this.loops.push(loop);
        this.scene.add(loop);
      }
    }
    this.buildSurface();
    this.show(state);
  }

  private trace(index: number): Vector3[][] {
    const p = this.path!.regions.p[index]!;
    const clamp = (d2: number): number => Math.max(this.window.low, Math.min(this.window.high, d2));
    return outline(this.path!.regions, index, this.window).parts.map((part) =>
      part.map(([d1, d2]) => this.toSpace(Math.min(d1, this.window.d1), clamp(d2), p)));
  }

  /** Between neighbouring regions: their upper and lower sides, in equal shares of their d1. */
  private buildSurface(): void {
    const { regions, d1_max: most } = this.path!;
    const points: number[] = [];
    const corner = (i: number, column: number, side: 0 | 1): Vector3 | null => {
      const d1 = (Math.min(most[i]!, this.window.d1) * column) / kColumns;
      const range = findRange(regions, i, column === kColumns ? d1 * (1 - 1e-12) : d1);
      if (range === null || !Number.isFinite(range[0]) || !Number.isFinite(range[1])) return null;
      return this.toSpace(d1, Math.max(this.window.low, Math.min(this.window.high, range[side])), regions.p[i]!);
    };
    for (let i = 0; i + 1 < regions.p.length; ++i) {
      for (let column = 0; column < kColumns; ++column) {
        for (const side of [0, 1] as const) {
          const corners = [corner(i, column, side), corner(i + 1, column, side), corner(i + 1, column + 1, side), corner(i, column + 1, side)];
          if (corners.some((one) => one === null)) continue;
          for (const k of [0, 1, 2, 0, 2, 3]) points.push(...corners[k]!.toArray());
        }
      }
    }
    this.surface.geometry.dispose();
    this.surface.geometry = new BufferGeometry().setAttribute("position", new Float32BufferAttribute(points, 3));
  }

  private show(state: Readonly<State>): void {
    if (this.path === undefined || this.path !== this.data.paths[state.path] || this.path.regions.p.length === 0) return;
    const parts = this.trace(findNearest(this.path.regions.p, state.p));
    const first = parts[0] ?? [];
    this.here.geometry.dispose();
    this.here.geometry = new BufferGeometry().setFromPoints(first.length > 0 ? [...first, first[0]!] : []);
    this.space?.ask();
  }
}
