import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { runExample as runCode } from "./examples.ts";
import { startExchange } from "./exchange-double.ts";

const README = new URL("../../publisher-kit/README.md", import.meta.url);

beforeEach(() => {
  vi.stubEnv("PLACARD_KEY", "rk_live_test_key_of_the_publisher");
});
afterEach(() => {
  vi.unstubAllEnvs();
});

/** Runs the README's example of a heading as it stands there. */
function runExample(heading: string): Promise<Record<string, unknown>> {
  const section = readFileSync(README, "utf8").split(`## ${heading}\n`)[1] ?? "";
  return runCode(/```ts\n([\s\S]*?)```/.exec(section)?.[1] ?? "", `readme ${heading}`);
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

test("the context example gives the model the offers and hands its answer on", async () => {
  await using exchange = await startExchange();
  vi.stubEnv("PLACARD_URL", exchange.baseUrl);
  const { answer } = await runExample("Offers in the model's context");
  if (typeof answer !== "function") throw new Error("The example exports no function.");
  let system = "";
  async function* model(context: string) {
    system = context;
    yield "Take the ";
    yield "Trail shoe 1.";
  }
  let said = "";
  for await (const chunk of await answer("I'm looking for trail shoes", model)) said += chunk;
  expect(said).toBe("Take the Trail shoe 1.");
  expect(system).toContain("Trail shoe 1");
});
