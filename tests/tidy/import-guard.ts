import { syncBuiltinESMExports } from "node:module";
import net from "node:net";
import timers from "node:timers/promises";
import { pathToFileURL } from "node:url";

/**
 * Imports the files given as arguments and prints, as a JSON list, which of them touched the
 * world while they loaded. Packages may do so (many read the environment); what counts is that
 * one of our files is on the stack.
 */
const files = process.argv.slice(2);
const own = new Set(files.map((file) => pathToFileURL(file).href));
const found = new Set<string>();
let isWatching = true;

function note(what: string): void {
  if (!isWatching) return;
  const frames = new Error().stack?.matchAll(/file:\/\/[^\s:)]+/g) ?? [];
  for (const [url] of frames) {
    if (own.has(url)) found.add(`${new URL(url).pathname.split("/").at(-1)}: ${what}`);
  }
}

function watch<T extends object>(target: T, name: keyof T & string, what: string): void {
  const original: unknown = target[name];
  if (typeof original !== "function") throw new Error(`${name} cannot be watched`);
  const watched = new Proxy(original, {
    apply: (call, self, args) => {
      note(what);
      return Reflect.apply(call, self, args);
    },
  });
  Object.defineProperty(target, name, { value: watched, configurable: true, writable: true });
}

const environment = new Proxy(process.env, {
  get: (target, name) => {
    note("reads the environment");
    return Reflect.get(target, name);
  },
  ownKeys: (target) => {
    note("reads the environment");
    return Reflect.ownKeys(target);
  },
});
Object.defineProperty(process, "env", { value: environment });
watch(globalThis, "setTimeout", "starts a timer");
watch(globalThis, "setInterval", "starts a timer");
watch(globalThis, "setImmediate", "starts a timer");
watch(timers, "setTimeout", "starts a timer");
watch(net.Socket.prototype, "connect", "opens a socket");
watch(net.Server.prototype, "listen", "opens a socket");
syncBuiltinESMExports();

for (const file of files) await import(pathToFileURL(file).href);
isWatching = false;
process.stdout.write(JSON.stringify([...found]), () => process.exit(0));
