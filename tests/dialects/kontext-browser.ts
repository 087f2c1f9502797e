import { fileURLToPath } from "node:url";
import { createPublisherKit } from "@placard/publisher-kit";
import { createKontextHandler } from "@placard/publisher-kit/kontext";
import type { Page } from "playwright-core";
import { z } from "zod";
import { bundleHost, REACT_19 } from "../e2e/widget/hosts/bundle.ts";
import { launchBrowser } from "../setup/browser.ts";
import { openPage } from "../setup/page.ts";
import { listen } from "./kontext-door.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const SDK = here("../tools/node_modules/@kontextso/sdk-react/dist/index.mjs");
const TEXT = "I want to buy waterproof hiking boots, my name is Quentin Featherstone";
/** What the exchange must never be told: words, and the reader's id and address. */
const SECRETS = ["Quentin", "Featherstone", "my name", "reader-77", "reader@mail.test"];
const TOKEN = "token";

export interface BrowserVisit {
  /** The height that the SDK gave the frame, beside that of its content. **Units** pixels. */
  readonly heights: { readonly frame: number; readonly content: number };
  /** What the app was told, in order. */
  readonly told: readonly string[];
  /** Views that the frame reported to the door. */
  readonly views: number;
  /** Where a click on the offer led first. */
  readonly clicked: string;
  readonly text: string;
  /** Private words that left the publisher's server. */
  readonly leaked: readonly string[];
  /** Scripts, frames and requests of the SDK that went elsewhere than to the app or the door. */
  readonly strays: readonly string[];
}

/** A reader in Chromium, a chat with the SDK of Kontext, and our door on the publisher's server. */
export async function visitWithKontext(baseUrl: string, apiKey: string): Promise<BrowserVisit> {
  const sent: string[] = [];
  const kit = createPublisherKit({
    baseUrl,
    apiKey,
    // The first turn of a process on a busy machine needs more than a reader would wait.
    timeoutMs: 10_000,
    fetch: (url, init) => {
      sent.push(String(init?.body));
      return fetch(url, init);
    },
  });
  const code = await bundleHost(here("kontext-page.mjs"), {
    alias: { ...REACT_19, "@kontextso/sdk-react": SDK },
  });
  const app = await listen(async ({ url }) =>
    url.endsWith("/app.js")
      ? new Response(code, { headers: { "content-type": "text/javascript" } })
      : new Response(APP, { headers: { "content-type": "text/html" } }),
  );
  const door = await listen(
    createKontextHandler(kit, { codes: ["inlineAd"], origins: [app.url], publisherToken: TOKEN }),
  );
  const browser = await launchBrowser();
  try {
    const { page, outside } = await openPage(browser, app.url);
    const seen = await readOffer(page, door.url);
    const isPicture = (url: string) => url.startsWith("https://pictures.test/");
    const isClick = (url: string) => url === seen.clicked || url.startsWith("https://shop.test/");
    return {
      ...seen,
      leaked: SECRETS.filter((word) => sent.join("\n").includes(word)),
      views: outside.filter((url) => url.startsWith(door.url) && url.endsWith("/view")).length,
      strays: outside.filter(
        (url) => !url.startsWith(door.url) && !isPicture(url) && !isClick(url),
      ),
    };
  } finally {
    await browser.close();
    app.close();
    door.close();
  }
}

const APP = `<!doctype html><meta charset="utf-8"><title>Chat</title><div id="chat"></div>
<script type="module" src="/app.js"></script>`;

const toldSchema = z.array(z.looseObject({ name: z.string() }));

async function readOffer(page: Page, adServerUrl: string) {
  await page.waitForFunction("typeof startChat === 'function'");
  await page.evaluate(
    `startChat(${JSON.stringify({ adServerUrl, publisherToken: TOKEN, text: TEXT })})`,
  );
  const offer = page.frameLocator("iframe").locator("#offer");
  await offer.waitFor({ state: "visible", timeout: 20_000 });
  const text = await page.frameLocator("iframe").locator("main").innerText();
  await page.waitForFunction("told.some(({ name }) => name === 'ad.viewed')", undefined, {
    timeout: 10_000,
  });
  const frame = (await page.locator("iframe").boundingBox())?.height ?? 0;
  const content = (await page.frameLocator("iframe").locator("body").boundingBox())?.height ?? 0;
  const opened = page.context().waitForEvent("request", (request) => request.url().includes("/r/"));
  await offer.click();
  const clicked = (await opened).url();
  await page.waitForFunction("told.some(({ name }) => name === 'ad.clicked')");
  const told = toldSchema.parse(await page.evaluate("told")).map(({ name }) => name);
  return { heights: { frame, content }, told, clicked, text };
}
