import type { Page } from "playwright-core";
import { expect } from "vitest";
import { z } from "zod";
import type { WatchedPage } from "../../setup/page.ts";
import {
  askForCards,
  cards,
  expectClean,
  expectLawful,
  followCampaign,
  openStep,
  steps,
  stepWith,
} from "./page.ts";
import { priceOf, readBooks, type Unit } from "./running-demo.ts";

type Plan = { ask: string; headline: RegExp; act?: (shop: Page) => Promise<void> };

/** What a reader asks and does so that the advertiser of a unit pays. */
export const PLANS: Readonly<Record<Unit, Plan>> = {
  cpm: { ask: "Which tent should I buy for two people?", headline: /first warm weekend/ },
  cpc: {
    ask: "I need running shoes for wide feet",
    headline: /Shoes for the road/,
    act: () => Promise.resolve(),
  },
  cpia: { ask: "Recommend a coffee maker for one person", headline: /makes breakfast easy/ },
  cpr: {
    ask: "Recommend noise cancelling headphones under $200",
    headline: /Hear more of the music/,
  },
  cpd: { ask: "Help me choose a standing desk under $600", headline: /A desk that fits you/ },
  cpa: {
    ask: "I want to buy a city bike for commuting",
    headline: /Ride to work/,
    act: (shop) => buyFirst(shop),
  },
  cppromo: {
    ask: "Which frying pan should I buy?",
    headline: /Pans that outlive/,
    act: async (shop) => {
      expect(await shop.getByRole("textbox").first().inputValue()).toBe("EMBER15");
      await buyFirst(shop);
      expect(await shop.innerText("main")).toContain("EMBER15");
    },
  },
  cpl: {
    ask: "Which chef's knife should I buy for a beginner?",
    headline: /Learn to cut/,
    act: async (shop) => {
      await shop.getByLabel("Email address").fill("reader@shop.test");
      await shop.getByRole("button", { name: "Sign up" }).click();
      await shop.getByRole("heading", { name: "You are signed up" }).waitFor();
    },
  },
  cpi: {
    ask: "I want to buy a blender for smoothies",
    headline: /What to blend/,
    act: async (shop) => {
      await shop.getByRole("button", { name: "Install" }).click();
      await shop.getByRole("heading", { name: "The app is installed" }).waitFor();
    },
  },
};

async function buyFirst(shop: Page): Promise<void> {
  await shop.getByRole("button", { name: /^Buy / }).first().click();
  await shop.getByRole("heading", { name: "Thank you for your order" }).waitFor();
}

type Where = { url: string; dataDir: string };

/** A unit from the question to the ledger, paid exactly once, on both sides and on the page. */
export async function playUnit(chat: WatchedPage, unit: Unit, { url, dataDir }: Where) {
  const { ask, headline, act } = PLANS[unit];
  const before = await readBooks(url, dataDir, unit);
  await askForCards(chat.page, ask, headline);
  await expectLawful(chat.page);
  if (unit === "cpr" || unit === "cpd") await expectCited(chat, CITED[unit]);
  if (act !== undefined) await act((await followCampaign(chat, headline)).page);
  const { cost, share } = priceOf(before.campaign, unit);
  const spent = async () => (await readBooks(url, dataDir, unit)).spent - before.spent;
  await expect.poll(spent, { timeout: 10_000 }).toBe(cost);
  const after = await readBooks(url, dataDir, unit);
  expect(after.earned - before.earned).toBe(share);
  expect(before.escrowed - after.escrowed).toBe(cost);
  expect(after.available).toBe(before.available);
  await expectMoves(chat.page, { cost, share });
  expectClean(chat);
}

const CITED = {
  cpr: {
    sponsor: "Quietwave Audio",
    labels: ["Ad · Quietwave Audio", "Ad · Sponsored"],
    step: /recommends Quietwave Audio: the reader sees “Ad · Quietwave Audio”\./,
    mark: /^\[\[rec:quietwave-audio-\w{4}\]\]$/,
    report: /^recommendation, acknowledged, cited: yes, 18\.00 cr charged, 14\.40 cr earned$/,
  },
  cpd: {
    sponsor: "Deskbound Supply",
    labels: ["Ad · Sponsored", "Ad · Deskbound Supply", "Ad · Deskbound Supply"],
    step: /chooses Deskbound Supply among several: the reader sees “Ad · Deskbound Supply”\./,
    mark: /^\[\[pick:deskbound-supply-\w{4}\]\]$/,
    report: /^decision, acknowledged, cited: yes, 30\.00 cr charged, 24\.00 cr earned$/,
  },
} as const;

