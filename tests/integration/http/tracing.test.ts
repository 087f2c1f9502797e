import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLogger } from "../../../server/src/core/log.ts";
import { startTracing } from "../../../server/src/core/tracing.ts";
import { bookedPair, deliverOnce } from "../../setup/agents.ts";
import { type Collector, type Span, startCollector } from "../../setup/collector.ts";
import { startExchange, type TestExchange } from "../../setup/exchange.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const CALLER = "b7ad6b7169203331";

let placard: TestExchange;
let collector: Collector;
let spans: readonly Span[];
const lines: string[] = [];
beforeAll(async () => {
  const logger = createLogger({ level: "info", stream: { write: (line) => lines.push(line) } });
  placard = await startExchange({ logger, env: { LOG_REQUESTS: "1" } });
  collector = await startCollector();
  const { publisher, campaign } = await bookedPair(placard.call, "cpc");
  const { campaignId } = campaign;
  const { deliveryId } = await deliverOnce(placard.call, publisher, campaignId);
  const stop = await startTracing({ endpoint: collector.endpoint, service: "placard" });
  const args = { campaignId, deliveryId };
  await placard.call("report_click", args, publisher.key, {
    headers: { traceparent: `00-${TRACE}-${CALLER}-01` },
  });
  await fetch(`${placard.baseUrl}/nothing/here`);
  await stop();
  ({ spans } = collector);
});
afterAll(async () => {
  await placard.close();
  await collector.close();
});

const isRequest = ({ msg }: { msg: unknown }) => msg === "request_handled";
const spanOf = (name: string) => spans.find((span) => span.name === name);

describe("the trace of a report", () => {
  test("continues the caller's, from the request to the tool", () => {
    const request = spanOf("POST /api/agent");
    expect(request).toMatchObject({ traceId: TRACE, parentSpanId: CALLER });
    expect(spanOf("tool report_click")).toMatchObject({
      traceId: TRACE,
      parentSpanId: request?.spanId,
    });
  });

  test("is linked from the batch that settled it, which is nobody's child", () => {
    const batch = spanOf("settle batch");
    expect(batch?.parentSpanId ?? "").toBe("");
    expect(batch?.traceId).not.toBe(TRACE);
    const tool = spanOf("tool report_click");
    expect(batch?.links).toMatchObject([{ traceId: TRACE, spanId: tool?.spanId }]);
  });

  test("is named by the log line that LOG_REQUESTS writes for the call", () => {
    const requests = lines.map((line) => JSON.parse(line)).filter(isRequest);
    const [traced, ...others] = requests.filter(({ traceId }) => traceId === TRACE);
    expect(traced).toMatchObject({ level: 30, method: "POST", path: "/api/agent", status: 200 });
    expect(others).toEqual([]);
    expect(requests.filter(({ traceId }) => traceId === undefined).length).toBeGreaterThan(3);
  });

  test("names routes and not what was asked for", () => {
    expect(spanOf("GET none")).toBeDefined();
    expect(JSON.stringify(spans)).not.toContain("nothing/here");
  });
});
