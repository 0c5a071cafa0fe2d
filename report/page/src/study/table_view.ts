// All designs as a table: sorted by any column, only what is in sight drawn, exported as CSV.
import { button, card, element, select } from "../dom";
import type { Document, StudyColumn } from "../document";
import type { Store, StudyState } from "../state";
import { spell } from "../text";
import { type DesignIndex, headOf, kFeasible, listRows, showValue, states } from "./designs";

const kRowHeight = 27;
const kVisible = 16;

export class TableView {
  readonly element: HTMLElement;
  private readonly columns: StudyColumn[];
  private readonly body = element("tbody", {});
  private readonly before = element("tr", { "aria-hidden": "true" });
  private readonly after = element("tr", { "aria-hidden": "true" });
  private readonly scroll: HTMLElement;
  private readonly count = element("output", {});
  private readonly heads: HTMLTableCellElement[] = [];
  private rows: number[] = [];
  private kind = 0;
  private sorted: { column: StudyColumn | null; isRising: boolean } = { column: null, isRising: true };

  constructor(private readonly data: Document, private readonly index: DesignIndex, private readonly store: Store<StudyState>) {
    this.columns = index.columns("objective", "variable", "constraint", "quantity");
    const kinds = select("designs listed", ["the front", "feasible designs", "all designs"], (kind) => {
      this.kind = kind;
      this.list();
    });
    const download = button("CSV", "export the designs listed as CSV, in SI units", () => this.export());
    const head = element("tr", {}, this.head("id", null), element("th", { scope: "col" }, "state"), ...this.columns.map((column) => this.head(headOf(data, column), column)));
    const list = element("table", { class: "designs" }, element("thead", {}, head), this.body);
    this.scroll = element("div", { class: "scroll tall", tabindex: "0", "aria-label": "designs" }, list);
    this.scroll.style.height = `${kRowHeight * (kVisible + 1)}px`;
    this.scroll.addEventListener("scroll", () => this.draw());
    this.element = card("designs", "Table", element("div", { class: "controls" }, kinds, download, this.count), this.scroll);
    store.listen((_, changed) => {
      if (changed.includes("brushed") || changed.includes("version")) this.list(changed.includes("version"));
      else this.draw();
    });
    this.list();
  }

  private head(text: string, column: StudyColumn | null): HTMLTableCellElement {
    const cell = element("th", { scope: "col" }, button(text, `sort by ${text}`, () => {
      this.sorted = { column, isRising: this.sorted.column === column ? !this.sorted.isRising : true };
      this.heads.forEach((one) => one.removeAttribute("aria-sort"));
      cell.setAttribute("aria-sort", this.sorted.isRising ? "ascending" : "descending");
      this.list();
    }));
    if (column?.description) cell.title = spell(column.description);
    this.heads.push(cell);
    return cell;
  }

  /** @param isGrown the rows that are seen stay in sight */
  private list(isGrown = false): void {
    const { study, front } = this.index;
    const { brushed } = this.store.now;
    this.rows = listRows(study, (row) => (brushed === null || brushed.has(row)) &&
      (this.kind === 2 || (this.kind === 1 && study.states[row] === kFeasible) || front.has(row)));
    const { column, isRising } = this.sorted;
    const values: ArrayLike<number> = column === null ? study.ids : column.values;
    const key = (row: number): number => (Number.isNaN(values[row]!) ? Infinity : isRising ? values[row]! : -values[row]!);
    this.rows.sort((a, b) => key(a) - key(b) || a - b);
    this.count.textContent = `${this.rows.length} designs`;
    if (!isGrown) this.scroll.scrollTop = 0;
    this.draw();
  }

  private draw(): void {
    const first = Math.max(0, Math.floor(this.scroll.scrollTop / kRowHeight) - 4);
    const last = Math.min(this.rows.length, first + kVisible + 8);
    this.before.style.height = `${first * kRowHeight}px`;
    this.after.style.height = `${(this.rows.length - last) * kRowHeight}px`;
    const focused = this.body.contains(document.activeElement) ? document.activeElement!.textContent : null;
    this.body.replaceChildren(this.before, ...this.rows.slice(first, last).map((row) => this.makeRow(row)), this.after);
    if (focused !== null) [...this.body.querySelectorAll("button")].find((one) => one.textContent === focused)?.focus({ preventScroll: true });
  }

  private makeRow(row: number): HTMLTableRowElement {
    const { study } = this.index;
    const id = study.ids[row]!;
    const take = button(String(id), `show design ${id}`, () => {});  // its click is the row's
    const state = element("td", { title: spell(study.reasons[row] ?? "") }, states[study.states[row]!] ?? "");
    const cells = this.columns.map((column) => element("td", {}, showValue(this.data, column, row)));
    const made = element("tr", {}, element("th", { scope: "row" }, take), state, ...cells);
    made.addEventListener("click", () => this.store.change({ design: id }));
    if (id === this.store.now.design) made.classList.add("shown");
    return made;
  }

  /** With full digits, as the study stores them. */
  private export(): void {
    const { study } = this.index;
    // Texts that programs for tables would take for formulas are told as texts.
    const quote = (text: string): string => {
      const plain = /^[=+\-@\t]/.test(text) ? `'${text}` : text;
      return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
    };
    const lines = this.rows.map((row) => [String(study.ids[row]), states[study.states[row]!]!, ...this.columns.map((column) =>
      (column.choices.length > 0 ? quote(column.choices[column.values[row]!] ?? "") : String(column.values[row]))), quote(study.reasons[row] ?? "")]);
    const text = [["id", "state", ...this.columns.map((column) => quote(column.name)), "reason"], ...lines].map((line) => line.join(",")).join("\n");
    const link = element("a", { href: URL.createObjectURL(new Blob([`${text}\n`], { type: "text/csv" })), download: `${study.name}.csv` });
    link.click();
    URL.revokeObjectURL(link.href);
  }
}
