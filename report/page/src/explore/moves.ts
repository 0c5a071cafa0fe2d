// Moves one after the other, to be undone and done again: they are places in the browser's history, so that its Back and
// Forward go through them, too.

/** ms within which the same thing that is moved again is one move. */
const kOne = 700;

/** What undoes while a text is not being written. */
function isEdited(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === "text" && target.value !== (target.dataset.shown ?? target.value);
}

function placeOf(state: unknown): number {
  const place = (state as { move?: unknown } | null)?.move;
  return typeof place === "number" ? place : 0;
}

export class Moves {
  private place = placeOf(history.state);
  private newest = this.place;
  private last = { what: "", at: -Infinity };
  private isGoing = false;
  /** Told when there is more or less to undo. */
  changed = (): void => {};

  /**
   * @param link to what is there now
   * @param go back to what a link says
   */
  constructor(private readonly link: () => string, private readonly go: (link: string) => void) {
    window.addEventListener("popstate", (event) => this.arrive(placeOf(event.state)));
    document.addEventListener("keydown", (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isEdited(event.target)) return;
      const key = event.key.toLowerCase();
      if (key !== "z" && key !== "y") return;
      event.preventDefault();
      if (key === "y" || event.shiftKey) this.redo();
      else this.undo();
    });
  }

  get canUndo(): boolean {
    return this.place > 0;
  }
  get canRedo(): boolean {
    return this.place < this.newest;
  }

  undo(): void {
    if (this.canUndo) history.back();
  }
  redo(): void {
    if (this.canRedo) history.forward();
  }

  /** Something was moved; the same again soon is no other move. */
  note(what: string): void {
    if (this.isGoing) return;
    const now = performance.now();
    const isSame = what === this.last.what && now - this.last.at < kOne;
    this.last = { what, at: now };
    if (isSame) return;
    this.newest = ++this.place;
    try {
      history.pushState({ move: this.place }, "", `#${this.link()}`);
    } catch {
      // Browsers refuse what comes hundreds of times a minute.
    }
    this.changed();
  }

  private arrive(place: number): void {
    this.place = place;
    this.newest = Math.max(this.newest, place);
    this.last = { what: "", at: -Infinity };
    this.isGoing = true;
    this.go(location.hash);
    this.isGoing = false;
    this.changed();
  }
}
