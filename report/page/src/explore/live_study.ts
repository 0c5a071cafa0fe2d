// A study that is watched, perhaps while it runs, and below its designs the machine of one of them, to be
// moved from there.
import { element } from "../dom";
import { emptyPath, type Document } from "../document";
import { type Link, type Settings, Store, type StudyState } from "../state";
import { Beside, makeReferences } from "../study/beside";
import { listGhosts } from "../ghosts";
import { DesignIndex } from "../study/designs";
import { differenceCard } from "../study/difference_table";
import { chooseDesigns, listStudyViews } from "../study/study_views";
import { ExplorePage } from "./explore_page";
import { Newest } from "./newest";
import { compute, readStudy } from "./server";

/** ms between looks at a study, or longer where a look takes long: most of the time is for who moves. */
const kPause = 2000;
const kShare = 0.1;

export class LiveStudy {
  readonly store: Store<StudyState>;
  /** Of the machine shown. */
  readonly machine: ExplorePage;
  private readonly index: DesignIndex;
  /** Nobody has chosen a design yet. */
  private takesBest: boolean;
  private readonly references = element("div", { class: "controls" });
  private beside: Beside | null = null;
  private differences: HTMLElement | null = null;
  /** Without an answer the machine's part of the page says why. */
  private readonly besides = new Newest(() => this.computeReference().catch(() => {}));
  private listed = "";

  /** @param data of the study @param first of the machine @param settings what was moved away from the link's design */
  constructor(readonly data: Document, private readonly first: Document, link: Link, private readonly settings: Settings) {
    this.index = new DesignIndex(data.study!);
    this.machine = new ExplorePage(first, link, "div");
    Object.assign(this.machine.data.units, data.units);
    const best = data.study!.named[0]?.id ?? 0;
    // A click on the design that was taken takes it again.
    this.store = new Store<StudyState>(chooseDesigns(this.index, link, best), ["design"]);
    this.takesBest = link.design === undefined;
    this.machine.onReset = () => this.store.change({ design: 0 });
  }

  build(): HTMLElement[] {
    const views = element("div", { class: "cards" }, ...listStudyViews(this.data, this.index, this.store));
    this.machine.addHead(this.references);
    const parts = this.machine.build(this.store.now.design === 0);
    this.store.listen((state, changed) => {
      if (changed.includes("design")) this.takeDesign(state.design);
      if (changed.includes("reference") || changed.includes("upon")) this.showReference();
      if (changed.includes("reference") || changed.includes("design") || changed.includes("version")) this.showDifferences();
      if (changed.includes("reference") || changed.includes("version")) this.listReferences();
    });
    this.machine.store.listen((_, changed) => {
      if (changed.includes("path")) this.showReference();
    });
    this.listReferences();
    this.showDifferences();
    if (this.store.now.design !== 0) this.takeDesign(this.store.now.design);
    this.machine.restore(this.settings);
    this.showReference();
    this.watch();
    return [element("main", {}, views, ...parts)];
  }

  /** Goes where a link leads: a design, and what was moved from it. */
  goTo(link: Link, settings: Settings): void {
    const design = link.design ?? 0;
    if (design !== this.store.now.design) {
      if (design === 0) this.machine.reset();
      else this.store.change({ design });
    }
    this.machine.goTo(settings, link.path);
  }

  /** The values of a design's variables. */
  private settingsOf(id: number): Record<string, number> {
    const row = this.index.rowOf(id)!;
    return Object.fromEntries(this.index.columns("variable").map((column) => [column.name, column.values[row]!]));
  }

  private takeDesign(id: number): void {
    this.takesBest = false;
    const row = this.index.rowOf(id);
    if (row === undefined) return;
    this.machine.name(`Design ${id}`);
    const rated = this.index.columns("objective", "constraint", "quantity");
    this.machine.stored = { title: `as stored: ${id}`, values: new Map(rated.map((column) => [column.name, column.values[row]!])) };
    this.machine.take(this.settingsOf(id));
    this.machine.note(`design ${id}`);
  }

  private listReferences(): void {
    const { front } = this.data.study!;
    const { reference } = this.store.now;
    const ids = reference === 0 || front.includes(reference) ? front : [reference, ...front];
    // A list that is open would be closed.
    const list = this.references.querySelector("select");
    if (this.listed === `${reference}:${ids.join()}` || (list !== null && list === document.activeElement)) return;
    this.listed = `${reference}:${ids.join()}`;
    this.references.replaceChildren(makeReferences(this.index, ids, this.store.now, (choice) => this.store.change(choice)));
  }

  /** Of the design that was taken and the one beside it, as they are stored. */
  private showDifferences(): void {
    const { design, reference } = this.store.now;
    this.differences?.remove();
    this.differences = differenceCard(this.data, this.index, reference, design);
    if (this.differences !== null) this.machine.shown.at(-1)!.after(this.differences);
  }

  private showReference(): void {
    this.beside?.end();
    this.beside = null;
    this.machine.setGhosts("reference", []);
    this.besides.ask();
  }

  /** Shows the reference at the path that is looked at, unless another is asked for before it is there. */
  private async computeReference(): Promise<void> {
    const { reference } = this.store.now;
    if (reference === 0 || this.index.rowOf(reference) === undefined) return;
    const path = this.machine.store.now.path;
    const names = this.first.explore!.paths;
    const found = await compute({ settings: this.settingsOf(reference), path: names[path]!, off: [], choices: false, regions: true, plan: "whole", ratings: false }, "reference");
    if (this.besides.isWaiting || found.machine === null) return;
    const paths = names.map((name, i) => (i === path ? found.paths[0]! : emptyPath(name, 1)));
    if (this.store.now.upon) {
      this.machine.setGhosts("reference", listGhosts({ ...found, paths }, names[path], `design ${reference}`));
      return;
    }
    this.beside = new Beside(this.machine.shown, this.machine.store);
    this.beside.show({ ...found, units: this.machine.data.units, paths }, reference);
  }

  /** Looks at the study now and then, while somebody looks at the page. */
  private watch(pause = kPause): void {
    window.setTimeout(() => {
      const begin = performance.now();
      void (document.hidden ? Promise.resolve() : this.look()).finally(() => this.watch(Math.max(kPause, (performance.now() - begin) / kShare)));
    }, pause);
  }

  private async look(): Promise<void> {
    const found = await readStudy(this.data.study!.ids.length).catch(() => null);
    if (found === null) return;
    const { brushed } = this.store.now;
    const ids = brushed === null ? null : [...brushed].map((row) => this.data.study!.ids[row]!);
    this.index.grow(found.study!);
    this.store.change({
      brushed: ids === null ? null : new Set(ids.map((id) => this.index.rowOf(id)!)), version: this.store.now.version + 1,
    });
    // The first good one, unless somebody is busy.
    const best = found.study!.named[0]?.id;
    if (best !== undefined && this.takesBest && !this.machine.isTouched) this.store.change({ design: best });
  }
}
