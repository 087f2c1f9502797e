import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Browser, Page as Tab } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "../../setup/browser.ts";
import { photograph } from "../../setup/page.ts";
import { buildWidget } from "../../widget/built.ts";
import { LOOKS, sample } from "./samples.ts";
import { NONCE, STRICT_POLICY, type StrictHost, serveStrictHost } from "./strict-host.ts";

const LANGUAGES = ["en", "de", "es", "fr", "it", "nl", "pt", "pl", "ja", "zh", "ar", "he"];

const strict = `<!doctype html><html lang="en"><head><title>Chat</title>
<link rel="icon" href="/picture.svg"><script nonce="${NONCE}" src="/placard.js" defer></script>
<script nonce="${NONCE}" type="module">
import { de } from "/messages/de.js";
document.querySelector("placard-offers").update({ messages: de });
document.body.dataset.ready = "yes";
</script></head><body><main><h1>Chat</h1></main>
<placard-offers endpoint="/offers" lang="de"></placard-offers></body></html>`;

const open = `<!doctype html><html lang="en"><head><title>Chat</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<link rel="stylesheet" href="/placard.css"><style>:root { color-scheme: light dark }
body { margin: 0; font: 16px system-ui } placard-offers { --placard-height: 640px }
body.dark { color-scheme: dark; background: #10161b; color: #eee }</style>
<script src="/placard.js"></script><script type="module">
${LANGUAGES.map((lang) => `import { ${lang} } from "/messages/${lang}.js";`).join("\n")}
window.words = { ${LANGUAGES.join(", ")} };
</script></head><body><main><h1>Chat</h1></main>
<placard-offers endpoint="/offers"></placard-offers></body></html>`;

let browser: Browser;
let host: StrictHost;
beforeAll(async () => {
  const files = await buildWidget();
  host = await serveStrictHost(files, {
    "/strict": { html: strict, policy: STRICT_POLICY },
    "/open": { html: open },
  });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await host?.close();
});

test("the strictest policy reports nothing while cards come, open and go", async () => {
  const tab = await browser.newPage();
  const errors: string[] = [];
  tab.on("pageerror", (error) => errors.push(String(error)));
  tab.on("console", (said) => said.type() === "error" && errors.push(said.text()));
  host.onTurn = () => ({
    body: { status: "filled", turnId: "turn-1", cards: [sample(), sample({ title: "<b>Bold" })] },
  });
  await tab.goto(`${host.url}/strict`);
  await tab.locator("body[data-ready]").waitFor();
  await tab.evaluate('document.querySelector("placard-offers").turn("boots")');
  const cards = tab.getByRole("complementary", { name: "Anzeigen" }).getByRole("listitem");
  expect(await cards.count()).toBe(2);
  await tab.getByText("<b>Bold", { exact: true }).waitFor();
  // Drawn with its styles, although the page may have none.
  expect(await cards.first().evaluate((card) => getComputedStyle(card).display)).toBe("grid");
  const second = cards.nth(1);
  await second.getByRole("button", { name: "Optionen für <b>Bold" }).click();
  await second.getByText("Warum diese Anzeige").click();
  await second.getByText(/Das ist Werbung/).waitFor();
  await second.getByRole("button", { name: "Angebot ausblenden" }).click();
  expect(await tab.getByRole("complementary").getByRole("link").count()).toBe(1);
  await tab.evaluate('document.querySelector("placard-offers").clear()');
  await tab.evaluate('document.querySelector("placard-offers").remove()');
  expect(errors).toEqual([]);
  expect(host.reports).toEqual([]);
  // The reporter itself works: the page's own breach arrives.
  await tab.evaluate('document.body.setAttribute("style", "color: red")');
  await expect.poll(() => host.reports.length).toBe(1);
  await tab.close();
});

