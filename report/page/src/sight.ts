// What is out of sight is not drawn: pages are long, and moves many.

const acts = new WeakMap<Element, (isSeen: boolean) => void>();
const observer = new IntersectionObserver((entries) => {
  for (const entry of entries) acts.get(entry.target)?.(entry.isIntersecting);
}, { rootMargin: "200px" });

/** Calls `draw` when asked and in sight; if asked out of sight, once it comes into sight. */
export class Sight {
  private isSeen = false;
  private isAsked = false;

  constructor(private readonly element: Element, private readonly draw: () => void) {
    acts.set(element, (isSeen) => {
      this.isSeen = isSeen;
      if (isSeen && this.isAsked) this.ask();
    });
    observer.observe(element);
  }

  ask(): void {
    this.isAsked = !this.isSeen;
    if (this.isSeen) this.draw();
  }

  end(): void {
    observer.unobserve(this.element);
  }
}
