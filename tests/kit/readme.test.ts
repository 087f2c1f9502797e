import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { listPlacement } from "../../server/src/tools/sell/list_placement.ts";
import { runExample as runCode } from "./examples.ts";
import { startExchange } from "./exchange-double.ts";

const README = new URL("../../publisher-kit/README.md", import.meta.url);

beforeEach(() => {
  vi.stubEnv("PLACARD_KEY", "rk_live_test_key_of_the_publisher");
});
afterEach(() => {
  vi.unstubAllEnvs();
});

/** The README's first example of a heading in a language, as it stands there. */
function exampleOf(heading: string, language: string): string {
  const section = readFileSync(README, "utf8").split(`## ${heading}\n`)[1] ?? "";
  return section.split(`\`\`\`${language}\n`)[1]?.split("```")[0] ?? "";
}

function runExample(heading: string): Promise<Record<string, unknown>> {
  return runCode(exampleOf(heading, "ts"), `readme ${heading}`);
}

test("the fetch example opens a session", async () => {
  await using exchange = await startExchange();
  vi.stubEnv("PLACARD_URL", exchange.baseUrl);
  const { handle } = await runExample("As a fetch handler");
  if (typeof handle !== "function") throw new Error("The example exports no handler.");
  const response = await handle(
    new Request("https://chat.example/offers/session", {
      method: "POST",
      headers: { origin: "https://chat.example", "content-type": "application/json" },
      body: "{}",
    }),
  );
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    token: expect.stringMatching(/^s1\./),
    expiresAt: expect.stringMatching(/Z$/),
  });
});

test("the Koa example has the routes", async () => {
  await using exchange = await startExchange();
  vi.stubEnv("PLACARD_URL", exchange.baseUrl);
  const { app } = await runExample("In a Koa app");
  expect(app).toMatchObject({ middleware: [expect.any(Function)] });
});

test("the context example gives the model the offers and labels what it cites", async () => {
  await using exchange = await startExchange();
  vi.stubEnv("PLACARD_URL", exchange.baseUrl);
  const { answer } = await runExample("Offers in the model's context");
  if (typeof answer !== "function") throw new Error("The example exports no function.");
  const prompt = { system: "", user: "" };
  async function* model(system: string, user: string) {
    Object.assign(prompt, { system, user });
    const mark = /"rec":"([^"]+)"/.exec(user)?.[1] ?? "";
    yield `Take the Trail shoe 1 ${mark.slice(0, 5)}`;
    yield `${mark.slice(5)}.`;
  }
  let said = "";
  for await (const chunk of await answer("I'm looking for trail shoes", model)) said += chunk;
  expect(said).toMatch(/^Take the Trail shoe 1 \(\[.*Shoe shop\]\(http.*\/r\/p+01\)\)\.$/);
  expect(prompt.system).toContain("marks");
  expect(prompt.user).toMatch(/^I'm looking for trail shoes\n\n\[offers /);
});

test("the call that lists a placement is one that the exchange takes", () => {
  const { tool, arguments: args } = JSON.parse(exampleOf("Citations", "json"));
  expect(tool).toBe(listPlacement.name);
  expect(listPlacement.input.parse(args)).toMatchObject({ adUnitType: "cpr", citations: true });
});
