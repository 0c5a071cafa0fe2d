// The live page: what is moved is computed again while the hand moves.
import { button, card, element, select, table } from "../dom";
import { emptyPath, isGiven, type Document, type Explore, type Machine } from "../document";
import { makeStore, type Settings, type State } from "../state";
import { callWished, spell, tell, unitOf } from "../text";
import { Transport } from "../transport";
import { listMainViews, listOtherViews, settle } from "../views";
import { Newest } from "./newest";
import { ParameterControl } from "./parameter_control";
import { compute, findGone, Gone, type Question, readValue, save } from "./server";

/** ms that plans may take for them to be asked for with the regions. */
const kQuick = 100;
/** Of motions of least losses, the time over the fastest's: where the slider stands at first, and its steps. */
const kFirstPace = 1.2;
const kPaces = { least: 1.01, most: 3, step: 0.01 };
/** The motions to choose from, as the program knows them. */
const kMotions = ["fastest", "rated", "losses"] as const;
/** ms between looks whether the program is still there. */
const kWatch = 3000;
/** ms after which a hand that does not move rests. */
const kRest = 120;

/** A value by a name that a file gave, which may be one that every object has, such as "constructor". */
function valueOf(values: Record<string, number>, name: string): number | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

/** How long it took from a move until its result was on the screen, ms. */
export interface Timing {
  regions: number;
  plan: number;
}

export class ExplorePage {
  /** Replaced part by part as results arrive; its views look at it again then. */
  readonly data: Document;
  readonly store = makeStore();
  readonly timings: Timing[] = [];
  /** Machine, region and speed along the path. */
  shown: HTMLElement[] = [];
  /** The ratings of a stored design by name, to be told beside those of the machine. */
  stored: { title: string; values: Map<string, number> } | null = null;
  private readonly question: Question;
  private readonly controls: ParameterControl[];
  /** The number that matters most, and what is to be said of it. */
  private readonly headline = element("p", { class: "headline" });
  private readonly status = element("p", { class: "caption", role: "status" });
  /** Above all, where the program is not there any more. */
  private readonly gone = element("p", { class: "note gone", role: "alert", hidden: "" });
  /** In what units ratings are. */
  private readonly ratingUnits = new Map<string, string>();
  private readonly criteria = element("div", { class: "scroll" });
  private readonly main = element("div", { class: "cards" });
  private readonly panel: HTMLElement;
  /** When the newest move was made. */
  private moved = NaN;
  /** Moves are computed one at a time, those in between left out. That it is at work is told to who cannot see it, too. */
  private readonly moves = new Newest(() => this.follow(), (isBusy) => this.main.setAttribute("aria-busy", String(isBusy)));
  private wake = (): void => {};
  /** How long a plan in passing took, or would, ms: not known at first. */
  private planning = Infinity;
  /** Somebody has moved something. */
  isTouched = false;
  /** Told when all is as at first again. */
  onReset = (): void => {};
  /** Told of every move. */
  onMove = (): void => {};
  /** The values that were taken, from which those of the controls are moved. */
  private base: Record<string, number> = {};
  /** Where to be once there are regions. */
  private wanted: Partial<State>;
  /** Grows with designs that are taken: what was asked of the one before is not shown any more. */
  private taken = 0;
  private readonly boxes: HTMLInputElement[];

  /** @param tag of all of it: a page has one `main` */
  constructor(first: Document, link: Partial<State>, private readonly tag: "main" | "div" = "main") {
    const choices = first.explore!;
    this.data = { ...first, paths: choices.paths.map((name) => first.paths.find((path) => path.name === name) ?? emptyPath(name, 1)) };
    const isThere = link.path !== undefined && choices.paths[link.path] !== undefined;
    this.wanted = { ...link, path: isThere ? link.path! : 0 };
    this.question = { settings: {}, path: choices.paths[this.wanted.path!]!, off: [], regions: true, plan: "none", ratings: false, motion: "fastest", pace: kFirstPace };
    this.controls = choices.movables.map((movable) => new ParameterControl(this.data, movable, (value) => this.set(movable.name, value),
      (text) => readValue(movable.name, text)));
    this.boxes = choices.drives.map((name) => this.makeBox(name));
    this.panel = card("design", "Design", this.headline, this.status, this.makeButtons(),
      element("div", { class: "rest" }, element("div", { class: "parameters" }, ...this.controls.map((one) => one.element)),
        this.makeDrives(choices), this.makeMotion(), this.criteria));
    settle(this.data, this.store, this.wanted);
  }

