// The page of a study: its designs, and below the one that was taken beside a reference.
import { element, select } from "../dom";
import type { Document, Study } from "../document";
import { makeStore, type State, Store, type StudyState } from "../state";
import { spell } from "../text";
import { findPlan, timeAt } from "../plan/phase_view";
import { Transport } from "../transport";
import { listMainViews, listOtherViews, settle } from "../views";
import { DesignIndex } from "./designs";
import { FrontView } from "./front_view";
import { growthCard, sensitivityCard } from "./growth_view";
import { ParallelView } from "./parallel_view";
import { SpaceView } from "./space_view";
import { TableView } from "./table_view";

/** The document of one design. */
function documentOf(data: Document, id: number): Document | null {
  const design = data.study?.designs.find((one) => one.id === id);
  return design === undefined ? null : { ...data, machine: design.machine, paths: design.paths, plans: design.plans, maps: [] };
}

/** Keeps another design at the same place as the one that is moved. */
function follow(data: Document, leader: Store): Store {
  const store = makeStore();
  const take = (state: Readonly<State>): void => {
    const path = data.paths[state.path];
    const plan = findPlan(data, path);
    store.change({ path: state.path, p: state.p, t: plan === undefined ? NaN : timeAt(plan, state.p) });
  };
  take(leader.now);
  leader.listen(take);
  return store;
}

export class StudyPage {
  readonly study: Study;
  readonly store: Store<StudyState>;
  /** Of the design shown. */
  views: Store = makeStore();
  private readonly index: DesignIndex;
  private readonly place = element("div", {});
  private beside: Store | null = null;

  constructor(private readonly data: Document, link: Partial<Record<string, number>>, private readonly changed: () => void) {
    this.study = data.study!;
    this.index = new DesignIndex(this.study);
    const first = this.study.named[0]?.id ?? this.study.designs[0]?.id ?? 0;
    const known = (id: number | undefined, otherwise: number): number => (id !== undefined && (id === 0 || this.index.rowOf(id) !== undefined) ? id : otherwise);
    this.store = new Store<StudyState>({ design: known(link.design, first), reference: known(link.reference, 0), brushed: null });
    this.views.change(link as Partial<State>);
  }

  build(): HTMLElement[] {
    const main = element("main", {}, new FrontView(this.data, this.index, this.store).element);
    if (this.index.columns("objective").length >= 3) main.append(new SpaceView(this.data, this.index, this.store).element);
    if (this.study.growth.length > 0) main.append(growthCard(this.study, this.store));
    main.append(new ParallelView(this.data, this.index, this.store).element, new TableView(this.data, this.index, this.store).element);
    if (this.study.sensitivities.length > 1) main.append(sensitivityCard(this.study));
    this.store.listen((_, changed) => {
      if (changed.includes("design") || changed.includes("reference")) this.showDesign(this.views.now);
      this.changed();
    });
    this.showDesign(this.views.now);
    return [main, this.place];
  }

  private showDesign(wanted: Partial<State>): void {
    this.views.end();
    this.beside?.end();
    this.beside = null;
    const { design, reference } = this.store.now;
    const data = documentOf(this.data, design);
    const head = element("div", { class: "design-head" }, element("h2", { id: "design-title" }, design === 0 ? "No design chosen" : `Design ${design}`), this.makeReferences());
    if (data === null) {
      this.views = makeStore();
      const note = design === 0 ? "" : "This design is a row of the table only: machines, regions and plans are embedded of designs on the front.";
      this.place.replaceChildren(head, element("p", { class: "note" }, note));
      return;
    }
    this.views = makeStore();
    this.views.change({ rate: wanted.rate ?? 0.1 });
    settle(data, this.views, wanted);
    this.views.listen(() => this.changed());
    const main = element("main", {});
    const shown = listMainViews(data, this.views);
    const other = documentOf(this.data, reference);
    if (other !== null && reference !== design) {
      this.beside = follow(other, this.views);
      const others = listMainViews(other, this.beside, ` of design ${reference}`);
      for (const one of others) one.id = `reference-${one.id}`;
      shown.forEach((one, i) => main.append(one, others[i]!));
    } else {
      main.append(...shown);
    }
    main.append(...listOtherViews(data, this.views));
    this.place.replaceChildren(head, new Transport(data, this.views).element, main);
  }

  private makeReferences(): HTMLElement {
    const why = new Map(this.study.named.map((one) => [one.id, one.why]));
    const ids = [0, ...this.study.designs.map((one) => one.id)];
    const names = ids.map((id) => (id === 0 ? "nothing" : `design ${id}${why.has(id) ? `: ${spell(why.get(id)!)}` : ""}`));
    const list = select("beside it", names, (k) => this.store.change({ reference: ids[k]! }));
    list.selectedIndex = Math.max(0, ids.indexOf(this.store.now.reference));
    return element("label", {}, "beside it ", list);
  }
}
