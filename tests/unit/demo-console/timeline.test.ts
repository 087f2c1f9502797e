import { expect, test } from "vitest";
import { NO_FAULTS } from "../../../demo-chat/console/faults/defaults.ts";
import { createTimeline } from "../../../demo-chat/console/turns/timeline.ts";
import type { DemoSettings } from "../../../demo-chat/console/wire.ts";

const PARTIES = { advertiser: "Tea", adUnitType: "cpr", publisher: "Chat" };
const settings: DemoSettings = {
  publisher: "Chat",
  mode: "both",
  model: "scripted",
  faults: NO_FAULTS,
};

/** A turn with one delivery, whose click has the same 26 characters. */
function turnWith(timeline: ReturnType<typeof createTimeline>, id: string) {
  const run = timeline.start("tea", settings);
  const wire = { title: "deliver_ad", status: 200, durationMs: 1, request: {} };
  const call = { tool: "deliver_ad", args: {}, wire, startedAtMs: 0 };
  timeline.during(run, () => timeline.onEnd({ ...call, answer: { deliveryId: `dlv_${id}` } }));
  return run;
}

test("a batch of unbilled events is one step in each turn that it is about, without money", () => {
  const timeline = createTimeline({ now: () => 1_000, partiesOf: () => PARTIES });
  const first = turnWith(timeline, "01m80wzyvbfvqsr83y1c0f3e8y");
  const second = turnWith(timeline, "01m80wzyvbfvqsr83y1c0f3e8z");
  const other = turnWith(timeline, "01m80wzyvbfvqsr83y1c0f3e90");
  const click = (id: string) => ({
    type: "click.recorded",
    clickId: `clk_${id}`,
    billable: false,
    reason: "declared_bot",
  });
  const events = [
    click("01m80wzyvbfvqsr83y1c0f3e8y"),
    click("01m80wzyvbfvqsr83y1c0f3e8y"),
    click("01m80wzyvbfvqsr83y1c0f3e8z"),
    click("01m80wzyvbfvqsr83y1c0f3e91"),
  ];
  timeline.onPostback({
    id: "evt_1",
    type: "unbilled.batch",
    advertiser: "Tea",
    receivedAtMs: 1_000,
    isVerified: true,
    headers: {},
    attempts: [],
    body: { data: { campaignId: "cmp_1", events } },
  });
  for (const { log } of [first, second]) {
    expect(log.steps).toMatchObject([
      {
        kind: "postback",
        text: "Not billed: automated browser. Webhook unbilled.batch sent to Tea.",
      },
    ]);
    expect(log.steps[0]).not.toHaveProperty("moves");
  }
  expect(other.log.steps).toEqual([]);
});
