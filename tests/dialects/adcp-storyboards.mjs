// Runs the storyboards of @adcp/sdk, unmodified, that a seller of our declaration has to pass: one
// after the other, each with a fresh agent. Arguments: the exchange, and the ids to run (commas;
// absent: all that apply). Prints a line of JSON for each. Load the coarse clock first.
import { createRequire } from "node:module";

const tools = createRequire(new URL("../tools/package.json", import.meta.url));
const sdk = new URL(
  "../tools/node_modules/@adcp/sdk/dist/lib/testing/storyboard/",
  import.meta.url,
);
const { resolveStoryboardsForCapabilities } = tools(new URL("compliance.js", sdk).pathname);
const { runStoryboard } = tools(new URL("index.js", sdk).pathname);
const [baseUrl, only] = process.argv.slice(2);
const url = `${baseUrl}/adcp/mcp`;

/** Of protocols that we do not declare; this release of the runner selects them all the same. */
const FOREIGN = ["signed_requests", "webhook_emission"];

async function register() {
  const agent = { provider: "Storyboards", displayName: "A buyer", role: "advertiser" };
  const response = await fetch(`${baseUrl}/api/agent`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ tool: "register", arguments: agent }),
  });
  return (await response.json()).apiKey;
}

const { storyboards } = resolveStoryboardsForCapabilities({
  supported_protocols: ["media_buy"],
  specialisms: ["sales-non-guaranteed"],
  major_versions: [3],
});
const chosen = storyboards.filter(
  ({ id }) => !FOREIGN.includes(id) && (only === undefined || only.split(",").includes(id)),
);
for (const storyboard of chosen) {
  const key = await register();
  const result = await runStoryboard(url, storyboard, {
    auth: { type: "bearer", token: key },
    allow_http: true,
    sandbox: true,
    webhook_receiver: { mode: "loopback_mock" },
    test_kit: { auth: { api_key: key, probe_task: "list_creatives" } },
  });
  const steps = result.phases.flatMap((phase) => phase.steps);
  const line = {
    id: storyboard.id,
    passed: result.passed_count,
    failed: result.failed_count,
    skipped: steps.filter((step) => step.skipped).map((step) => step.step_id),
    failures: steps
      .filter((step) => !step.passed && !step.skipped)
      .map((step) => `${step.step_id}: ${step.error ?? JSON.stringify(step.validations)}`),
  };
  process.stdout.write(`\n${JSON.stringify(line)}\n`);
}
process.exit(0);
