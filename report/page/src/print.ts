// On paper: light, as wide as a page, all of it drawn.
import { theme } from "./theme";

/** px: what browsers have for a page of A4 or letter between their margins. */
const kWidth = 700;

const acts = new Set<(isPrinting: boolean) => void>();

/** Calls `draw` before the page is printed, when all has its width, and after that. Returns what ends it. */
export function onPrint(draw: (isPrinting: boolean) => void): () => void {
  acts.add(draw);
  return () => acts.delete(draw);
}

function set(isPrinting: boolean): void {
  const root = document.documentElement;
  root.classList.toggle("printing", isPrinting);
  root.style.width = isPrinting ? `${kWidth}px` : "";
  theme.print(isPrinting);
  for (const act of acts) act(isPrinting);
}

window.addEventListener("beforeprint", () => set(true));
window.addEventListener("afterprint", () => set(false));
