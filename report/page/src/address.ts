// The address in the browser brings back what is looked at.

/** ms after which it follows. */
const kLater = 300;

let pending = 0;
let write = (): void => {};

/**
 * Keeps the address at what is looked at.
 * @param link to it
 * @returns what is called whenever that changes
 */
export function keepAddress(link: () => string): () => void {
  write = () => {
    window.clearTimeout(pending);
    history.replaceState(history.state, "", `#${link()}`);
  };
  return () => {
    window.clearTimeout(pending);
    pending = window.setTimeout(write, kLater);
  };
}

/** Puts the address on the clipboard; false where the browser does not let it. */
export async function copyAddress(): Promise<boolean> {
  write();
  try {
    await navigator.clipboard.writeText(location.href);
    return true;
  } catch {
    return false;
  }
}
