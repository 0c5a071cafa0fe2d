// The front of three objectives in space.
import { BufferGeometry, Color, Float32BufferAttribute, LineBasicMaterial, LineSegments, BoxGeometry, EdgesGeometry, PerspectiveCamera, Points, PointsMaterial, Scene, Vector3 } from "three";
import { card, element } from "../dom";
import type { Document, StudyColumn } from "../document";
import { Stage } from "../stage";
import type { Store, StudyState } from "../state";
import { seriesColours, theme } from "../theme";
import { type DesignIndex, headOf, showNumber } from "./designs";

export class SpaceView {
  readonly element: HTMLElement;
  private readonly stage = element("div", { class: "stage", role: "img", "aria-label": "Designs over three objectives" });
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(32, 1, 0.01, 50);
  private readonly columns: StudyColumn[];
  private rows: number[] = [];
  private places: Vector3[] = [];
  private readonly points = new Points(new BufferGeometry(), new PointsMaterial({ size: 7, sizeAttenuation: false, vertexColors: true }));
  private readonly frame = new LineSegments(new EdgesGeometry(new BoxGeometry(1, 1, 1)), new LineBasicMaterial());
  private space: Stage | null = null;

  constructor(private readonly data: Document, private readonly index: DesignIndex, private readonly store: Store<StudyState>) {
    this.columns = index.columns("objective").slice(0, 3);
    const heads = this.columns.map((column) => headOf(this.data, column));
    this.element = card("space", "Front in space", this.stage,
      element("p", { class: "caption" }, `${heads[0]} to the right, ${heads[1]} upwards, ${heads[2]} to the front; drag to turn, click a design.`));
    try {
      this.space = new Stage(store, this.stage, "Designs by three objectives", this.scene, this.camera, (width, height) => {
        this.camera.aspect = width / height;
        this.camera.updateProjectionMatrix();
      });
    } catch {
      this.stage.replaceChildren("This browser cannot draw in space (WebGL is off).");
      return;
    }
    this.scene.add(this.points, this.frame);
    this.camera.position.set(1.7, 1.3, 2.7);
    this.space.controls.update();
    let down = { x: 0, y: 0 };
    this.space.canvas.addEventListener("pointerdown", (event) => { down = { x: event.offsetX, y: event.offsetY }; });
    this.space.canvas.addEventListener("pointerup", (event) => {
      if (Math.hypot(event.offsetX - down.x, event.offsetY - down.y) < 4) this.take(event.offsetX, event.offsetY);
    });
    store.listen((_, changed) => {
      if (changed.includes("version")) this.place();
      this.paint();
    });
    theme.listen(() => this.paint());
    this.place();
    this.paint();
  }

  /** In a cube about the origin. */
  private place(): void {
    this.rows = this.index.feasible;
    const spans = this.columns.map((column) => {
      const values = this.rows.map((row) => showNumber(this.data, column, row)).filter(Number.isFinite);
      return [values.reduce((a, b) => Math.min(a, b), Infinity), values.reduce((a, b) => Math.max(a, b), -Infinity)] as const;
    });
    this.places = this.rows.map((row) => new Vector3(...(this.columns.map((column, k) => {
      const [low, high] = spans[k]!;
      return high > low ? (showNumber(this.data, column, row) - low) / (high - low) - 0.5 : 0;
    }) as [number, number, number])));
    this.points.geometry.dispose();
    this.points.geometry = new BufferGeometry().setFromPoints(this.places);
  }

  private paint(): void {
    const { brushed, design, reference } = this.store.now;
    const colours = theme.colours();
    const [front, other, shown, beside] = [seriesColours[0]!, colours.ground, colours.drive, colours.spring].map((one) => new Color(one));
    const all = this.rows.flatMap((row) => {
      const id = this.index.study.ids[row];
      const isKept = brushed === null || brushed.has(row);
      const color = id === design ? shown! : id === reference ? beside! : this.index.front.has(row) && isKept ? front! : other!;
      return color.toArray();
    });
    this.points.geometry.setAttribute("color", new Float32BufferAttribute(all, 3));
    this.frame.material.color.set(colours.faint);
    this.space?.ask();
  }

  private take(x: number, y: number): void {
    const { clientWidth: width, clientHeight: height } = this.stage;
    let nearest = -1;
    let least = 15;  // px
    this.places.forEach((place, i) => {
      const seen = place.clone().project(this.camera);
      const distance = Math.hypot(((seen.x + 1) / 2) * width - x, ((1 - seen.y) / 2) * height - y) - (this.index.front.has(this.rows[i]!) ? 5 : 0);
      if (distance < least) [least, nearest] = [distance, i];
    });
    if (nearest >= 0) this.store.change({ design: this.index.study.ids[this.rows[nearest]!]! });
  }
}
