// Another design beside the one that is shown, at the same place of its path.
import type { Document } from "../document";
import { findPlan, timeAt } from "../plan/phase_view";
import { makeStore, type State, type Store, type StudyState } from "../state";
import { element, rename, select } from "../dom";
import { spell } from "../text";
import { listMainViews } from "../views";
import type { DesignIndex } from "./designs";

export class Beside {
  private store: Store | null = null;
  private views: HTMLElement[] = [];
  private leave = (): void => {};

  /** @param shown the main views that others are put beside, each behind its own */
  constructor(private readonly shown: HTMLElement[], private readonly leader: Store) {}

  show(data: Document, id: number): void {
    this.end();
    const store = makeStore();
    const take = (state: Readonly<State>): void => {
      const plan = findPlan(data, data.paths[state.path]);
      const { path, p, spanP, camera, hover, asTool } = state;
      store.change({ path, p, t: plan === undefined ? NaN : timeAt(plan, p), spanP, camera, hover, asTool });
    };
    take(this.leader.now);
    this.leave = this.leader.listen(take);
    this.store = store;
    this.views = listMainViews(data, store, ` of design ${id}`);
    this.views.forEach((one, i) => {
      rename(one, `reference-${one.id}`);
      this.shown[i]!.after(one);
    });
  }

  end(): void {
    this.leave();
    this.store?.end();
    this.store = null;
    for (const one of this.views.splice(0)) one.remove();
  }
}

/** What is chosen of the references: which, and where it is drawn. */
type Choice = Pick<StudyState, "reference" | "upon">;

/** A list of designs to be put beside the one shown, or upon it. */
export function makeReferences(index: DesignIndex, ids: number[], now: Choice, choose: (choice: Partial<Choice>) => void): HTMLElement {
  const why = new Map(index.study.named.map((one) => [one.id, one.why]));
  const all = [0, ...ids];
  const names = all.map((id) => (id === 0 ? "nothing" : `design ${id}${why.has(id) ? `: ${spell(why.get(id)!)}` : ""}`));
  const list = select("beside it", names, (k) => choose({ reference: all[k]! }));
  list.selectedIndex = Math.max(0, all.indexOf(now.reference));
  const upon = element("input", { type: "checkbox" });
  upon.checked = now.upon;
  upon.addEventListener("change", () => choose({ upon: upon.checked }));
  return element("div", { class: "controls references" }, element("label", {}, "beside it ", list), element("label", { title: "on one scale" }, upon, " drawn upon it"));
}
