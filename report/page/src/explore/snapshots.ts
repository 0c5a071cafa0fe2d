// Machines that somebody kept while moving: A, B, C, compared with each other and with what is there now, drawn upon it,
// and gone back to.
import { button, card, element } from "../dom";
import type { Document } from "../document";
import { colourOf, type Ghost } from "../ghosts";
import type { Settings } from "../state";
import { spell } from "../text";
import { listDifferences, makeRows, type Side } from "./differences";
import { Newest } from "./newest";
import { compute } from "./server";

export interface Snapshot extends Side {
  name: string;
  /** Which of the letters it was given. */
  number: number;
  path: number;
  isGhost: boolean;
}

/** What snapshots are taken of, and what they are shown upon. */
export interface Keeper {
  readonly data: Document;
  /** What is there now: all values, and the numbers once they are known. */
  readonly now: Side;
  readonly path: number;
  goBack(snapshot: Snapshot): void;
  /** Draws these upon the machine. */
  setGhosts(ghosts: Ghost[]): void;
}

/** A table of more columns is not read any more. */
const kMost = 6;
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

export class Snapshots {
  /** In the panel: keeping, and going back. */
  readonly bar = element("div", { class: "controls snapshots" });
  readonly card: HTMLElement;
  private list: Snapshot[] = [];
  private readonly body = element("div", { class: "scroll" });
  private readonly note = element("p", { class: "caption", role: "status" });
  private readonly ghosts = new Newest(() => this.computeGhosts());
  private readonly place: string;

  constructor(private readonly keeper: Keeper) {
    this.card = card("compare", "Comparison", this.body, this.note);
    this.place = `snapshots of ${keeper.data.title}`;
    this.list = this.read();
    this.show();
    if (this.list.some((one) => one.isGhost)) this.ghosts.ask();
  }

  /** What is there now has changed. */
  follow(): void {
    if (this.list.length > 0) this.showTable();
  }
  /** Another path is looked at. */
  followPath(): void {
    if (!this.list.some((one) => one.isGhost)) return;
    this.keeper.setGhosts([]);
    this.ghosts.ask();
  }

  private keep(): void {
    const number = [...letters].findIndex((_, k) => this.list.every((one) => one.number !== k));
    this.list.push({ ...this.keeper.now, name: letters[number]!, number, path: this.keeper.path, isGhost: false });
    this.change();
  }

  private change(): void {
    try {
      sessionStorage.setItem(this.place, JSON.stringify(this.list));
    } catch {
      // They last as long as the page then.
    }
    this.show();
  }

  /** Those of the page before it was loaded anew; none that are no snapshots. */
  private read(): Snapshot[] {
    try {
      const list = JSON.parse(sessionStorage.getItem(this.place) ?? "[]") as Snapshot[];
      return list.filter((one) => typeof one.name === "string" && typeof one.settings.values === "object" && Array.isArray(one.numbers)).slice(0, kMost);
    } catch {
      return [];
    }
  }

  private show(): void {
    const next = [...letters].find((_, k) => this.list.every((one) => one.number !== k))!;
    const keep = button(`keep ${next}`, `keep ${next}: a snapshot, to compare with and go back to`, () => this.keep());
    keep.disabled = this.list.length >= kMost;
    this.bar.replaceChildren(keep, ...this.list.map((one) => button(spell(one.name), `go back to ${spell(one.name)}`, () => this.keeper.goBack(one))));
    this.card.hidden = this.list.length === 0;
    this.showTable();
  }

  private showTable(): void {
    const focus = document.activeElement;
    // A name that is being written would be lost.
    if (focus instanceof HTMLInputElement && this.body.contains(focus)) {
      focus.addEventListener("blur", () => this.showTable(), { once: true });
      return;
    }
    const { data } = this.keeper;
    const rows = makeRows(listDifferences(data, [this.keeper.now, ...this.list]), 0);
    const heads = [element("th", { scope: "col" }, "difference"), element("th", { scope: "col" }, "now"), ...this.list.map((one) => this.makeHead(one))];
    this.body.replaceChildren(element("table", {}, element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...rows)));
  }

  private makeHead(one: Snapshot): HTMLElement {
    const name = element("input", { type: "text", "aria-label": `name of snapshot ${spell(one.name)}`, size: "8", maxlength: "40" });
    name.value = one.name;
    name.dataset.shown = one.name;
    name.addEventListener("change", () => {
      one.name = name.value.trim() || letters[one.number]!;
      name.blur();
      this.change();
      this.ghosts.ask();
    });
    const ghost = element("button", { type: "button", "aria-pressed": String(one.isGhost), class: "ghost", title: "draw it upon the machine" }, "ghost");
    ghost.style.borderColor = one.isGhost ? colourOf(one) : "";
    ghost.addEventListener("click", () => {
      one.isGhost = !one.isGhost;
      this.change();
      this.ghosts.ask();
    });
    const buttons = element("div", { class: "controls" }, ghost, button("go back", `go back to snapshot ${spell(one.name)}`, () => this.keeper.goBack(one)),
      button("×", `forget snapshot ${spell(one.name)}`, () => this.forget(one)));
    return element("th", { scope: "col" }, name, buttons);
  }

  private forget(one: Snapshot): void {
    this.list = this.list.filter((other) => other !== one);
    this.change();
    this.ghosts.ask();
  }

  /** At the path that is looked at; those that cannot be there are told. */
  private async computeGhosts(): Promise<void> {
    const { data, path } = this.keeper;
    const found: Ghost[] = [];
    const missing: string[] = [];
    for (const one of this.list.filter((snapshot) => snapshot.isGhost)) {
      const { settings: { values, off, wishes } } = one;
      const name = data.explore!.paths[path]!;
      const answer = await compute({ settings: values, path: name, off, choices: false, regions: true, plan: "quick", ratings: false, ...wishes }, `ghost ${one.number}`).catch(() => null);
      if (answer?.machine == null || answer.paths[0] === undefined) missing.push(spell(one.name));
      else found.push({ title: spell(one.name), number: one.number, machine: answer.machine, path: answer.paths[0], plan: answer.plans[0] });
    }
    if (this.ghosts.isWaiting) return;
    this.note.textContent = missing.length > 0 ? `Cannot be drawn along this path: ${missing.join(", ")}.` : "";
    this.keeper.setGhosts(found);
  }
}

/** All values that settings mean, those included from which they were moved. */
export function makeWhole(settings: Settings, base: Record<string, number>): Settings {
  return { ...settings, values: { ...base, ...settings.values } };
}