/** Puts one state on the page. Units: `width` in CSS pixels. */
async function setState(tab: Tab, state: State) {
  const cards = LOOKS[state.look]?.() ?? [];
  const turnId = cards.map(({ cardToken }) => cardToken).join(" ");
  const of = state.look === "cited" ? { turnId } : undefined;
  await tab.evaluate(
    ({ lang, isDark, cards: shown, of: turn }) => {
      document.documentElement.lang = lang;
      document.documentElement.dir = lang === "ar" || lang === "he" ? "rtl" : "ltr";
      document.body.className = isDark ? "dark" : "";
      const box = document.querySelector("placard-offers");
      const words = Reflect.get(Reflect.get(window, "words"), lang);
      const call = (name: string, ...values: unknown[]) =>
        box && Reflect.apply(Reflect.get(box, name), box, values);
      call("update", { messages: words, locale: lang });
      call("show", shown, turn);
    },
    { ...state, cards, of },
  );
  if (of) await expect.poll(() => tab.locator("li[part~=cited]").count()).toBe(cards.length);
}

interface AxeResult {
  violations: string[];
  incomplete: string[];
}

const runAxe = `axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa",
  "best-practice"], resultTypes: ["violations", "incomplete"],
}).then(({ violations, incomplete }) => {
  const list = (rules) => rules.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => [id, JSON.stringify(target), any[0]?.message].join(" ")));
  return { violations: list(violations), incomplete: list(incomplete) };
})`;

interface State {
  readonly lang: string;
  readonly isDark: boolean;
  readonly look: string;
}

/** Every language light and dark, with its menu open once; every look light and dark. */
function states(): State[] {
  const both = [false, true];
  const spoken = LANGUAGES.flatMap((lang) =>
    ["filled", "discount", "cited"].flatMap((look) =>
      both.map((isDark) => ({ lang, isDark, look })),
    ),
  );
  const menus = LANGUAGES.map((lang, place) => ({ lang, isDark: place % 2 > 0, look: "menu" }));
  const looks = ["long", "broken", "nothing"].flatMap((look) =>
    both.map((isDark) => ({ lang: "en", isDark, look })),
  );
  return [...spoken, ...menus, ...looks];
}

async function openMenu(tab: Tab): Promise<void> {
  await tab.evaluate(() => {
    const root = document.querySelector("placard-offers")?.shadowRoot;
    const menu = root?.querySelector("[popover]");
    const opener = root?.querySelector("[popovertarget]");
    if (menu instanceof HTMLElement && opener instanceof HTMLElement) opener.click();
    menu?.querySelector("details")?.setAttribute("open", "");
  });
}

test("assistive technology meets no barrier in any of 90 states", async () => {
  const axeFile = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
  const tab = await browser.newPage({ viewport: { width: 320, height: 800 } });
  await tab.goto(`${host.url}/open`);
  await tab.waitForFunction(() => "words" in window);
  await tab.evaluate(await readFile(axeFile, "utf8"));
  const found: Record<string, AxeResult> = {};
  const all = states();
  for (const state of all) {
    await setState(tab, state);
    if (state.look === "menu") await openMenu(tab);
    const result = await tab.evaluate<AxeResult>(runAxe);
    const isClean = result.violations.length + result.incomplete.length === 0;
    if (!isClean) found[JSON.stringify(state)] = result;
  }
  expect(found).toEqual({});
  expect(all.length).toBe(90);
  await tab.close();
});

interface Shot {
  readonly name: string;
  readonly width: number;
  readonly state: State;
}

const shots: readonly Shot[] = [
  ...["filled", "nothing", "discount", "long", "broken", "menu"].map((look) => ({
    name: look,
    width: 320,
    state: { lang: "en", isDark: false, look },
  })),
  { name: "dark", width: 320, state: { lang: "en", isDark: true, look: "discount" } },
  { name: "dark-menu", width: 320, state: { lang: "en", isDark: true, look: "menu" } },
  { name: "right-to-left", width: 320, state: { lang: "ar", isDark: false, look: "discount" } },
  { name: "cited", width: 320, state: { lang: "en", isDark: false, look: "cited" } },
  { name: "cited-dark", width: 360, state: { lang: "de", isDark: true, look: "cited" } },
  { name: "cited-right-to-left", width: 360, state: { lang: "ar", isDark: false, look: "cited" } },
  { name: "cited-240", width: 240, state: { lang: "fr", isDark: false, look: "cited" } },
  { name: "cited-480", width: 480, state: { lang: "ja", isDark: true, look: "cited" } },
  { name: "240", width: 240, state: { lang: "de", isDark: false, look: "filled" } },
  { name: "480", width: 480, state: { lang: "en", isDark: false, look: "filled" } },
];

