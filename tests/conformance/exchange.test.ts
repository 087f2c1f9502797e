import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMcpSurfaces } from "../../server/src/render/mcp-schema.ts";
import { startExchange, type TestExchange } from "../setup/exchange.ts";
import { startFixtureServer } from "./fixture-server.ts";
import { type Outcome, runSuite, runTool } from "./programs.ts";

let world: TestExchange;
let outcomes: Map<string, Outcome>;
beforeAll(async () => {
  world = await startExchange();
  outcomes = await runSuite(`${world.baseUrl}/mcp`, ["--requirements", "2026-07-28"]);
});
afterAll(() => world.close());

describe("the exchange itself", () => {
  /** Those that need no tool, prompt or resource of the suite's own. */
  test.each([
    "tools-list",
    "caching",
    "dns-rebinding-protection",
    "http-header-validation",
    "server-sse-multiple-streams",
    "sep-2164-resource-not-found",
    "resources-list",
    "prompts-list",
    "input-required-result-unsupported-methods",
  ])("conforms to 2026-07-28 in %s", (name) => {
    const outcome = outcomes.get(name);
    expect(outcome?.failed, outcome?.report ?? "The scenario was not run.").toBe(0);
    expect(outcome?.passed).toBeGreaterThan(0);
  });
});

const SURFACES = createMcpSurfaces("http://localhost");

/** Errors and warnings go to stderr; an error also shows in the exit code. */
async function inspect(url: string) {
  const asked = ["--transport", "http", "--method", "tools/list", "--strict"];
  const path = "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js";
  const { exitCode, stdout, stderr } = await runTool(path, ["--cli", url, ...asked]);
  return { exitCode, stderr, tools: JSON.parse(stdout).tools };
}

describe.concurrent("the strict Inspector", () => {
  test.each(SURFACES)("finds nothing to say about the tools of /mcp$path", async (surface) => {
    const { exitCode, stderr, tools } = await inspect(`${world.baseUrl}/mcp${surface.path}`);
    expect(stderr).toBe("");
    expect(exitCode).toBe(0);
    expect(tools).toHaveLength(surface.tools.length);
  });

  test("finds what it should", async () => {
    const fixture = await startFixtureServer();
    const { stderr } = await inspect(fixture.url).finally(() => fixture.close());
    expect(stderr).toContain("nullable_argument_tool");
    expect(stderr).toContain("0 errors, 1 warning");
  });
});
