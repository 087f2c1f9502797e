import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { CATALOGUE } from "../../../server/src/tools/catalogue.ts";

const ROOT = new URL("../../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), "utf8");
const decisions = readdirSync(new URL("server/docs/decisions/", ROOT));
const texts = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "CHANGELOG.md",
  "server/docs/architecture.md",
  "server/docs/contract.md",
  "server/docs/glossary.md",
  "server/docs/money.md",
  "server/docs/operations.md",
  ...decisions.map((file) => `server/docs/decisions/${file}`),
];

test.each(texts)("every link in %s leads to a file that exists", (path) => {
  const links = [...read(path).matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, link = ""]) => link);
  const broken = links.filter((link) => !existsSync(new URL(link, new URL(path, ROOT))));
  expect(broken).toEqual([]);
});

test("every npm script that a text names exists", () => {
  const scripts = z.object({ scripts: z.record(z.string(), z.string()) });
  const known = Object.keys(scripts.parse(JSON.parse(read("package.json"))).scripts);
  for (const path of texts) {
    for (const [, name] of read(path).matchAll(/npm run ([\w:]+)/g)) expect(known).toContain(name);
  }
  expect(known).toContain("start");
});

test("every folder of the README's map exists", () => {
  const map = read("README.md").split("## Where things are")[1]?.split("\n## ")[0] ?? "";
  const folders = [...map.matchAll(/^\| `([^`]+)`/gm)].map(([, path = ""]) => path);
  expect(folders.length).toBeGreaterThan(8);
  expect(folders.filter((path) => !existsSync(new URL(path, ROOT)))).toEqual([]);
});

test("every file that the architecture names exists", () => {
  const names = [...read("server/docs/architecture.md").matchAll(/`([a-z]+\/[\w/-]+\.ts)`/g)];
  const paths = names.map(([, path = ""]) => path);
  expect(paths.length).toBeGreaterThan(5);
  const places = (path: string) => [`server/src/${path}`, `server/src/domain/${path}`];
  const missing = paths.filter((path) => !places(path).some((at) => existsSync(new URL(at, ROOT))));
  expect(missing).toEqual([]);
});

test("decisions are numbered without a gap and have their four parts", () => {
  const numbers = decisions
    .map((file) => Number(/^(\d{4})-[a-z0-9-]+\.md$/.exec(file)?.[1]))
    .sort((left, right) => left - right);
  expect(numbers).toEqual(numbers.map((_number, index) => index + 1));
  for (const file of decisions) {
    const text = read(`server/docs/decisions/${file}`);
    for (const part of ["Context", "Choice", "Rejected", "Consequences"]) {
      expect(text, file).toContain(`\n**${part}.** `.trimEnd());
    }
    // One screen.
    expect(text.split("\n").length, file).toBeLessThan(60);
  }
});

/** Every tool of the exchange's specification. */
const SPECIFIED = `register buy_credits ask_help report_bug report_experience whoami wallet
  list_placement update_placement request_platform_demand get_publisher_activation
  search_affiliate_offers search_shopfeed_products get_shopfeed_product deliver_ad
  report_impression report_click report_conversion get_publisher_report
  get_publisher_report_by_placement get_publisher_report_by_campaign request_cashout
  search_placements create_campaign buy_campaign buy_placement create_coupon list_coupons
  register_postback get_advertiser_report get_advertiser_report_by_campaign
  get_advertiser_report_by_placement get_attribution list_campaigns get_campaign
  confirm_delivery request_refund send_message list_messages`.split(/\s+/);

test("the README names exactly the specified tools that are not there yet", () => {
  const missing = read("README.md").split("Not there yet:")[1]?.split("\n## ")[0] ?? "";
  const named = [...missing.matchAll(/`([a-z_]+)`/g)].map(([, name = ""]) => name);
  const tools = new Set(CATALOGUE.map((tool) => tool.name));
  const absent = SPECIFIED.filter((name) => !tools.has(name));
  expect(named.filter((name) => SPECIFIED.includes(name)).sort()).toEqual(absent.sort());
});

test("the changelog names every tool of this version", () => {
  for (const { name } of CATALOGUE) expect(read("CHANGELOG.md")).toContain(`\`${name}\``);
});
