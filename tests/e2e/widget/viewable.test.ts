import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { launchBrowser } from "../../setup/browser.ts";
import { buildWidget } from "../../widget/built.ts";
import { offersIn, pageOf, serveHostPage } from "./host-page.ts";

const WAIT = { timeout: 10_000, interval: 50 };

/** Around each box of offers, by the name of its card: nobody can see what is in these. */
const hidden: Readonly<Record<string, string>> = {
  transparent: "opacity: 0",
  faint: "opacity: 0.02",
  unseen: "visibility: hidden",
  gone: "display: none",
  skipped: "content-visibility: hidden",
  dot: "inline-size: 1px; block-size: 1px; overflow: hidden",
  shrunk: "transform: scale(0.01)",
  clipped: "clip-path: inset(100%)",
  outside: "position: absolute; left: -9999px",
};

function cell(id: string, style = "", over = ""): string {
  const place = "position: relative; inline-size: 300px; block-size: 200px";
  return `<div style="${place}"><div style="${style}">${offersIn(id)}</div>${over}</div>`;
}

const cover = (share: number): string =>
  `<div style="position: absolute; inset: 0; top: auto; block-size: ${200 * share}px;
    background: #fff"></div>`;

function frame(address: string, style = ""): string {
  return `<iframe src="${address}" width="330" height="230" style="${style}"></iframe>`;
}

function crowd(port: string): string {
  const boxes = [
    ...Object.entries(hidden).map(([id, style]) => cell(id, style)),
    cell("covered", "", cover(1)),
    cell("overlapped", "", cover(0.05)),
    cell("translucent", "opacity: 0.9"),
    cell("plain"),
    cell("late"),
    cell("behind-dialog"),
    cell("last"),
    frame("/frame?frame", ""),
    frame("/frame?faded-frame", "opacity: 0"),
    frame(`${port}/frame?foreign-frame`, ""),
    frame(`${port}/frame?faded-foreign-frame`, "opacity: 0"),
  ];
  const shown = [...Object.keys(hidden), "covered", "overlapped", "translucent", "plain"];
  return pageOf(
    `<div style="display: grid; grid-template-columns: repeat(5, 340px)">${boxes.join("")}</div>
     <dialog>Are you still there?</dialog>`,
    `const dialog = document.querySelector("dialog");
     viewed("plain").then(() => offer("late"));
     viewed("late").then(() => {
       dialog.showModal();
       offer("behind-dialog");
       setTimeout(() => {
         box("behind-dialog").clear();
         dialog.close();
         offer("last");
       }, 1500);
     });
     addEventListener("load", () => ${JSON.stringify(shown)}.forEach((id) => offer(id)));`,
  );
}

const inFrame = pageOf(offersIn("box"), 'offer("box", location.search.slice(1));');

/** Its first card is seen and sent; the second waits for its second when the reader leaves. */
const first = pageOf(
  offersIn("box"),
  `offer("box", "before");
   viewed("box").then(() => {
     offer("box", "cut-short");
     setTimeout(() => { location.href = "/second"; }, 500);
   });
   addEventListener("pageshow", ({ persisted }) => {
     if (!persisted) return;
     document.title = "Restored";
     viewed("box").then(() => offer("box", "after"));
   });`,
);
const second = pageOf("", 'addEventListener("pageshow", () => setTimeout(() => history.back()));');

let browser: Browser;
let outputs: Map<string, string>;
beforeAll(async () => {
  outputs = await buildWidget();
  browser = await launchBrowser(["--disable-back-forward-cache"]);
});
afterAll(async () => {
  await browser?.close();
});

// Each waits for whole seconds to pass in a page of its own.
describe.concurrent("a card in Chromium", () => {
  test("is viewable only where a reader can see it", async () => {
    const pages: Record<string, string> = { "/frame": inFrame };
    const { port, viewed, close } = await serveHostPage(outputs, pages);
    pages["/"] = crowd(`http://localhost:${port}`);
    const page = await browser.newPage({ viewport: { width: 1760, height: 1200 } });
    await page.goto(`http://127.0.0.1:${port}/`);
    const seen = ["foreign-frame", "frame", "last", "late", "overlapped", "plain", "translucent"];
    await vi.waitFor(() => expect(viewed()).toEqual(expect.arrayContaining(seen)), WAIT);
    expect(viewed()).toEqual(seen);
    await page.close();
    await close();
  });

  test("is reported once when its page comes back from the cache of the browser", async () => {
    const { port, viewed, views, close } = await serveHostPage(outputs, {
      "/": first,
      "/second": second,
    });
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${port}/`);
    await vi.waitFor(() => expect(viewed()).toContain("after"), WAIT);
    expect(await page.title()).toBe("Restored");
    for (const card of ["before", "cut-short", "after"]) expect(views(card)).toHaveLength(1);
    await page.close();
    await close();
  });
});
