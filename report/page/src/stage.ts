// Where something is drawn in space: its canvas, its size, and when it is drawn.
import { type Camera, type Scene, WebGLRenderer } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { Sight } from "./sight";
import type { Store } from "./state";

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
  readonly controls: OrbitControls;

  /**
   * @param store of the views that it is one of: it ends with them
   * @param shape the camera for a width and a height, px
   * @throws where the browser cannot draw in space
   */
  constructor(store: Store<any>, private readonly element: HTMLElement, private readonly scene: Scene, private readonly camera: Camera,
              private readonly shape: (width: number, height: number) => void) {
    this.renderer = new WebGLRenderer({ antialias: !isSoftware(), alpha: true, preserveDrawingBuffer: true });
    this.renderer.debug.checkShaderErrors = false;  // asking waits for the graphics card
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    element.append(this.renderer.domElement);
    this.sight = new Sight(element, () => this.renderer.render(this.scene, this.camera));
    this.controls = new OrbitControls(camera, this.renderer.domElement);
    this.controls.addEventListener("change", () => this.ask());
    const observer = new ResizeObserver(() => this.fit());
    observer.observe(element);
    store.onEnd(() => {
      this.isOver = true;
      observer.disconnect();
      this.sight.end();
      this.controls.dispose();
      this.renderer.dispose();
      this.renderer.forceContextLoss();
    });
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
