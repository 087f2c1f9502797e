import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NO_FAULTS } from "../../demo-chat/console/faults/defaults.ts";
import { type RunningDemo, runDemo } from "../e2e/demo/running-demo.ts";
import { makeTestFolder, removeTestFolder } from "../setup/postgres.ts";

const STRANGER = { "x-forwarded-for": "198.51.100.7" };

const folders: string[] = [];
const demos: Partial<Record<"0" | "1", RunningDemo>> = {};
beforeAll(async () => {
  // One after the other: the second finds the bundles that the first has built.
  for (const isPublic of ["0", "1"] as const) {
    const folder = await makeTestFolder();
    folders.push(folder);
    const demo = await runDemo(folder, { DEMO_PUBLIC: isPublic, DEMO_PRODUCTS: "50" });
    await demo.ready();
    demos[isPublic] = demo;
  }
}, 120_000);
afterAll(async () => {
  await Promise.all(Object.values(demos).map((demo) => demo.stop()));
  for (const folder of folders) await removeTestFolder(folder);
});

describe.each(["0", "1"] as const)("with DEMO_PUBLIC=%s", (isPublic) => {
  const send = async (path: string, body: object, method = "POST", headers = {}) => {
    const init = { method, headers: { "content-type": "application/json", ...headers } };
    const url = `${demos[isPublic]?.url}${path}`;
    return (await fetch(url, { ...init, body: JSON.stringify(body) })).status;
  };
  const settingsWith = async (faults: object) => {
    const state = await (await fetch(`${demos[isPublic]?.url}/demo/state`)).json();
    return { ...state.settings, faults: { ...NO_FAULTS, ...faults } };
  };
  const broken = { exchange: "server_error" };

  test("a stranger takes no store away, whatever the switch says", async () => {
    const outage = { store: "database", seconds: 1 };
    expect(await send("/demo/outage", outage, "POST", STRANGER)).toBe(403);
    expect(await send("/demo/outage", outage, "POST", { forwarded: "for=198.51.100.7" })).toBe(403);
    expect(await send("/demo/outage", outage)).toBe(200);
    expect(await send("/demo/outage", { ...outage, seconds: 0 })).toBe(200);
  });

  test("a stranger gets no key of an agent, whatever the switch says", async () => {
    const agent = { agent: "Larkspur Chat" };
    expect(await send("/demo/console-key", agent, "POST", STRANGER)).toBe(403);
    expect(await send("/demo/console-key", agent)).toBe(200);
    expect(await send("/demo/console-key", { agent: "House demand" })).toBe(404);
    expect(await send("/demo/console-key", agent, "POST", { "content-type": "text/plain" })).toBe(
      415,
    );
  });

  test("faults and recipes are for strangers only where the demo is public", async () => {
    const allowed = isPublic === "1" ? 200 : 403;
    const faulty = await settingsWith(broken);
    expect(await send("/demo/settings", faulty, "PUT", STRANGER)).toBe(allowed);
    expect(await send("/demo/recipes/1/step", {}, "POST", STRANGER)).toBe(allowed);
    expect(await send("/demo/settings", faulty, "PUT")).toBe(200);
    expect(await send("/demo/recipes/1/step", {})).toBe(200);
    // What breaks nothing is everybody's: which chat, which model, which placement.
    expect(await send("/demo/settings", await settingsWith({}), "PUT", STRANGER)).toBe(200);
  });
});
