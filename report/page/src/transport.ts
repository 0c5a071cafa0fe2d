// The bar at the top: which path, where on it, and playing it.
import { copyAddress } from "./address";
import { button, element, select } from "./dom";
import type { Document, Path } from "./document";
import { findPlan } from "./plan/phase_view";
import { durationOf, placeAt, shareOf } from "./plan/place";
import type { State, Store } from "./state";
import { spell, tell } from "./text";
import { theme } from "./theme";

const kSteps = 1000;
const kRates = [1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01];

export class Transport {
  readonly element: HTMLElement;
  private readonly slider = element("input", { type: "range", min: "0", max: String(kSteps), value: "0", "aria-label": "place on the path" });
  private readonly text = element("output", { class: "place" });
  private readonly copied = element("output", { class: "copied" });
  private readonly play: HTMLButtonElement;
  private last = 0;

  /** @param choose another path, where that takes more than showing it */
  constructor(private readonly data: Document, private readonly store: Store, private readonly chosen: (index: number) => void = () => {}) {
    const paths = select("Path", data.paths.map((path) => spell(path.name)), (index) => this.choose(index));
    paths.selectedIndex = store.now.path;
    paths.id = "path-choice";
    this.play = button("▶", "play", () => this.toggle());
    const rates = select("Pace", kRates.map((rate) => (rate === 1 ? "true time" : `${tell(1 / rate)} × slower`)),
      (index) => store.change({ rate: kRates[index]! }));
    rates.selectedIndex = Math.max(0, kRates.indexOf(store.now.rate));
    const loop = button("⟳", "again and again", () => store.change({ loops: !store.now.loops }));
    loop.setAttribute("aria-pressed", String(store.now.loops));
    const link = button("link", "copy a link to what is looked at", () => void this.copy(link));
    const dark = button("◐", "light or dark", () => theme.toggle());
    this.element = element("div", { class: "transport", role: "toolbar", "aria-label": "motion" },
      paths, this.play, loop, this.slider, this.text, rates, link, this.copied, dark);
    this.slider.addEventListener("input", () => this.moveTo(Number(this.slider.value) / kSteps));
    store.listen((state, changed) => {
      if (changed.includes("path")) {
        paths.selectedIndex = state.path;
        // What was near on another path is not on this one.
        store.change({ spanT: null, spanP: null, p2: NaN, t2: NaN });
      }
      if (changed.includes("loops")) loop.setAttribute("aria-pressed", String(state.loops));
      this.show(state);
      if (changed.includes("playing") && state.playing) this.begin();
    });
    const press = (event: KeyboardEvent): void => {
      const target = event.target as HTMLElement;
      if (event.key !== " " || ["BUTTON", "SELECT", "INPUT", "SUMMARY", "A"].includes(target.tagName)) return;
      event.preventDefault();
      this.toggle();
    };
    document.addEventListener("keydown", press);
    store.onEnd(() => document.removeEventListener("keydown", press));
    this.show(store.now);
  }

  private async copy(link: HTMLButtonElement): Promise<void> {
    const isCopied = await copyAddress();
    this.copied.textContent = isCopied ? "copied" : "it is in the address bar";
    window.setTimeout(() => { this.copied.textContent = ""; }, 4000);
    link.blur();
  }

  private get path(): Path | undefined {
    return this.data.paths[this.store.now.path];
  }
  private choose(index: number): void {
    const plan = findPlan(this.data, this.data.paths[index]);
    this.store.change({ path: index, p: 0, t: plan !== undefined && plan.t.length > 0 ? 0 : NaN, playing: false });
    this.chosen(index);
  }

  private moveTo(share: number, playing = false): void {
    this.store.change({ ...placeAt(this.data, this.store.now, share), playing });
  }

  private share(state: Readonly<State>): number {
    return shareOf(this.data, state);
  }

  private toggle(): void {
    if (!this.store.now.playing && this.share(this.store.now) >= 1) this.moveTo(0);
    this.store.change({ playing: !this.store.now.playing });
  }

  private begin(): void {
    this.last = performance.now();
    const advance = (now: number): void => {
      if (!this.store.now.playing) return;
      const duration = durationOf(this.data, this.store.now);
      const share = this.share(this.store.now) + (this.store.now.rate * (now - this.last)) / 1000 / duration;
      this.last = now;
      // From the start again where it loops, by as much as was too much.
      const goesOn = share < 1 || this.store.now.loops;
      this.moveTo(share < 1 ? share : this.store.now.loops ? share % 1 : 1, goesOn);
      if (goesOn) requestAnimationFrame(advance);
    };
    requestAnimationFrame(advance);
  }

  private show(state: Readonly<State>): void {
    this.slider.value = String(Math.round(kSteps * this.share(state)));
    const time = Number.isNaN(state.t) ? "" : `t = ${state.t.toFixed(4)} s, `;
    this.text.textContent = this.path?.isTime ? `t = ${state.p.toFixed(4)} s` : `${time}p = ${tell(state.p, 5)}`;
    this.slider.setAttribute("aria-valuetext", this.text.textContent);
    this.play.textContent = state.playing ? "❚❚" : "▶";
    this.play.setAttribute("aria-label", state.playing ? "pause" : "play");
  }
}
