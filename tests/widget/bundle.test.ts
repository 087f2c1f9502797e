// @vitest-environment node
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { JSDOM } from "jsdom";
import { beforeAll, describe, expect, it } from "vitest";
import { buildWidget } from "./built.ts";
import { card } from "./host.ts";

/** Bytes after brotli: what a host is promised. */
const SCRIPT_BROTLI_MAX = 10_752;
/**
 * The same without Preact, and with English outside as a module of its own. It was 5,120 until the
 * widget asked which cards an answer cites.
 */
const MODULE_BROTLI_MAX = 6_400;

let outputs = new Map<string, string>();
beforeAll(async () => {
  outputs = await buildWidget();
}, 30_000);

function sizeOf(name: string): number {
  const { length } = brotliCompressSync(output(name));
  console.info(`${name}: ${length} bytes brotli`);
  return length;
}

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

  it("evaluates no text, writes no HTML and loads nothing", () => {
    const code = output("placard.js");
    expect(code).not.toMatch(/innerHTML/i);
    expect(code).not.toMatch(
      /\beval\(|new Function|document\.write|import\(|https?:\/\/(?!www\.w3)/,
    );
  });

  it("covers each card with its one link", () => {
    // Without content the pseudo-element that covers the card would not exist.
    expect(output("placard.js")).toMatch(/a::after\{content:''\}/);
  });

  it("stays within its size", () => {
    expect(sizeOf("placard.js")).toBeLessThanOrEqual(SCRIPT_BROTLI_MAX);
  });
});

describe("the module", () => {
  it("leaves Preact to the host and stays within its size", () => {
    const code = output("index.js");
    expect(code).toMatch(/from\s*"preact"/);
    expect(sizeOf("index.js")).toBeLessThanOrEqual(MODULE_BROTLI_MAX);
  });
});

describe("the languages", () => {
  it("are twelve, each a module of its own beside the script", async () => {
    const files = await readdir(join(import.meta.dirname, "../../widget/src/messages"));
    const names = files.map((file) => `messages/${file.replace(/ts$/, "js")}`).sort();
    expect(names).toHaveLength(12);
    expect([...outputs.keys()].filter((name) => name.startsWith("messages/")).sort()).toEqual(
      names,
    );
    for (const name of names) expect(output(name)).not.toContain("import");
  });
});

describe("the components for frameworks", () => {
  it("leave the framework and the widget outside, and take less than 500 bytes each", () => {
    for (const name of ["react", "vue"]) {
      expect(output(`${name}.js`)).toMatch(new RegExp(`from\\s*[\`"]${name}[\`"]`));
      expect(output(`${name}.js`)).toMatch(/from\s*[`"]\.\/index\.js[`"]/);
      expect(sizeOf(`${name}.js`)).toBeLessThan(500);
    }
  });
});

describe("the host's style sheet", () => {
  it("reserves the box with a fixed height", () => {
    expect(output("placard.css")).toMatch(/block-size: var\(--placard-height/);
  });
});
