// The page of a study: its designs, and below the one that was taken beside a reference.
import { element } from "../dom";
import type { Document, Study } from "../document";
import { type Link, makeStore, seenIn, type State, Store, type StudyState } from "../state";
import { spell } from "../text";
import { Headline } from "../plan/headline";
import { Transport } from "../transport";
import { listMainViews, listOtherViews, settle } from "../views";
import { MachineView } from "../machine/machine_view";
import { Beside, makeReferences } from "./beside";
import { listGhosts } from "../ghosts";
import { documentOf } from "./design_document";
import { DesignIndex } from "./designs";
import { differenceCard } from "./difference_table";
import { chooseDesigns, listStudyViews } from "./study_views";

export class StudyPage {
  readonly study: Study;
  readonly store: Store<StudyState>;
  /** Of the design shown. */
  views: Store = makeStore();
  /** What is known of the design shown. */
  shown: Document | null = null;
  private readonly index: DesignIndex;
  private readonly place = element("div", {});
  private beside: Beside | null = null;

  constructor(private readonly data: Document, link: Link, private readonly changed: () => void) {
    this.study = data.study!;
    this.index = new DesignIndex(this.study);
    const first = this.study.named[0]?.id ?? this.study.designs[0]?.id ?? 0;
    this.store = new Store<StudyState>(chooseDesigns(this.index, link, first));
    const { path = 0, p = 0, p2 = NaN, rate = 0.1 } = link;
    this.views.change({ path, p, p2, rate, ...seenIn(link) });
  }

  build(): HTMLElement[] {
    const main = element("main", {}, element("div", { class: "cards" }, ...listStudyViews(this.data, this.index, this.store)), this.place);
    this.store.listen((_, changed) => {
      if (changed.includes("design") || changed.includes("reference") || changed.includes("upon")) this.showDesign(this.views.now);
      this.changed();
    });
    this.showDesign(this.views.now);
    return [main];
  }

  private showDesign(wanted: Readonly<State>): void {
    this.views.end();
    this.beside?.end();
    this.beside = null;
    const { design, reference, upon } = this.store.now;
    const data = documentOf(this.data, this.index, design);
    this.shown = data;
    const known = this.study.designs.map((one) => one.id);
    const references = makeReferences(this.index, known, this.store.now, (choice) => this.store.change(choice));
    const head = element("div", { class: "design-head" }, element("h2", { id: "design-title" }, design === 0 ? "No design chosen" : `Design ${design}`), references);
    if (data === null || data.paths[0]?.regions.p.length === 0) {
      this.views = makeStore();
      this.showRow(head, data);
      return;
    }
    this.views = makeStore();
    const { rate, spanT, spanP, camera, asTool } = wanted;
    this.views.change({ rate, spanT, spanP, camera, asTool });
    settle(data, this.views, wanted);
    this.views.listen(() => this.changed());
    const other = known.includes(reference) && reference !== design ? documentOf(this.data, this.index, reference) : null;
    if (other !== null && upon) this.putUpon(data, other, `design ${reference}`);
    const shown = listMainViews(data, this.views);
    const differences = differenceCard(this.data, this.index, reference, design);
    const main = element("div", { class: "cards" }, ...shown, ...(differences === null ? [] : [differences]), ...listOtherViews(data, this.views));
    if (other !== null && !upon) {
      this.beside = new Beside(shown, this.views);
      this.beside.show(other, reference);
    }
    this.place.replaceChildren(head, new Transport(data, this.views).element, new Headline(data, this.views).element, main);
  }

  /** Draws another design upon this one, along the path that is looked at. */
  private putUpon(data: Document, other: Document, title: string): void {
    const take = (): void => { data.ghosts = listGhosts(other, data.paths[this.views.now.path]?.name, title); };
    take();
    this.views.listen((state, changed) => {
      if (!changed.includes("path")) return;
      take();
      this.views.change({ version: state.version + 1 });
    });
  }

  /** A design that is a row of the table, perhaps with its machine. */
  private showRow(head: HTMLElement, data: Document | null): void {
    const row = this.index.rowOf(this.store.now.design);
    const parts: HTMLElement[] = [head];
    if (row !== undefined) {
      const reason = this.study.reasons[row] ?? "";
      if (reason !== "") parts.push(element("p", { class: "note" }, spell(reason)));
      parts.push(element("p", { class: "caption" }, data === null
        ? "Its machine is not in this file: it cannot be put together at the beginning of its path, or there are too many."
        : "Regions and plans are in this file for designs on the front: `globaldyn explore` of the study shows those of others."));
    }
    if (data !== null) parts.push(element("div", { class: "cards" }, new MachineView(data, this.views).element));
    this.place.replaceChildren(...parts);
  }
}