  /** @param isBegun it is computed at once; otherwise once a design is taken */
  build(isBegun = true): HTMLElement[] {
    const transport = new Transport(this.data, this.store, (index) => {
      this.question.path = this.data.paths[index]!.name;
      this.move();
    });
    this.shown = listMainViews(this.data, this.store);
    this.main.append(...this.shown, ...listOtherViews(this.data, this.store));
    if (isBegun) this.move();
    const watch = window.setInterval(() => {
      if (!document.hidden && !this.moves.isWaiting) void findGone().then((reason) => this.tellGone(reason));
    }, kWatch);
    this.store.onEnd(() => window.clearInterval(watch));
    return [this.gone, element(this.tag, {}, transport.element, element("div", { class: "live" }, this.panel, this.main))];
  }

  /** Puts something above the parameters. */
  addHead(...parts: HTMLElement[]): void {
    this.panel.firstElementChild!.after(...parts);
  }
  /** What the machine shown is called, until it is moved. */
  name(title: string): void {
    this.panel.firstElementChild!.textContent = title;
  }

  /** What has been moved since values were taken, and the drives that are off. */
  get settings(): Settings {
    const moved = Object.entries(this.question.settings).filter(([name, value]) => valueOf(this.base, name) !== value);
    return { values: Object.fromEntries(moved), off: this.question.off };
  }

  /** Moves as somebody did before; names that are not there are left out. */
  restore({ values, off }: Settings): void {
    const moved = this.controls.filter((control) => valueOf(values, control.parameter.name) !== undefined);
    const names = this.data.explore!.drives;
    this.question.off = names.filter((name) => off.includes(name));
    if (moved.length === 0 && this.question.off.length === 0) return;
    for (const control of moved) {
      const value = valueOf(values, control.parameter.name)!;
      control.set(value);
      this.question.settings = { ...this.question.settings, [control.parameter.name]: value };
    }
    names.forEach((name, k) => { this.boxes[k]!.checked = !off.includes(name); });
    this.touch();
  }

  /** Goes to these values, with all drives. */
  take(settings: Record<string, number>): void {
    ++this.taken;
    this.base = settings;
    this.question.settings = settings;
    this.question.off = [];
    for (const box of this.boxes) box.checked = true;
    this.criteria.classList.add("old");
    for (const control of this.controls) control.set(valueOf(settings, control.parameter.name) ?? control.parameter.original);
    this.move();
  }

  private makeDrives(choices: Explore): HTMLElement {
    const boxes = choices.drives.map((name, k) => element("label", {}, this.boxes[k]!, spell(name)));
    return element("div", { class: "controls", role: "group", "aria-label": "drives" }, "drives ", ...boxes);
  }

    /** Which motion is planned; with least losses how much slower than the fastest one it may be. */
  private makeMotion(): HTMLElement {
    const told = element("output", {});
    const pace = element("input", { type: "range", min: String(kPaces.least), max: String(kPaces.most), step: String(kPaces.step), "aria-label": "time over the fastest motion's" });
    pace.value = String(kFirstPace);
    const slower = element("label", { hidden: "" }, "time × ", pace, told);
    const show = (): void => {
      told.textContent = pace.value;
      slower.hidden = this.question.motion !== "losses";
    };
    pace.addEventListener("input", () => {
      this.question.pace = Number(pace.value);
      show();
      this.move();
    });
    const list = select("motion", ["fastest motion", "fastest within rated forces", "least losses"], (index) => {
      this.question.motion = kMotions[index]!;
      show();
      this.move();
    });
    show();
    return element("div", { class: "controls", role: "group", "aria-label": "motion" }, list, slower);
  }

  private makeBox(name: string): HTMLInputElement {
    const box = element("input", { type: "checkbox" });
    box.checked = true;
    box.addEventListener("change", () => {
      const { off } = this.question;
      this.question.off = box.checked ? off.filter((one) => one !== name) : [...off, name];
      this.touch();
    });
    return box;
  }

  /** Something is not as it was taken any more. */
  private touch(): void {
    const title = this.panel.firstElementChild!;
    if (this.stored !== null && !title.textContent!.endsWith("moved")) title.textContent += ", moved";
    this.isTouched = true;
    this.move();
  }

