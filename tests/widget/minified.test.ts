import { beforeAll, describe } from "vitest";
import { buildWidget } from "./built.ts";
import { useScript } from "./host.ts";

// What readers find by role and name holds for the file that ships as well as for its source.
beforeAll(async () => {
  useScript((await buildWidget()).get("placard.js") ?? "");
}, 30_000);

// Each in a group of its own, so that what one does before and after its tests stays there.
describe("turns", async () => {
  await import("./turns.test.ts");
});
describe("events", async () => {
  await import("./events.test.ts");
});
describe("citations", async () => {
  await import("./citations.test.ts");
});
// Last: its widgets still send what they know after they have gone.
describe("cards", async () => {
  await import("./cards.test.ts");
});
