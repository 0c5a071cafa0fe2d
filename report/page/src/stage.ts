// Where something is drawn in space: its canvas, its size, and when it is drawn.
import { type Camera, OrthographicCamera, type Scene, WebGLRenderer } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { onPrint } from "./print";
import { Sight } from "./sight";
import type { Store } from "./state";

// rad a key turns by, and the ratio one brings nearer by.
const kTurn = 0.12;
const kNearer = 1.15;

let software: boolean | null = null;

/** Whether the browser draws in space without a graphics card: smooth edges would cost it half its pace. */
function isSoftware(): boolean {
  if (software !== null) return software;
  const gl = document.createElement("canvas").getContext("webgl2");
  const info = gl?.getExtension("WEBGL_debug_renderer_info");
  const name = info ? String(gl!.getParameter(info.UNMASKED_RENDERER_WEBGL)) : "";
  gl?.getExtension("WEBGL_lose_context")?.loseContext();
  software = /swiftshader|llvmpipe|software|basic render/i.test(name);
  return software;
}

export class Stage {
  private readonly renderer: WebGLRenderer;
  private readonly sight: Sight;
  private isAsked = false;
  private isOver = false;
  private copy: HTMLCanvasElement | null = null;
  readonly controls: OrbitControls;
  /** Told whenever the picture has been drawn. */
  onDrawn: () => void = () => {};
  /** Told when a hand has turned or moved it. */
  onTurned: () => void = () => {};

  /**
   * @param store of the views that it is one of: it ends with them
   * @param label what is seen, in words
   * @param shape the camera for a width and a height, px
   * @throws where the browser cannot draw in space
   */
  constructor(store: Store<any>, private readonly element: HTMLElement, label: string, private readonly scene: Scene,
              private readonly camera: Camera, private readonly shape: (width: number, height: number) => void) {
    this.renderer = new WebGLRenderer({ antialias: !isSoftware(), alpha: true });
    this.renderer.debug.checkShaderErrors = false;  // asking waits for the graphics card
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    element.append(this.renderer.domElement);
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", `${label}. Arrows turn it, + and − bring it nearer.`);
    this.sight = new Sight(element, () => {
      this.renderer.render(this.scene, this.camera);
      this.onDrawn();
    });
    this.controls = new OrbitControls(camera, this.renderer.domElement);
    this.controls.addEventListener("change", () => this.ask());
    this.controls.addEventListener("end", () => this.onTurned());
    this.listenToHands();
    const observer = new ResizeObserver(() => this.fit());
    observer.observe(element);
    const unprint = onPrint((isPrinting) => this.print(isPrinting));
    store.onEnd(() => {
      unprint();
      this.isOver = true;
      observer.disconnect();
      this.sight.end();
      this.controls.dispose();
      this.renderer.dispose();
      this.renderer.forceContextLoss();
    });
  }

  /** The wheel moves the page until somebody has taken hold of the picture; arrows turn it, + and − bring it nearer. */
  private listenToHands(): void {
    const { canvas, controls } = this;
    canvas.tabIndex = 0;
    controls.enableZoom = false;
    canvas.addEventListener("pointerdown", () => { controls.enableZoom = true; });
    canvas.addEventListener("pointerleave", () => { controls.enableZoom = false; });
    canvas.addEventListener("keydown", (event) => {
      const turn = ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] } as Record<string, [number, number]>)[event.key];
      const nearer = ({ "+": 1 / kNearer, "=": 1 / kNearer, "-": kNearer } as Record<string, number>)[event.key];
      if (turn === undefined && nearer === undefined) return;
      event.preventDefault();
      if (turn !== undefined && controls.enableRotate) this.turn(...turn);
      if (nearer !== undefined) this.approach(nearer);
      this.onTurned();
    });
  }

  private turn(sideways: number, upwards: number): void {
    const { camera, controls } = this;
    const up = camera.up.clone().normalize();
    const away = camera.position.clone().sub(controls.target);
    away.applyAxisAngle(up, -sideways * kTurn);
    const axis = up.clone().cross(away).normalize();
    const tilted = away.clone().applyAxisAngle(axis, upwards * kTurn);
    // Not over the top.
    if (Math.abs(tilted.clone().normalize().dot(up)) < 0.999) away.copy(tilted);
    camera.position.copy(controls.target).add(away);
    controls.update();
    this.ask();
  }

  private approach(factor: number): void {
    const { camera, controls } = this;
    if (camera instanceof OrthographicCamera) {
      camera.zoom /= factor;
      camera.updateProjectionMatrix();
    } else {
      camera.position.sub(controls.target).multiplyScalar(factor).add(controls.target);
    }
    controls.update();
    this.ask();
  }

  /** A copy of the picture in its place: what the graphics card has drawn only now is not on paper. */
  private print(isPrinting: boolean): void {
    this.copy?.remove();
    this.copy = null;
    this.canvas.hidden = isPrinting;
    this.fit();
    if (!isPrinting || this.isOver || this.canvas.width === 0) return;
    this.renderer.render(this.scene, this.camera);
    const copy = document.createElement("canvas");
    [copy.width, copy.height] = [this.canvas.width, this.canvas.height];
    [copy.style.width, copy.style.height] = [this.canvas.style.width, this.canvas.style.height];
    copy.getContext("2d")!.drawImage(this.canvas, 0, 0);
    this.canvas.after(copy);
    this.copy = copy;
  }

  /** Draws it at once, for who takes the picture before anything else is drawn. */
  drawAtOnce(): HTMLCanvasElement {
    this.renderer.render(this.scene, this.camera);
    return this.canvas;
  }

  get canvas(): HTMLCanvasElement {
    return this.renderer.domElement;
  }

  fit(): void {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (this.isOver || width === 0 || height === 0) return;
    this.renderer.setSize(width, height);
    this.shape(width, height);
    this.ask();
  }

  /** Draws once before the browser shows the next frame, however often it was asked, if in sight. */
  ask(): void {
    if (this.isAsked || this.isOver) return;
    this.isAsked = true;
    requestAnimationFrame(() => {
      this.isAsked = false;
      if (!this.isOver) this.sight.ask();
    });
  }
}