  private makeButtons(): HTMLElement {
    const reset = button("reset", "reset: all parameters as at first", () => {
      this.name("Design");
      this.stored = null;
      this.onReset();
      this.take({});
    });
    return element("div", { class: "controls" }, reset, button("save as machine file", "save as machine file", () => void this.save()));
  }

  private set(name: string, value: number): void {
    this.question.settings = { ...this.question.settings, [name]: value };
    this.touch();
  }

  private async save(): Promise<void> {
    try {
      const { text, name } = await save(this.question);
      const link = element("a", { href: URL.createObjectURL(new Blob([text], { type: "application/yaml" })), download: name });
      link.click();
      URL.revokeObjectURL(link.href);
      this.say("Saved.");
    } catch (error) {
      if (error instanceof Gone) this.tellGone(error.message);
      else this.warn(`Not saved: ${spell((error as Error).message.replace(/^request: /, ""))}`);
    }
  }

  private move(): void {
    this.onMove();
    this.moved = performance.now();
    this.wake();
    this.moves.ask();
  }

  private follow(): Promise<void> {
    return this.look({ ...this.question }, this.moved).catch((error: Error) => (error instanceof Gone ? this.tellGone(error.message) : this.fail(error.message)));
  }

  private tellGone(reason: string): void {
    this.gone.hidden = reason === "";
    if (this.gone.textContent !== reason) this.gone.textContent = reason;
  }

  private say(text: string): void {
    this.status.textContent = text;
    this.status.classList.remove("note");
  }
  private warn(text: string): void {
    this.status.textContent = text;
    this.status.classList.add("note");
  }

  /** Where plans take little time, all at once: drawing twice would take longer. */
  private async look(question: Question, begin: number): Promise<void> {
    const isQuick = this.planning < kQuick;
    const { taken } = this;
    const asked = performance.now();
    const wanted: Question = { ...question, regions: true, plan: isQuick ? "quick" : "none", ratings: isQuick };
    const first = await compute(wanted);
    if (isQuick) this.planning = performance.now() - asked;
    if (taken !== this.taken || !this.accept(first, wanted)) return;
    if (!isQuick) this.say("The plan is on its way.");
    await this.drawn();
    const timing = { regions: performance.now() - begin, plan: isQuick ? performance.now() - begin : NaN };
    this.timings.push(timing);
    if (isQuick) {
      this.showRatings(first.explore!, first);
      this.tell(first, timing);
    }
    // The rest once the hand rests.
    if (isQuick) await this.rest();
    if (this.moves.isWaiting) return;
    const begun = performance.now();
    const whole = await compute({ ...question, regions: false, plan: "whole", ratings: true });
    if (taken !== this.taken || (this.moves.isWaiting && isQuick)) return;
    if (whole.explore!.failure !== "") {
      this.fail(whole.explore!.failure);
      return;
    }
    // In passing it takes about half of that.
    if (!isQuick) this.planning = (performance.now() - begun) / 2;
    this.takePlans(whole);
    this.change();
    if (!isQuick) {
      await this.drawn();
      timing.plan = performance.now() - begin;
    }
    // In passing they are of few places of the path.
    this.showRatings(whole.explore!, whole);
    this.tell(whole, timing);
  }

  /** Until the hand has rested for a while, or moves again. */
  private rest(): Promise<void> {
    return new Promise((done) => {
      this.wake = done;
      window.setTimeout(done, kRest);
    });
  }

  private tell(result: Document, timing: Timing): void {
    const plan = result.plans[0];
    const why = plan !== undefined && plan.t.length === 0 ? `${plan.status}: ${plan.reason}` : result.explore!.plan_failure;
    const wished = plan?.wished ?? null;
    this.headline.textContent = why !== "" || plan?.time == null ? "no motion"
      : `${wished !== null ? callWished(wished) : isGiven(plan) ? "motion by its law" : "fastest motion"}: ${unitOf(this.data, "s").tell(plan.time, 5)}`;
    if (why !== "") this.warn(`No plan: ${spell(why)}`);
    else this.say(`Regions after ${timing.regions.toFixed(0)} ms, plan after ${timing.plan.toFixed(0)} ms.`);
  }

