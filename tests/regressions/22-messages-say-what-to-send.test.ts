import { afterAll, beforeAll, expect, test } from "vitest";
import { refused } from "../integration/tools/market.ts";
import { registerAgent } from "../setup/agents.ts";
import { startExchange, type TestExchange } from "../setup/exchange.ts";

let exchange: TestExchange;
let key: string;
beforeAll(async () => {
  exchange = await startExchange();
  ({ key } = await registerAgent(exchange.call, "both"));
});
afterAll(() => exchange.close());

const campaignId = "cmp_01k9zq3v5te7kbn8w2r4c6d8fg";
const TIME = "a time in UTC such as 2026-03-01T00:00:00Z";
const DAY = "a day such as 2026-03-01";

test.each<[string, object, string, string]>([
  ["create_campaign", {}, "placementId", "is missing: send a string"],
  ["create_campaign", {}, "budgetCredits", "is missing: send a number"],
  [
    "get_publisher_report",
    {},
    "period",
    'is missing: send one of "daily", "weekly", "monthly", "range"',
  ],
  [
    "get_publisher_report",
    { period: "dayly" },
    "period",
    'must be one of "daily", "weekly", "monthly", "range"; got "dayly"',
  ],
  [
    "create_campaign",
    { startAt: "2026-03-01T09:30:00+02:00" },
    "startAt",
    `must be ${TIME}: instead of "2026-03-01T09:30:00+02:00" send "2026-03-01T07:30:00Z"`,
  ],
  ["create_campaign", { endAt: "soon" }, "endAt", `must be ${TIME}; got "soon"`],
  [
    "get_publisher_report",
    { period: "range", from: "2026-02-30" },
    "from",
    `must be ${TIME} or ${DAY}; got "2026-02-30"`,
  ],
  [
    "report_impression",
    { campaignId, evidence: 5 },
    "evidence",
    "must be a string or an object; got 5",
  ],
  [
    "deliver_ad",
    { campaignId, consent: { gdpr: "yes" } },
    "consent/gdpr",
    'must be true or false or 0 or 1; got "yes"',
  ],
  [
    "report_events",
    { events: [{ campaignId }] },
    "events/0/type",
    'is missing: send one of "impression", "click", "conversion"',
  ],
  [
    "report_events",
    { events: [{ type: "view", campaignId }] },
    "events/0/type",
    'must be one of "impression", "click", "conversion"; got "view"',
  ],
  ["list_placement", { title: ["A"] }, "title", "must be a string; got a list"],
])("%s %j: %s %s", async (tool, args, field, message) => {
  const error = await refused(exchange.call(tool, args, key), "invalid_arguments");
  const issue = error.issues?.find(({ pointer }) => pointer === `/arguments/${field}`);
  expect(issue?.message).toBe(message);
});
