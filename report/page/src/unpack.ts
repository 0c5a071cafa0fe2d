// Unpacks the page's program and runs it at once: what follows finds the page as if it had not been packed.
import { gunzipSync, strFromU8 } from "fflate";

const packed = document.getElementById("program")!.textContent!;
const script = document.createElement("script");
script.textContent = strFromU8(gunzipSync(Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0))));
document.body.append(script);
