import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const candidates = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * Chromium without a window and with a fresh profile. Close it in `afterAll`. The flags named are
 * those that playwright sets and a test must do without.
 *
 * Errors: fails with what to install when the machine has none; a browser test never passes by
 * being skipped.
 */
export function launchBrowser(ignoreDefaultArgs: string[] = []): Promise<Browser> {
  const executablePath = candidates.find((path) => existsSync(path));
  if (!executablePath) {
    throw new Error("Chromium is missing: install the Debian package chromium.");
  }
  return chromium.launch({
    executablePath,
    args: flags,
    headless: true,
    chromiumSandbox: false,
    ignoreDefaultArgs,
  });
}
