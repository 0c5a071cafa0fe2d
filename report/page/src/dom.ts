// Elements of the page. Texts become text nodes always, whatever they contain.
import { help } from "./help";

type Child = Node | string;

export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** A part of the page with a heading. */
export function card(id: string, title: string, ...children: Child[]): HTMLElement {
  const heading = element("h2", { id: `${id}-title` }, title);
  const made = element("section", { id, class: "card", "aria-labelledby": `${id}-title` }, heading);
  if (help[id] !== undefined) made.append(...makeHelp(title, help[id]!));
  made.append(...children);
  return made;
}

/** A question mark, and what it tells. */
function makeHelp(title: string, text: string): HTMLElement[] {
  const told = element("p", { class: "help", hidden: "" }, text);
  const ask = element("button", { type: "button", class: "ask", "aria-label": `? about ${title}`, "aria-expanded": "false" }, "?");
  ask.addEventListener("click", () => {
    told.hidden = !told.hidden;
    ask.setAttribute("aria-expanded", String(!told.hidden));
  });
  return [ask, told];
}

/** Gives a card another id, where there is one with its own already. */
export function rename(made: HTMLElement, id: string): void {
  made.id = id;
  made.querySelector("h2")!.id = `${id}-title`;
  made.setAttribute("aria-labelledby", `${id}-title`);
}

/** A choice of one of several names. */
export function select(label: string, names: string[], choose: (index: number) => void): HTMLSelectElement {
  const list = element("select", { "aria-label": label });
  names.forEach((name, index) => list.append(element("option", { value: String(index) }, name)));
  list.addEventListener("change", () => choose(list.selectedIndex));
  return list;
}

export function button(text: string, label: string, act: () => void): HTMLButtonElement {
  const made = element("button", { type: "button", "aria-label": label, title: label }, text);
  made.addEventListener("click", act);
  return made;
}

/** A table: a row of heads, then rows; numbers to the right. */
export function table(heads: string[], rows: string[][]): HTMLTableElement {
  const head = element("tr", {}, ...heads.map((text) => element("th", { scope: "col" }, text)));
  const body = rows.map((row) =>
    element("tr", {}, ...row.map((text, i) =>
      i === 0 ? element("th", { scope: "row" }, text) : element("td", {}, text))));
  return element("table", {}, element("thead", {}, head), element("tbody", {}, ...body));
}