/** Each name has its label: read as "Ad", linked by way of the exchange, and told step by step. */
async function expectCited(chat: WatchedPage, cited: (typeof CITED)["cpr" | "cpd"]) {
  const { page, context } = chat;
  const { sponsor } = cited;
  const answer = page.locator(".message.assistant").last();
  const links = answer.getByRole("link", { name: /^Ad · / });
  expect(await links.allInnerTexts()).toEqual(cited.labels);
  // Before each label the name that it belongs to is a link as well.
  const names = answer.locator("a[title]");
  expect(await names.evaluateAll((all) => all.map((name) => name.getAttribute("title")))).toEqual(
    cited.labels,
  );
  expect(await answer.locator("a").count()).toBe(2 * cited.labels.length);
  for (const link of await answer.locator("a").all()) {
    expect(new URL((await link.getAttribute("href")) ?? "").pathname).toMatch(/^\/r\/[\w-]{64}$/);
    expect(await link.getAttribute("rel")).toBe("sponsored noopener noreferrer");
    expect(await link.getAttribute("target")).toBe("_blank");
  }
  const text = await answer.innerText();
  expect(text).not.toMatch(/\[\[|\]\]|\]\(/);
  for (const rest of text.split(`${sponsor} `).slice(1)) expect(rest).toMatch(/^\(Ad · /);

  const details = await openStep(stepWith(page, cited.step));
  const field = (name: string) =>
    details.locator(".fields div").filter({ hasText: name }).locator("dd");
  expect(await field("Mark").innerText()).toMatch(cited.mark);
  await expect.poll(() => field("Report").innerText(), { timeout: 10_000 }).toMatch(cited.report);
  const card = cards(page).filter({ hasText: `paid for by ${sponsor}` });
  await card.getByText("In the answer").waitFor();

  const opening = context.waitForEvent("page");
  await links.filter({ hasText: sponsor }).first().click();
  const shop = await opening;
  await shop.waitForLoadState();
  expect(new URL(shop.url()).pathname).toMatch(/^\/shop\/c\//);
  await shop.close();
}

const stateSchema = z.object({
  turns: z.array(
    z.object({ steps: z.array(z.object({ moves: z.array(z.unknown()).optional() })) }),
  ),
});

/** Exactly one step of the turn moved credits; it shows from where to where, and the sum. */
async function expectMoves(page: Page, { cost, share }: { cost: bigint; share: bigint }) {
  const places = async () => {
    const response = await page.request.get(new URL("/demo/state", page.url()).href);
    const { turns } = stateSchema.parse(await response.json());
    const all = turns.at(-1)?.steps ?? [];
    return all.flatMap(({ moves }, place) => (moves === undefined ? [] : [place]));
  };
  await expect.poll(async () => (await places()).length, { timeout: 5_000 }).toBe(1);
  const [place = 0] = await places();
  const step = steps(page).nth(place);
  await step.waitFor();
  const rows = await (await openStep(step)).locator(".moves tbody tr").allInnerTexts();
  const amounts = rows.map((row) => /([−+][\d.,]+) cr/.exec(row)?.[1]);
  expect(amounts).toEqual([signed(-cost), signed(share), signed(cost - share)]);
  expect(rows[0]).toContain(", escrow");
  expect(rows[1]).toContain(", pending earnings");
  expect(rows[2]).toContain("fee");
  expect(await step.locator("[data-amount=moved]").innerText()).toBe("0.00 cr");
}

function signed(micros: bigint): string {
  return (Number(micros) / 1_000_000)
    .toLocaleString("en-US", {
      minimumFractionDigits: 2,
      maximumFractionDigits: 6,
      signDisplay: "exceptZero",
    })
    .replace("-", "−");
}
