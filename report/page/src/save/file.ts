// Files that the browser keeps.
import { element } from "../dom";

/** @param name in words: what cannot be in names of files is left out */
export function saveFile(content: Blob, name: string): void {
  const plain = name.replace(/[^\p{L}\p{N}. _-]+/gu, "").trim().replace(/\s+/g, "_");
  const link = element("a", { href: URL.createObjectURL(content), download: plain });
  link.click();
  // The browser takes it after the click.
  window.setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