/** Puts a state on the page and waits for its pictures. */
async function showSettled(tab: Tab, state: State): Promise<void> {
  await setState(tab, state);
  if (state.look === "menu") await openMenu(tab);
  await tab.waitForFunction(() => {
    const root = document.querySelector("placard-offers")?.shadowRoot;
    return [...(root?.querySelectorAll("img") ?? [])].every((image) => image.complete);
  });
}

/** What is wider than its place, leaves the window, or lies over another card. */
function misfits(tab: Tab): Promise<string[]> {
  return tab.evaluate(() => {
    const root = document.querySelector("placard-offers")?.shadowRoot;
    const all = (selector: string) => [...(root?.querySelectorAll(selector) ?? [])];
    const found = all("aside, li, p, b, button, summary")
      .filter((part) => part.scrollWidth > part.clientWidth && part.clientWidth > 0)
      .map((part) => part.outerHTML);
    for (const menu of all(":popover-open")) {
      const { left, right, top, bottom } = menu.getBoundingClientRect();
      const isInside = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
      if (!isInside) found.push(`a menu at ${[left, top, right, bottom]}`);
    }
    const cards = all("li").map((card) => card.getBoundingClientRect());
    cards.forEach((card, place) => {
      const over = cards
        .slice(place + 1)
        .some(
          (other) =>
            other.left < card.right &&
            card.left < other.right &&
            other.top < card.bottom &&
            card.top < other.bottom,
        );
      if (over) found.push(`card ${place} lies over another`);
    });
    if (document.documentElement.scrollWidth > innerWidth) found.push("the page scrolls sideways");
    return found;
  });
}

/** Titles and texts that do not begin at the side where the words of the page begin. */
function misaligned(tab: Tab): Promise<string[]> {
  return tab.evaluate(() => {
    const root = document.querySelector("placard-offers")?.shadowRoot;
    const isRtl = document.documentElement.dir === "rtl";
    return [...(root?.querySelectorAll(":not([id]) > bdi, [part=title] bdi") ?? [])].flatMap(
      (words) => {
        const range = document.createRange();
        range.selectNodeContents(words);
        const [text, box] = [range.getBoundingClientRect(), words.getBoundingClientRect()];
        const gap = isRtl ? box.right - text.right : text.left - box.left;
        return gap > 2 ? [`${gap} px from its side: ${words.outerHTML}`] : [];
      },
    );
  });
}

test("nothing is wider than its box, from 240 to 480 pixels", async () => {
  const tab = await browser.newPage();
  await tab.goto(`${host.url}/open`);
  await tab.waitForFunction(() => "words" in window);
  for (const { name, width, state } of shots) {
    await tab.setViewportSize({ width, height: 800 });
    await showSettled(tab, state);
    await photograph(tab, "widget", name);
    expect([...(await misfits(tab)), ...(await misaligned(tab))], name).toEqual([]);
  }
  await tab.close();
});

test("a keyboard reaches every card in reading order, opens a menu, and leaves", async () => {
  const tab = await browser.newPage({ viewport: { width: 320, height: 800 } });
  await tab.goto(`${host.url}/open`);
  await tab.waitForFunction(() => "words" in window);
  await setState(tab, { lang: "en", isDark: false, look: "menu" });
  await tab.evaluate(() => {
    const after = document.createElement("button");
    after.textContent = "After";
    document.body.append(after);
  });
  const focused = () =>
    tab.evaluate(() => {
      const inside = document.activeElement?.shadowRoot?.activeElement;
      return (inside ?? document.activeElement)?.getAttribute("part") ?? "after";
    });
  const path: string[] = [];
  for (let step = 0; step < 5; step += 1) {
    await tab.keyboard.press("Tab");
    path.push(await focused());
  }
  expect(path).toEqual(["link", "menu-button", "link", "menu-button", "after"]);
  await tab.keyboard.press("Shift+Tab");
  await tab.keyboard.press("Enter");
  await tab.keyboard.press("Tab");
  expect(await focused()).toBe("hide");
  await tab.keyboard.press("Tab");
  expect(await focused()).toBe("why");
  await tab.keyboard.press("Enter");
  await tab
    .getByText(/This is advertising/)
    .nth(1)
    .waitFor();
  await tab.keyboard.press("Escape");
  expect(await focused()).toBe("menu-button");
  expect(await tab.getByText("Hide this offer").nth(1).isVisible()).toBe(false);
  await tab.close();
});

