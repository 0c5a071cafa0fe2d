// What is out of sight is not drawn: pages are long, and moves many.
import { onPrint } from "./print";

const acts = new WeakMap<Element, (isSeen: boolean) => void>();
const observer = new IntersectionObserver((entries) => {
  for (const entry of entries) acts.get(entry.target)?.(entry.isIntersecting);
}, { rootMargin: "200px" });

// On paper all is in sight.
const all = new Set<Sight>();
onPrint((isPrinting) => {
  if (isPrinting) for (const one of all) one.drawIfAsked();
});

/** Calls `draw` when asked and in sight; if asked out of sight, once it comes into sight. */
export class Sight {
  private isSeen = false;
  private isAsked = false;

  constructor(private readonly element: Element, private readonly draw: () => void) {
    acts.set(element, (isSeen) => {
      this.isSeen = isSeen;
      if (isSeen) this.drawIfAsked();
    });
    observer.observe(element);
    all.add(this);
  }

  ask(): void {
    this.isAsked = !this.isSeen;
    if (this.isSeen) this.draw();
  }

  drawIfAsked(): void {
    if (!this.isAsked) return;
    this.isAsked = false;
    this.draw();
  }

  end(): void {
    all.delete(this);
    observer.unobserve(this.element);
  }
}
