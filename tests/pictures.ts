import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { runDemo } from "./e2e/demo/running-demo.ts";
import { launchBrowser } from "./setup/browser.ts";

/**
 * `npm run pictures`: starts a demo of its own and writes the pictures of README and docs, light
 * and dark. The pictures are tracked, so their sizes count.
 */
const FOLDER = fileURLToPath(new URL("../server/pages/assets/pictures/", import.meta.url));
const SIZE = { width: 1280, height: 800 };
const QUALITY = 60;
const SCHEMES = ["light", "dark"] as const;

interface Shot {
  readonly name: string;
  readonly path: string;
  /** Brings the page to what the picture shows. */
  readonly prepare: (page: Page) => Promise<void>;
}

const SHOTS: readonly Shot[] = [
  {
    name: "demo",
    path: "/demo",
    async prepare(page) {
      await page.locator(".composer button:not(:disabled)").waitFor();
      await page.getByLabel("Your message").fill("Which tent should I buy for two people?");
      await page.getByRole("button", { name: "Send" }).click();
      await page.locator(".log[aria-busy=false] .message.assistant").waitFor();
      await page.locator("placard-offers").locator("[part~=card]").first().waitFor();
    },
  },
  {
    name: "explore",
    path: "/explore?q=trail+running+shoes+under+%24120",
    async prepare(page) {
      await page.locator("img").first().waitFor();
    },
  },
];

const dataDir = await mkdtemp(join(tmpdir(), "placard-pictures-"));
const demo = await runDemo(dataDir);
const browser = await launchBrowser();
try {
  await demo.ready();
  await mkdir(FOLDER, { recursive: true });
  let total = 0;
  for (const shot of SHOTS) {
    for (const colorScheme of SCHEMES) total += await take(shot, colorScheme);
  }
  process.stdout.write(`${(total / 1_000).toFixed(0)} KB in all\n`);
} finally {
  await browser.close();
  await demo.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** **Shape** the size of the picture in bytes. */
async function take(
  { name, path, prepare }: Shot,
  colorScheme: (typeof SCHEMES)[number],
): Promise<number> {
  const context = await browser.newContext({
    viewport: SIZE,
    colorScheme,
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  await page.goto(demo.url + path);
  await prepare(page);
  await page.waitForLoadState("networkidle");
  const session = await context.newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", {
    format: "webp",
    quality: QUALITY,
  });
  const picture = Buffer.from(data, "base64");
  const file = `${name}-${colorScheme}.webp`;
  await writeFile(join(FOLDER, file), picture);
  process.stdout.write(`${file} ${(picture.length / 1_000).toFixed(0)} KB\n`);
  await context.close();
  return picture.length;
}
