import type { Page } from "playwright-core";
import { z } from "zod";
import { axeFindings, overflowOf, someLooks } from "./page.ts";

interface Look {
  readonly name: string;
  readonly width: number;
  readonly colorScheme: "light" | "dark";
  readonly forcedColors?: "active";
  readonly dir?: "rtl";
  /** Only in `npm run prove -- looks`. */
  readonly isLong?: true;
}

/** Every width, colour and direction that a page has to bear, each with the checker once. */
const LOOKS: readonly Look[] = [
  { name: "360", width: 360, colorScheme: "light", isLong: true },
  { name: "360-rtl", width: 360, colorScheme: "dark", dir: "rtl" },
  { name: "768", width: 768, colorScheme: "dark", isLong: true },
  { name: "1280", width: 1280, colorScheme: "light", isLong: true },
  { name: "1280-forced", width: 1280, colorScheme: "dark", forcedColors: "active" },
  { name: "1920", width: 1920, colorScheme: "light" },
  { name: "1920-dark", width: 1920, colorScheme: "dark", isLong: true },
];
/** Zoomed to 200 %, a window has half as many pixels. */
const ZOOMED: Look = { name: "200-percent", width: 640, colorScheme: "light" };
const HEIGHT = 900;

/**
 * What is wrong with a page as it stands, one line each: findings of axe, a page wider than its
 * window, text cut off. `photograph` is called in each look.
 */
export async function lookFindings(
  page: Page,
  photograph?: (look: string) => Promise<void>,
): Promise<string[]> {
  const findings: string[] = [];
  for (const look of someLooks([...LOOKS, ZOOMED])) {
    const { name, width, colorScheme, forcedColors = "none", dir = "ltr" } = look;
    await page.setViewportSize({ width, height: look === ZOOMED ? HEIGHT / 2 : HEIGHT });
    await page.emulateMedia({ colorScheme, forcedColors });
    await page.evaluate(`document.documentElement.dir = "${dir}"`);
    const wider = await settledOverflow(page);
    const found = [
      ...(wider === 0 ? [] : [`${wider} px wider than the window`]),
      ...(await textsFound(page, CUT)),
      ...(await textsFound(page, TURNED)),
      ...(width < WHOLE_TABLES_FROM ? [] : await textsFound(page, SIDEWAYS)),
      ...(look === ZOOMED ? [] : await axeFindings(page)),
    ];
    findings.push(...found.map((one) => `${name}: ${one}`));
    await photograph?.(name);
  }
  await page.evaluate(`document.documentElement.dir = "ltr"`);
  return findings;
}

/** Charts follow the width of their window some frames later. */
async function settledOverflow(page: Page): Promise<unknown> {
  for (let tries = 0; tries < SETTLING_TRIES; tries += 1) {
    if ((await overflowOf(page)) === 0) return 0;
    await page.waitForTimeout(SETTLING_MS);
  }
  return overflowOf(page);
}

/** Where a table has the room of a desk, its last column must not be scrolled to. */
const WHOLE_TABLES_FROM = 1280;
const SIDEWAYS = `[...document.querySelectorAll(".scroll:has(> table)")].flatMap((box) =>
  box.scrollWidth > box.clientWidth + 1 ? ["scrolls sideways: " + box.ariaLabel] : [])`;

const SETTLING_TRIES = 10;
const SETTLING_MS = 100;

async function textsFound(page: Page, script: string): Promise<string[]> {
  return z.array(z.string()).parse(await page.evaluate(script));
}

/**
 * Texts that a box around them cuts off. Not those that end in an ellipsis, are hidden for the eye
 * alone, or scroll.
 */
const CUT = `(() => {
  const cut = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
    if (text.data.trim() === "" || !text.parentElement.checkVisibility()) continue;
    range.selectNodeContents(text);
    const of = range.getBoundingClientRect();
    if (of.width === 0) continue;
    for (let box = text.parentElement; box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (style.clipPath !== "none" || style.position === "fixed") break;
      const flow = style.overflowX + style.overflowY;
      if (/auto|scroll/.test(flow)) break;
      if (!/hidden|clip/.test(flow)) continue;
      if (style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none") break;
      const by = box.getBoundingClientRect();
      const over = [by.left - of.left, of.right - by.right, by.top - of.top, of.bottom - by.bottom];
      if (Math.max(...over) > 1.5) cut.push("cut off: " + text.data.trim().slice(0, 60));
      break;
    }
  }
  return cut;
})()`;

/** Amounts whose unit stands before their number, as it would on a page from right to left. */
const TURNED = `(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const boxOf = (text, at) => {
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    return range.getBoundingClientRect();
  };
  const turned = [];
  for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
    const amount = /[\\d.,]+ cr\\b/.exec(text.data);
    if (amount === null || !text.parentElement.checkVisibility()) continue;
    const number = boxOf(text, amount.index);
    const unit = boxOf(text, amount.index + amount[0].length - 1);
    const isOneLine = Math.abs(number.top - unit.top) < 2;
    if (isOneLine && number.left > unit.left) turned.push("turned around: " + amount[0]);
  }
  return turned;
})()`;
