import type { Frame, Page } from "playwright-core";
import { expect } from "vitest";

/** A host as the contract drives it, whatever it is made of. */
export interface DrivenHost {
  /** Where its cards are. */
  readonly inside: Page | Frame;
  /** Sends a text that has two offers or more. */
  turn(): Promise<unknown>;
  /** Goes over to German while cards are shown. */
  speakGerman(): Promise<unknown>;
  leave(): Promise<unknown>;
}

/** What every host of a browser keeps: pages of all frameworks, and the frame of an MCP App. */
export async function expectContract({ inside, turn, speakGerman, leave }: DrivenHost) {
  const cardsIn = (region: string) =>
    inside.getByRole("complementary", { name: region }).getByRole("listitem");
  expect(await inside.getByRole("listitem").count()).toBe(0);

  await turn();
  await expect.poll(() => cardsIn("Sponsored").count()).toBeGreaterThan(1);
  const count = await cardsIn("Sponsored").count();
  for (const card of await cardsIn("Sponsored").all()) {
    const link = card.getByRole("link");
    expect(await link.getAttribute("href")).toMatch(/^https?:\/\/[^/]+\/r\/[\w-]{64}/);
    expect(await link.getAttribute("rel")).toBe("sponsored noopener noreferrer");
    // The label is what is read first.
    const label = await card.locator("[part=disclosure]").innerText();
    expect((await card.innerText()).startsWith(label)).toBe(true);
    expect(await link.getAttribute("aria-describedby")).toBe(
      await card.locator("[part=disclosure]").getAttribute("id"),
    );
  }

  await speakGerman();
  await expect.poll(() => cardsIn("Anzeigen").count()).toBe(count);
  await expect
    .poll(() => cardsIn("Anzeigen").first().locator("b").textContent())
    .toMatch(/^\d+,\d\d\u00a0[€$]$/);
  await turn();
  await expect.poll(() => cardsIn("Anzeigen").count()).toBe(count);

  await leave();
  await expect.poll(() => inside.getByRole("listitem").count()).toBe(0);
}
