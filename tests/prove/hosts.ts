import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { launchBrowser } from "../setup/browser.ts";
import { type App, checkTypes, makeApp } from "./hosts/app.ts";
import { driveHost } from "./hosts/drive.ts";
import type { Host } from "./hosts/host.ts";
import { openMarket } from "./hosts/market.ts";
import { packPackages } from "./hosts/packed.ts";
import { countLines, filesOf } from "./hosts/page-blocks.ts";
import { startScriptedModel } from "./hosts/scripted-model.ts";
import { HOSTS } from "./hosts/table.ts";

/**
 * `npm run prove -- hosts [--host NAME] [--keep]`: each host from the packed packages and the files
 * of its page, in an empty folder, against a real exchange and in Chromium.
 */
const { values } = parseArgs({
  options: { host: { type: "string", multiple: true }, keep: { type: "boolean", default: false } },
});
const MS = 1_000;

const chosen = HOSTS.filter(({ name }) => values.host?.includes(name) ?? true);
if (chosen.length === 0) {
  process.stderr.write(`Hosts: ${HOSTS.map(({ name }) => name).join(", ")}.\n`);
  process.exit(1);
}
const folder = await mkdtemp(join(tmpdir(), "placard-packed-"));
const market = await openMarket();
const model = await startScriptedModel();
const browser = await launchBrowser();
let failures = 0;
try {
  const archives = await packPackages(folder);
  for (const host of chosen) {
    const startedAt = performance.now();
    const said = await prove(host, archives).catch((error: unknown) => {
      failures += 1;
      return `FAIL ${host.name}: ${error instanceof Error ? error.message : error}`;
    });
    line(`${said} (${((performance.now() - startedAt) / MS).toFixed(0)} s)`);
    await market.startExchange();
  }
} finally {
  await browser.close();
  await model.close();
  await market.close();
  await rm(folder, { recursive: true, force: true });
}
line(failures === 0 ? `proved ${chosen.length} hosts` : `${failures} failed`);
process.exitCode = failures === 0 ? 0 : 1;

async function prove(host: Host, archives: ReadonlyMap<string, string>): Promise<string> {
  const lines = countLines(filesOf(host.pages), host.own);
  if (lines > host.linesMax) throw new Error(`${lines} lines; ${host.linesMax} are allowed.`);
  const app = await makeApp(host, archives);
  try {
    await checkTypes(host, app);
    for (const command of host.builds ?? []) await app.run(command);
    const ran: string[] = [];
    for (const command of [host.start, host.alsoStart]) {
      if (command !== undefined) ran.push(await drive(host, app, command));
    }
    return `ok   ${host.name}: ${lines} lines; ${ran.join("; ")}`;
  } finally {
    if (!values.keep) await app.remove();
    else line(`kept ${app.folder}`);
  }
}

/** One way of starting a host, with a publisher of its own. */
async function drive(host: Host, app: App, command: string): Promise<string> {
  const publisher = await market.openPublisher();
  const env = {
    PLACARD_URL: market.baseUrl,
    PLACARD_KEY: publisher.apiKey,
    MODEL_URL: model.baseUrl,
  };
  const running = await app.start(env, command);
  try {
    const world = { app: running, browser, market, publisher };
    const { cards, views, citations } = await driveHost(world, host.drive);
    return `${cards} labelled cards, ${views} views, ${citations} citations`;
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${running.said()}`);
  } finally {
    await running.stop();
  }
}

function line(text: string): void {
  process.stdout.write(`${text}\n`);
}
