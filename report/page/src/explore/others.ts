// Machines of other files, drawn upon the one that is moved: at the path of the same name, or at their only one.
import { element } from "../dom";
import type { Document } from "../document";
import { type Ghost, listGhosts } from "../ghosts";
import { spell } from "../text";
import type { Stored } from "./rating_table";
import { computeOther } from "./server";

export class Others {
  /** What of them cannot be drawn, and why. */
  readonly element = element("p", { class: "caption", hidden: "" });
  private asked = 0;

  /** @param take is told of ghosts, and of the numbers of the first machine */
  constructor(private readonly names: string[], private readonly take: (ghosts: Ghost[], stored: Stored | null) => void) {}

  /** Asks for all of them at a path; what was asked for before is not shown any more. */
  async follow(path: string): Promise<void> {
    if (this.names.length === 0) return;
    const number = ++this.asked;
    const found = await Promise.all(this.names.map((_, i) => this.find(i, path)));
    if (number !== this.asked) return;
    const ghosts = found.flatMap((one, i) => ("why" in one ? [] : listGhosts(one.data, one.path, spell(this.names[i]!), i)));
    const first = found[0]!;
    const stored = "why" in first ? null
      : { title: spell(this.names[0]!), values: new Map(first.data.explore!.ratings.map((one) => [one.name, one.value ?? NaN])), time: first.data.plans[0]?.time ?? NaN };
    const missing = found.map((one, i) => ("why" in one ? `${spell(this.names[i]!)}: ${spell(one.why)}` : "")).filter((text) => text !== "");
    this.element.hidden = missing.length === 0;
    this.element.textContent = `Not drawn: ${missing.join("; ")}`;
    this.take(ghosts, stored);
  }

  private async find(number: number, path: string): Promise<{ data: Document; path: string } | { why: string }> {
    const ask = (name: string): Promise<Document> => computeOther(number, { settings: {}, path: name, off: [], choices: false, regions: true, plan: "whole", ratings: true });
    try {
      let data = await ask(path);
      const { paths } = data.explore!;
      let name = path;
      if (!paths.includes(path)) {
        if (paths.length !== 1) return { why: `it has no path ${path}` };
        name = paths[0]!;
        data = await ask(name);
      }
      const { failure } = data.explore!;
      return failure !== "" || data.machine === null ? { why: failure } : { data, path: name };
    } catch (error) {
      return { why: (error as Error).message };
    }
  }
}
