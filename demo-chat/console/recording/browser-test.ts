import type { Recording, StepKind, TurnLog } from "../wire.ts";
import { withoutChance } from "./normalise.ts";

/** Steps whose words are the same whenever the same is asked of the same market. */
const STEADY: readonly StepKind[] = ["fault", "intent", "query", "cards", "citation", "unmarked"];

const LINKS = /https?:\/\/[^\s()]+\/r\/[\w.-]+/g;

/**
 * The conversation as a browser test: a module for `node --test` and playwright-core that asks a
 * running demo the same questions with the same switches and expects to see the same.
 */
export function browserTestOf({ turns, settings }: Recording, demoUrl: string): string {
  const expected = turns.map(({ text, log, settings: own = settings }) => ({
    text,
    settings: own,
    cards: own.mode === "context" ? 0 : cardsOf(log),
    steps: log.steps
      .filter(({ kind, isOutside }) => STEADY.includes(kind) && isOutside !== true)
      .map(({ text: words }) => withoutChance(words)),
    // What another model says is never the same twice. Labels link to deliveries of their own.
    answer: own.model === "scripted" ? log.answer.replace(LINKS, "/r/") : "",
  }));
  return SOURCE.replace("__DEMO_URL__", () => JSON.stringify(demoUrl)).replace("__TURNS__", () =>
    JSON.stringify(expected, null, 2),
  );
}

/** The console counts the cards of a turn in words. */
function cardsOf({ steps }: TurnLog): number {
  const counts = steps.flatMap(({ kind, text }) =>
    kind === "cards" ? (/^(\d+) cards? for/.exec(text)?.[1] ?? []) : [],
  );
  return Number(counts.at(-1) ?? 0);
}

const SOURCE = `// A conversation of the demo, kept as a test. It needs playwright-core and a demo:
//   DEMO_URL=http://127.0.0.1:8787 CHROMIUM=/usr/bin/chromium node --test conversation.test.mjs
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium } from "playwright-core";

const demoUrl = process.env.DEMO_URL ?? __DEMO_URL__;
const turns = __TURNS__;
const TURN_MAX_MS = 20_000;
const LOOK_MS = 100;

let browser;
let page;
before(async () => {
  const executablePath = process.env.CHROMIUM;
  const where = executablePath === undefined ? {} : { executablePath };
  browser = await chromium.launch({ args: ["--no-sandbox"], ...where });
  page = await browser.newPage();
  await page.goto(\`\${demoUrl}/demo\`);
  await page.getByRole("button", { name: "Send" }).waitFor();
});
after(() => browser?.close());

async function look(isWanted) {
  const endMs = Date.now() + TURN_MAX_MS;
  for (;;) {
    const state = await (await page.request.get(\`\${demoUrl}/demo/state\`)).json();
    if (isWanted(state) || Date.now() > endMs) return state;
    await sleep(LOOK_MS);
  }
}

for (const [place, expected] of turns.entries()) {
  test(\`\${place + 1}. \${expected.text}\`, async () => {
    const { settings: data } = expected;
    const changed = await page.request.put(\`\${demoUrl}/demo/settings\`, { data });
    assert.equal(changed.status(), 200);
    await page.getByLabel("Your message").fill(expected.text);
    await page.getByRole("button", { name: "Send" }).click();
    const isAnswered = ({ turns: [...known] }) =>
      known.length > place && known[place].steps.some(({ kind }) => kind === "answer");
    const { turns: known } = await look(isAnswered);
    const steps = known[place]?.steps.map(({ text }) => text) ?? [];
    for (const step of expected.steps) assert.ok(steps.includes(step), \`missing: \${step}\`);
    const answer = known[place].answer.replace(${LINKS}, "/r/");
    if (expected.answer !== "") assert.equal(answer, expected.answer);
    const cards = page.locator("placard-offers").locator("[part~=card]");
    if (expected.cards > 0) await cards.nth(expected.cards - 1).waitFor();
    assert.equal(await cards.count(), expected.cards);
  });
}
`;
