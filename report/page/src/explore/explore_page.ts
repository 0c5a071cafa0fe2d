// The live page: what is moved is computed again while the hand moves.
import { button, card, element } from "../dom";
import { emptyPath, isGiven, type Document, type Machine } from "../document";
import type { Ghost } from "../ghosts";
import { HandleLayer } from "../hands/handle_layer";
import { ValueHand } from "../hands/hand";
import { type Link, makeStore, plainWishes, seenIn, type Settings } from "../state";
import { callWished, spell, unitOf } from "../text";
import { Transport } from "../transport";
import { listMainViews, listOtherViews, settle } from "../views";
import { DriveBoxes } from "./drive_boxes";
import type { Moves } from "./moves";
import { Newest } from "./newest";
import { Others } from "./others";
import { RatingTable, type Stored } from "./rating_table";
import { type Keeper, makeWhole, Snapshots } from "./snapshots";
import { compute, findGone, Gone, type Question, save } from "./server";
import { ValueControls } from "./value_controls";
import { WishControls } from "./wish_controls";

/** ms that plans may take for them to be asked for with the regions. */
const kQuick = 100;
/** ms between looks whether the program is still there. */
const kWatch = 3000;
/** ms after which a hand that does not move rests. */
const kRest = 120;
/** ms after which points are asked for at another place of the path. */
const kStay = 400;

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
  private readonly question: Question;
  private readonly controls: ValueControls;
  private readonly drives: DriveBoxes;
  private readonly wishes: WishControls;
  private readonly ratings: RatingTable;
  private readonly snapshots: Snapshots;
  private readonly ghosts: Record<"snapshots" | "reference" | "others", Ghost[]> = { snapshots: [], reference: [], others: [] };
  private readonly others: Others;
  private hand: ValueHand | null = null;
  private layer: HandleLayer | null = null;
  /** The number that matters most, and what is to be said of it. */
  private readonly headline = element("p", { class: "headline" });
  private readonly status = element("p", { class: "caption", role: "status" });
  /** Above all, where the program is not there any more. */
  private readonly gone = element("p", { class: "note gone", role: "alert", hidden: "" });
  private readonly main = element("div", { class: "cards" });
  private readonly buttons = element("div", { class: "controls" });
  private readonly panel: HTMLElement;
  private title = "Design";
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
  /** Where moves are kept to be undone. */
  private past: Moves | null = null;
  /** The values that were taken, from which those of the controls are moved. */
  private base: Record<string, number> = {};
  /** Where to be once there are regions. */
  private wanted: Link;
  /** Grows with designs that are taken: what was asked of the one before is not shown any more. */
  private taken = 0;

  /** @param tag of all of it: a page has one `main` */
  constructor(first: Document, link: Link, private readonly tag: "main" | "div" = "main") {
    const choices = first.explore!;
    this.data = { ...first, paths: choices.paths.map((name) => first.paths.find((path) => path.name === name) ?? emptyPath(name, 1)) };
    const isThere = link.path !== undefined && choices.paths[link.path] !== undefined;
    this.wanted = { ...link, path: isThere ? link.path! : 0 };
    this.question = { settings: {}, path: choices.paths[this.wanted.path!]!, off: [], choices: false, regions: true, plan: "none", ratings: false, ...plainWishes };
    this.controls = new ValueControls(this.data, (name, value) => this.set({ [name]: value }, name));
    this.drives = new DriveBoxes(choices.drives, (off, name) => {
      this.question.off = off;
      this.touch(`drive ${name}`);
    });
    this.wishes = new WishControls((what) => {
      Object.assign(this.question, this.wishes.now);
      this.touch(what);
    });
    this.ratings = new RatingTable(this.data);
    this.snapshots = new Snapshots(this.makeKeeper());
    this.others = new Others(choices.others, (ghosts, stored) => {
      this.setGhosts("others", ghosts);
      if (stored !== null && this.ratings.stored?.title !== stored.title) this.ratings.stored = stored;
    });
    this.makeButtons();
    this.panel = card("design", "Design", this.headline, this.status, this.buttons, this.snapshots.bar, this.others.element,
      element("div", { class: "rest" }, this.controls.element, this.drives.element, this.wishes.element, this.ratings.element));
    this.controls.suit(this.question.path);
    this.store.change(seenIn(link));
    if (link.rate !== undefined && link.rate > 0 && link.rate <= 1) this.store.change({ rate: link.rate });
    settle(this.data, this.store, this.wanted);
  }

  /** @param isBegun it is computed at once; otherwise once a design is taken */
  build(isBegun = true): HTMLElement[] {
    const transport = new Transport(this.data, this.store, (index) => {
      this.choosePath(this.data.paths[index]!.name);
      this.past?.note("path");
      this.move();
    });
    this.shown = listMainViews(this.data, this.store, "", (view) => {
      this.hand = new ValueHand(this.data, (point) => view.pointAt(point), (name) => this.valueNow(name), (values, what) => this.set(values, what));
      this.layer = new HandleLayer(view, this.hand, () => void this.findHandles());
    });
    this.main.append(...this.shown, this.snapshots.card, ...listOtherViews(this.data, this.store));
    if (isBegun) this.move();
    void this.others.follow(this.question.path);
    const watch = window.setInterval(() => {
      if (!document.hidden && !this.moves.isWaiting) void findGone().then((reason) => this.tellGone(reason));
    }, kWatch);
    this.store.onEnd(() => window.clearInterval(watch));
    this.followPlace();
    return [this.gone, element(this.tag, {}, transport.element, element("div", { class: "live" }, this.panel, this.main))];
  }

  /** Puts something above the parameters. */
  addHead(...parts: HTMLElement[]): void {
    this.panel.firstElementChild!.after(...parts);
  }
  /** What the machine shown is called, until it is moved. */
  name(title: string): void {
    this.title = title;
    this.showTitle();
  }

  private showTitle(): void {
    const { values, off } = this.settings;
    const isMoved = this.ratings.stored !== null && (Object.keys(values).length > 0 || off.length > 0);
    this.panel.firstElementChild!.textContent = isMoved ? `${this.title}, moved` : this.title;
  }

  /** The ratings of a stored design, to be told beside those of the machine. */
  set stored(stored: Stored | null) {
    this.ratings.stored = stored;
  }

  /** What has been moved since values were taken, the drives that are off, and how it is planned. */
  get settings(): Settings {
    const moved = Object.entries(this.question.settings).filter(([name, value]) => valueOf(this.base, name) !== value);
    return { values: Object.fromEntries(moved), off: this.question.off, wishes: this.wishes.now };
  }

  private makeKeeper(): Keeper {
    const page = this;
    return {
      data: this.data,
      get now() { return { settings: makeWhole(page.settings, page.question.settings), numbers: page.ratings.numbers }; },
      get path() { return page.store.now.path; },
      goBack: (snapshot) => {
        page.show(snapshot.settings, snapshot.path);
        page.note(`snapshot ${snapshot.name}`);
      },
      setGhosts: (ghosts) => page.setGhosts("snapshots", ghosts),
    };
  }

  /** Draws others upon the machine: snapshots, and the reference of a study. */
  setGhosts(of: "snapshots" | "reference" | "others", ghosts: Ghost[]): void {
    if (this.ghosts[of].length === 0 && ghosts.length === 0) return;
    this.ghosts[of] = ghosts;
    this.data.ghosts = [...this.ghosts.others, ...this.ghosts.reference, ...this.ghosts.snapshots];
    this.store.change({ version: this.store.now.version + 1 });
  }

  /** What may undo and do again. */
  connect(past: Moves): void {
    this.past = past;
    const undo = button("↶", "undo (Ctrl-Z)", () => past.undo());
    const redo = button("↷", "redo (Ctrl-Shift-Z)", () => past.redo());
    past.changed = () => {
      undo.disabled = !past.canUndo;
      redo.disabled = !past.canRedo;
    };
    past.changed();
    this.buttons.prepend(undo, redo);
  }

  /** Goes where somebody was before; names that are not there are left out. */
  goTo(settings: Settings, path = this.store.now.path): void {
    const isOther = this.data.paths[path] !== undefined && path !== this.store.now.path;
    if (isOther) {
      this.store.change({ path, p: 0, t: NaN, playing: false });
      this.choosePath(this.data.paths[path]!.name);
    }
    this.apply(settings);
    this.touch("", false);
  }

  /** Goes to these values, whatever was taken. */
  show(settings: Settings, path: number): void {
    // What was taken and is not said is as at first there.
    const first = Object.fromEntries(this.data.explore!.movables.filter(({ name, original }) => original !== null && valueOf(this.base, name) !== undefined)
      .map(({ name, original }) => [name, original!]));
    this.goTo({ ...settings, values: { ...first, ...settings.values } }, path);
  }

  /** As goTo(), where there is something to go to. */
  restore(settings: Settings): void {
    const before = JSON.stringify(this.settings);
    this.apply(settings);
    if (JSON.stringify(this.settings) !== before) this.touch("", false);
  }

  private apply({ values, off, wishes }: Settings): void {
    const names = this.data.explore!.movables.map((one) => one.name);
    const known = Object.entries(values).filter(([name]) => names.includes(name));
    this.question.settings = { ...this.base, ...Object.fromEntries(known) };
    this.question.off = this.data.explore!.drives.filter((name) => off.includes(name));
    Object.assign(this.question, wishes);
    this.controls.set(this.question.settings);
    this.drives.set(this.question.off);
    this.wishes.set(wishes);
  }

  /** Goes to these values, with all drives. */
  take(settings: Record<string, number>): void {
    ++this.taken;
    this.base = settings;
    this.question.settings = settings;
    this.question.off = [];
    this.drives.set([]);
    this.ratings.age();
    this.controls.set(settings);
    this.showTitle();
    this.move();
  }

  private choosePath(name: string): void {
    this.question.path = name;
    this.snapshots.followPath();
    void this.others.follow(name);
    this.controls.suit(name);
    this.layer?.take([]);
  }

  /** Something is not as it was taken any more. */
  private touch(what: string, isNew = true): void {
    this.showTitle();
    this.isTouched = true;
    if (isNew) this.past?.note(what);
    this.move();
  }

  /** All as at first. */
  reset(): void {
    this.name("Design");
    this.ratings.stored = null;
    this.onReset();
    this.wishes.set(plainWishes);
    Object.assign(this.question, plainWishes);
    this.take({});
    this.note("reset");
  }

  /** Something was done that can be undone. */
  note(what: string): void {
    this.past?.note(what);
  }

  private makeButtons(): void {
    const reset = button("reset", "reset: all parameters as at first", () => this.reset());
    this.buttons.append(reset, button("save as machine file", "save as machine file", () => void this.save()));
  }

  private valueNow(name: string): number {
    const movable = this.data.explore!.movables.find((one) => one.name === name);
    return valueOf(this.question.settings, name) ?? movable?.original ?? NaN;
  }

  /** @param values NaN: none */
  private set(values: Record<string, number>, what: string): void {
    const settings = { ...this.question.settings, ...values };
    for (const [name, value] of Object.entries(values)) {
      if (Number.isNaN(value)) delete settings[name];
    }
    this.question.settings = settings;
    this.controls.set(settings);
    this.touch(what);
  }

  /** Points are where the machine is: they are asked for again where it stays at another place of its path. */
  private followPlace(): void {
    let pending = 0;
    this.store.listen((state, changed) => {
      if (!changed.includes("p") || state.playing || changed.includes("version")) return;
      window.clearTimeout(pending);
      pending = window.setTimeout(() => void this.findHandles(), kStay);
    });
    this.store.onEnd(() => window.clearTimeout(pending));
  }

  /** What to ask of points: while a hand moves one that alone. */
  private get handles(): Question["handles"] {
    if (this.layer?.isShown !== true) return undefined;
    const by = this.hand?.names ?? [];
    return { p: this.store.now.p, ...(by.length > 0 ? { by } : {}) };
  }

  private takeHandles(found: Document, question: Question): void {
    const { handles } = found.explore!;
    if (question.handles === undefined || this.layer === null) return;
    this.hand!.take(handles, question.settings);
    if (question.handles.by === undefined) {
      this.layer.take(handles);
      return;
    }
    // Of some values alone it is not known how the others move: that is asked for once the hand has let go.
    this.layer.takePlaces(handles);
    if (this.hand!.names.length === 0) window.setTimeout(() => void this.findHandles(), kStay);
  }

  private async findHandles(): Promise<void> {
    if (this.layer?.isShown !== true || this.main.getAttribute("aria-busy") === "true") return;
    const question: Question = { ...this.question, regions: false, plan: "none", ratings: false, handles: { p: this.store.now.p } };
    const found = await compute(question, "handles").catch(() => null);
    if (found !== null && this.question.settings === question.settings && this.question.path === question.path) this.takeHandles(found, question);
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
    const wanted: Question = { ...question, regions: true, plan: isQuick ? "quick" : "none", ratings: isQuick, ...this.askMoving() };
    const first = await compute(wanted);
    if (isQuick) this.planning = performance.now() - asked;
    if (taken !== this.taken || !this.accept(first, wanted)) return;
    this.takeHandles(first, wanted);
    if (!isQuick) this.say("The plan is on its way.");
    if (isQuick) this.ratings.show(first.explore!, first.plans[0]);
    const timing = { regions: NaN, plan: NaN };
    const isDrawn = this.drawn().then(() => {
      timing.regions = performance.now() - begin;
      if (isQuick) {
        timing.plan = timing.regions;
        this.tell(first, timing);
      }
      this.timings.push(timing);
    });
    // The next question is computed while this answer is drawn.
    if (this.moves.isWaiting && isQuick) return;
    await isDrawn;
    // The rest once the hand rests.
    if (isQuick) await this.rest();
    if (this.moves.isWaiting) return;
    const begun = performance.now();
    const last: Question = { ...question, regions: false, plan: "whole", ratings: true, handles: this.handles };
    const whole = await compute(last);
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
    this.ratings.show(whole.explore!, whole.plans[0]);
    this.snapshots.follow();
    this.takeHandles(whole, last);
    this.tell(whole, timing);
  }

  /** Points that a hand moves follow it. */
  private askMoving(): Pick<Question, "handles"> {
    const { handles } = this;
    return handles?.by === undefined ? {} : { handles };
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
    if (hasMotion) this.wishes.suit(result.plans[0]!.steps.length > 0);
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
    this.ratings.clear();
    this.snapshots.follow();
  }

  private drawn(): Promise<void> {
    return new Promise((done) => requestAnimationFrame(() => done()));
  }
}
