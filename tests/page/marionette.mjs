// Firefox, told what to do by the protocol that it listens for with --marionette: lengths and JSON over a socket
// (firefox-source-docs, "Marionette protocol").
import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "./support.mjs";

async function findPort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

/** A socket once the browser listens. */
async function reach(port) {
  for (let tries = 0; tries < 300; ++tries) {
    const socket = connect(port, "127.0.0.1");
    const isThere = await new Promise((done) => {
      socket.once("connect", () => done(true));
      socket.once("error", () => done(false));
    });
    if (isThere) return socket;
    await new Promise((done) => setTimeout(done, 200));
  }
  throw new Error("Firefox does not listen");
}

export class Firefox {
  static async open(command) {
    const profile = makeFolder();
    const port = await findPort();
    // Nothing that it would do on its own.
    const settings = {
      "marionette.port": port, "app.update.enabled": false, "datareporting.policy.dataSubmissionEnabled": false, "toolkit.telemetry.enabled": false,
      "browser.shell.checkDefaultBrowser": false, "network.captive-portal-service.enabled": false, "browser.safebrowsing.malware.enabled": false,
    };
    writeFileSync(join(profile, "user.js"), Object.entries(settings).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`).join(""));
    const program = spawn(command, ["--headless", "--no-remote", "--marionette", "--profile", profile, "--width", "1280", "--height", "1000"], {
      stdio: "ignore", env: { ...process.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: "1" },
    });
    const socket = await reach(port);
    const made = new Firefox(program, socket);
    await made.ask("WebDriver:NewSession", { capabilities: { alwaysMatch: {} } });
    await made.ask("WebDriver:SetTimeouts", { script: 60_000, pageLoad: 120_000 });
    return made;
  }

  constructor(program, socket) {
    this.program = program;
    this.socket = socket;
    this.number = 0;
    this.waiting = new Map();
    let held = Buffer.alloc(0);
    socket.on("data", (piece) => {
      held = Buffer.concat([held, piece]);
      for (;;) {
        const colon = held.indexOf(":");
        if (colon < 0) return;
        const length = Number(held.subarray(0, colon).toString());
        if (held.length < colon + 1 + length) return;
        const told = JSON.parse(held.subarray(colon + 1, colon + 1 + length).toString());
        held = held.subarray(colon + 1 + length);
        if (!Array.isArray(told)) continue;  // its greeting
        const [, id, error, result] = told;
        const { done, fail } = this.waiting.get(id);
        this.waiting.delete(id);
        if (error === null) done(result);
        else fail(new Error(`${error.error}: ${error.message}`));
      }
    });
  }

  ask(name, parameters = {}) {
    const id = ++this.number;
    const text = JSON.stringify([0, id, name, parameters]);
    this.socket.write(`${Buffer.byteLength(text)}:${text}`);
    return new Promise((done, fail) => this.waiting.set(id, { done, fail }));
  }

  go(address) {
    return this.ask("WebDriver:Navigate", { url: address });
  }

  /** What a function says in the page; it may be one that takes its time. */
  async run(act, ...args) {
    const script = `const [done] = [arguments[arguments.length - 1]]; Promise.resolve((${act})(...[...arguments].slice(0, -1))).then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const { value } = await this.ask("WebDriver:ExecuteAsyncScript", { script, args, sandbox: null, newSandbox: false });
    if (value.error !== undefined) throw new Error(value.error);
    return value.value;
  }

  async close() {
    await this.ask("Marionette:Quit", { flags: ["eForceQuit"] }).catch(() => {});
    this.socket.destroy();
    this.program.kill();
  }
}
