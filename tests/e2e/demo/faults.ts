import type { Page } from "playwright-core";
import { expect } from "vitest";
import { askForCards, cards, openStep, stepWith } from "./page.ts";

/** What a switch must do: to the reader, and to the timeline. */
export type FaultCase = {
  name: string;
  /** The switch as a link has it. */
  query: string;
  ask?: string;
  /** Of the sidebar's one line. */
  sidebar: RegExp;
  /** Steps that the timeline must have, in any order. */
  timeline: readonly RegExp[];
  more?: (page: Page) => Promise<void>;
};

const CARDS = /^\d offers? in /;

/**
 * Faults that the page itself applies or draws. `tests/integration/demo/console.test.ts` has what
 * the server does with each of its own.
 */
export const FAULTS: readonly FaultCase[] = [
  {
    name: "latency within the deadline",
    query: "latency=150",
    sidebar: CARDS,
    timeline: [/every call takes 150 ms longer/, /^\d+ ms\s*Product search: \d+ products/],
    more: async (page) => {
      const details = await openStep(stepWith(page, "Product search"));
      expect(await details.innerText()).toContain("changed by the fault latency");
    },
  },
  {
    name: "a script in a card's title",
    query: "card=script_title",
    sidebar: CARDS,
    timeline: [/the first offers have a script in the title/],
    more: async (page) => {
      expect(await cards(page).allInnerTexts()).toEqual(
        expect.arrayContaining([expect.stringContaining("<script>")]),
      );
      expect(await page.title()).toBe("Demo chat · Placard");
      expect(await cards(page).locator("script").count()).toBe(0);
    },
  },
  {
    name: "pictures that are missing",
    query: "images=missing",
    sidebar: CARDS,
    timeline: [/pictures are missing/],
    more: async (page) => {
      const first = cards(page)
        .filter({ has: page.locator("[part=image]") })
        .first();
      await first.locator("[part=image] svg").waitFor();
      expect(await first.locator("img").count()).toBe(0);
    },
  },
  {
    name: "reports that a blocker stops",
    query: "blocked=1",
    ask: "Which tent should I buy for two people?",
    sidebar: CARDS,
    timeline: [/The browser blocked a report of the cards/],
    more: async (page) => {
      // A busy machine may have left the booked offer out.
      await askForCards(page, "Which tent should I buy for two people?", /first warm weekend/);
      // What was kept is told, and paid for, as soon as nothing stops it.
      expect(await stepWith(page, "Settled").count()).toBe(0);
      await page.getByRole("button", { name: "Change", exact: true }).click();
      await page.getByLabel("Blocked beacons").uncheck();
      await page.getByRole("button", { name: "What happened" }).click();
      await stepWith(page, "Settled: Northfold Outfitters").waitFor();
    },
  },
  {
    name: "an exchange that fails with 500",
    query: "exchange=server_error",
    sidebar: /^No offers: the server could not answer/,
    timeline: [/the exchange answers 500/, /No offers: the exchange could not answer/],
    more: async (page) => {
      await expectAnswer(page);
      const details = await openStep(stepWith(page, "Product search"));
      expect(await details.innerText()).toMatch(/req_[0-9a-z]{26}/);
    },
  },
  {
    name: "a reader who is offline",
    query: "offline=1",
    sidebar: /^No offers/,
    timeline: [/Offline: the question was sent/],
    more: async (page) => {
      const said = await page.locator(".message.assistant").last().innerText();
      expect(said).toContain("cannot be reached");
    },
  },
];

/** Whatever happens to the offers, the reader has an answer. */
async function expectAnswer(page: Page): Promise<void> {
  expect(await cards(page).count()).toBe(0);
  const said = await page.locator(".message.assistant").last().innerText();
  expect(said.length).toBeGreaterThan(60);
}