  /** Where there is no motion the last one stays, greyed. */
  private takePlans(result: Document): void {
    const hasMotion = result.plans.some((plan) => plan.t.length > 0);
    if (hasMotion || this.data.plans.every((plan) => plan.t.length === 0)) this.data.plans = result.plans;
    else for (const plan of this.data.plans) plan.isOld = true;
    this.main.classList.toggle("waiting", !hasMotion);
  }

  /** Puts machine and regions in place; false if there are none. */
  private accept(result: Document, question: Question): boolean {
    if (result.explore!.failure !== "" || result.machine === null) {
      this.fail(result.explore!.failure);
      return false;
    }
    this.main.classList.remove("stale");
    this.data.machine = result.machine;
    this.data.units = { ...this.data.units, ...result.units };
    this.keepOldPlans(result.machine);
    if (question.plan !== "none") this.takePlans(result);
    const index = this.data.paths.findIndex((path) => path.name === question.path);
    if (index >= 0 && result.paths[0] !== undefined) this.data.paths[index] = result.paths[0];
    this.change();
    return true;
  }

  /** The old plan stays, greyed, until the new one is there, unless it is of other drives. */
  private keepOldPlans(machine: Machine): void {
    const names = (drives: { name: string }[]): string => drives.map((one) => one.name).join();
    this.data.plans = this.data.plans.filter((plan) => names(plan.drives) === names(machine.drives));
    for (const plan of this.data.plans) plan.isOld = true;
    this.main.classList.add("waiting");
  }

  /** Tells all views, at the same place of the path. */
  private change(): void {
    this.store.change({ version: this.store.now.version + 1 });
    settle(this.data, this.store, { ...this.store.now, ...this.wanted });
    this.wanted = {};
  }

  /** The last good state stays, greyed. */
  private fail(reason: string): void {
    this.main.classList.add("stale");
    this.headline.textContent = "not possible";
    this.warn(`Not possible: ${spell(reason.replace(/^request: /, ""))}`);
    this.criteria.classList.remove("old");
    // Numbers of the machine before would be taken for this one's.
    const { stored } = this;
    this.criteria.replaceChildren(...(stored === null ? [] : [table(["criterion", "value", stored.title], [...stored.values].map(([name, value]) =>
      [this.callRating(name), "–", unitOf(this.data, this.ratingUnits.get(name) ?? "1").tell(value, 5)]))]));
  }

  /** Long names may be broken behind their dots. */
  private callRating(name: string): string {
    return spell(name).replaceAll("_", " ").replaceAll(".", ".\u200b");
  }

  private showRatings(found: Explore, result: Document): void {
    this.criteria.classList.remove("old");
    const plan = result.plans[0];
    const { stored } = this;
    const rows = found.ratings.map((one) => {
      const unit = unitOf(this.data, one.unit);
      this.ratingUnits.set(one.name, one.unit);
      const name = this.callRating(one.name);
      const row = [name, `${one.holds ? "" : "✗ "}${unit.tell(one.value, 5)}`];
      return stored === null ? row : [...row, unit.tell(stored.values.get(one.name) ?? NaN, 5)];
    });
    const more = stored === null ? [] : [""];
        const wished = plan?.wished ?? null;
    const timed = isGiven(plan) ? `time of its law, ${plan?.status === "given" ? "within" : "beyond"} limits`
      : wished === null ? "time of the fastest motion" : `time of the ${callWished(wished)}`;
    if (wished !== null) rows.unshift([`losses, ${wished.losses_unit}`, tell(wished.losses, 5), ...more]);
    if (plan?.time != null) rows.unshift([timed, unitOf(this.data, "s").tell(plan.time, 6), ...more]);
    else if (plan !== undefined) rows.unshift(["fastest motion", spell(`${plan.status}: ${plan.reason}`), ...more]);
    const parts: HTMLElement[] = [table(["criterion", "value", ...(stored === null ? [] : [stored.title])], rows)];
    if (found.ratings.some((one) => !one.holds)) parts.push(element("p", { class: "caption" }, "✗: out of bounds"));
    if (found.rating_failure !== "") parts.push(element("p", { class: "note" }, spell(found.rating_failure)));
    this.criteria.replaceChildren(...parts);
  }

  private drawn(): Promise<void> {
    return new Promise((done) => requestAnimationFrame(() => done()));
  }
}