async function expectTargets(tab: Tab): Promise<void> {
  for (const part of ["menu-button", "hide", "why"]) {
    const box = await tab.locator(`[part=${part}]`).first().boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0), part).toBeGreaterThanOrEqual(24);
  }
}

/** Every look once, in languages with long words and from right to left as well. */
const enlarged: readonly State[] = [
  ...["filled", "discount", "long", "broken"].map((look) => ({ lang: "en", isDark: false, look })),
  ...["fr", "ar"].map((lang) => ({ lang, isDark: false, look: "cited" })),
  ...["de", "pl", "ar", "en"].map((lang) => ({ lang, isDark: false, look: "menu" })),
];

/**
 * A browser that zooms to 200 % lays a page out for half the pixels of its window and draws each
 * with twice those of the screen: a window of 480 by 800 is a page of 240 by 400.
 */
test("a page zoomed to 200 % shows everything, and targets are 24 pixels or more", async () => {
  const viewport = { width: 240, height: 400 };
  const tab = await browser.newPage({ viewport, deviceScaleFactor: 2 });
  await tab.goto(`${host.url}/open`);
  await tab.waitForFunction(() => "words" in window);
  expect(await tab.evaluate(() => [devicePixelRatio, innerWidth])).toEqual([2, 240]);
  for (const state of enlarged) {
    await showSettled(tab, state);
    expect(await misfits(tab), JSON.stringify(state)).toEqual([]);
  }
  await expectTargets(tab);
  await photograph(tab, "widget", "zoomed");
  await tab.close();
});

test("text that the page makes twice as large is so in the cards, and fits", async () => {
  const tab = await browser.newPage({ viewport: { width: 320, height: 800 } });
  await tab.goto(`${host.url}/open`);
  await tab.waitForFunction(() => "words" in window);
  const sizes = () =>
    tab
      .locator("li")
      .first()
      .evaluate((card) =>
        [...card.querySelectorAll("[part=disclosure], a, b, [part=hide]")].map((part) =>
          Number.parseFloat(getComputedStyle(part).fontSize),
        ),
      );
  await setState(tab, { lang: "en", isDark: false, look: "filled" });
  const usual = await sizes();
  await tab.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
    document.body.style.fontSize = "1rem";
  });
  expect(usual.length).toBe(4);
  expect(await sizes()).toEqual(usual.map((size) => size * 2));
  for (const state of enlarged) {
    await showSettled(tab, state);
    expect(await misfits(tab), JSON.stringify(state)).toEqual([]);
  }
  await expectTargets(tab);
  await photograph(tab, "widget", "large-text");
  // Where a page writes smaller, the label stays readable.
  await tab.evaluate(() => {
    document.body.style.fontSize = "10px";
  });
  expect(Math.min(...(await sizes()))).toBe(14);
  await tab.close();
});

test("forced colours keep every outline, and nothing moves by itself", async () => {
  const tab = await browser.newPage({ viewport: { width: 320, height: 800 } });
  await tab.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  await tab.goto(`${host.url}/open`);
  await tab.waitForFunction(() => "words" in window);
  await setState(tab, { lang: "en", isDark: false, look: "discount" });
  const borders = await tab
    .locator("placard-offers")
    .evaluate((box) =>
      [...(box.shadowRoot?.querySelectorAll("li, [part=menu-button]") ?? [])].map(
        (part) => getComputedStyle(part).borderTopWidth,
      ),
    );
  expect(borders.length).toBe(8);
  expect(new Set(borders)).toEqual(new Set(["1px"]));
  const moving = await tab.evaluate(() => document.getAnimations().length);
  expect(moving).toBe(0);
  await photograph(tab, "widget", "forced-colours");
  await tab.close();
});
