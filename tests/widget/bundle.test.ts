// @vitest-environment node
import { brotliCompressSync } from "node:zlib";
import { JSDOM } from "jsdom";
import { beforeAll, describe, expect, it } from "vitest";
import { buildWidget } from "./built.ts";
import { card } from "./host.ts";

/**
 * Bytes after brotli, a ratchet: 10,981 and 6,803 were measured on 2026-11-20 and may only shrink.
 * The goal is 9,216 for the script and 5,120 for the module.
 */
const SCRIPT_BROTLI_MAX = 10_992;
const MODULE_BROTLI_MAX = 6_816;

let outputs = new Map<string, string>();
beforeAll(async () => {
  outputs = await buildWidget();
}, 30_000);

function output(name: string): string {
  const code = outputs.get(name);
  if (code === undefined) throw new Error(`${name} was not built`);
  return code;
}

describe("the script file", () => {
  it("defines the element and leaves one global", async () => {
    const { window } = new JSDOM("<placard-offers endpoint='/offers' lang='en'></placard-offers>", {
      runScripts: "outside-only",
      url: "https://chat.example/",
    });
    const before = new Set(Object.getOwnPropertyNames(window));
    const asked: string[] = [];
    window.fetch = async (url: string) => {
      asked.push(String(url));
      const body = String(url).endsWith("/session")
        ? { token: "t", expiresAt: "2999-01-01T00:00:00Z" }
        : { status: "filled", turnId: "turn-1", cards: [card(), card({ disclosure: "" })] };
      return new Response(JSON.stringify(body));
    };
    before.add("fetch");
    window.eval(output("placard.js"));
    const added = Object.getOwnPropertyNames(window).filter((name) => !before.has(name));
    expect(added).toEqual(["Placard"]);
    expect(asked).toEqual([]);
    const result = await window.eval("document.querySelector('placard-offers').turn('boots')");
    expect(result).toMatchObject({ status: "filled" });
    const root = window.document.querySelector("placard-offers")?.shadowRoot;
    expect(root?.querySelectorAll("a")).toHaveLength(1);
    expect(root?.querySelector("a")?.textContent).toContain("Trailhead boots");
    expect(root?.adoptedStyleSheets).toHaveLength(1);
    window.close();
  });

  it("evaluates no text and loads nothing", () => {
    const code = output("placard.js");
    expect(code).not.toMatch(
      /\beval\(|new Function|document\.write|import\(|https?:\/\/(?!www\.w3)/,
    );
  });

  it("stays within its size", () => {
    expect(brotliCompressSync(output("placard.js")).length).toBeLessThanOrEqual(SCRIPT_BROTLI_MAX);
  });
});

describe("the module", () => {
  it("leaves Preact to the host and stays within its size", () => {
    const code = output("index.js");
    expect(code).toMatch(/from\s*"preact"/);
    expect(brotliCompressSync(code).length).toBeLessThanOrEqual(MODULE_BROTLI_MAX);
  });
});

describe("the host's style sheet", () => {
  it("reserves the box with a fixed height", () => {
    expect(output("placard.css")).toMatch(/block-size: var\(--placard-height/);
  });
});
