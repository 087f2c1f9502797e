import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  currentTraceparent,
  isTracing,
  startTracing,
  withSpan,
} from "../../../server/src/core/tracing.ts";
import { type Collector, type Span, startCollector } from "../../setup/collector.ts";

let collector: Collector;
beforeEach(async () => {
  collector = await startCollector();
});
afterEach(() => collector.close());

/** What a collector receives of the work that is done while tracing is on. */
async function collected(work: () => Promise<unknown>): Promise<Map<string, Span>> {
  const stop = await startTracing({ endpoint: collector.endpoint, service: "test" });
  await work().catch(() => undefined);
  await stop();
  return new Map(collector.spans.map((span) => [span.name, span]));
}

describe("spans", () => {
  test("reach the collector as one trace, children under their parents", async () => {
    const found = await collected(() =>
      withSpan("outer", { answer: 42 }, async (span) => {
        span.rename("POST /api");
        await withSpan("inner", {}, () => Promise.resolve());
      }),
    );
    const outer = found.get("POST /api");
    expect([...collector.paths]).toEqual(["/v1/traces"]);
    expect(outer?.attributes).toMatchObject([{ key: "answer" }]);
    expect(found.get("inner")).toMatchObject({
      traceId: outer?.traceId,
      parentSpanId: outer?.spanId,
    });
  });

  test("carry on the trace of the caller, in whatever turn of the loop they end", async () => {
    const traceId = "0af7651916cd43dd8448eb211c80319c";
    const parent = `00-${traceId}-b7ad6b7169203331-01`;
    let seen: string | undefined;
    const found = await collected(() =>
      withSpan(
        "request",
        {},
        async () => {
          await new Promise((resolve) => setImmediate(resolve));
          seen = currentTraceparent();
        },
        { parent, kind: "server" },
      ),
    );
    expect(found.get("request")).toMatchObject({ traceId, parentSpanId: "b7ad6b7169203331" });
    expect(seen).toBe(`00-${traceId}-${found.get("request")?.spanId}-01`);
  });

  test.each([
    "nonsense",
    "00-00000000000000000000000000000000-b7ad6b7169203331-01",
    "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
    "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
    "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
  ])("begin a new trace for the parent %s", async (parent) => {
    const found = await collected(() => withSpan("request", {}, async () => {}, { parent }));
    expect(found.get("request")?.parentSpanId ?? "").toBe("");
  });

  test("of a caller that does not want to be traced are not sent", async () => {
    const parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00";
    const found = await collected(() => withSpan("request", {}, async () => {}, { parent }));
    expect(found.size).toBe(0);
  });

  test("of a batch stand for themselves and link to the requests in it", async () => {
    const found = await collected(() =>
      withSpan("request", {}, async (request) => {
        const links = [request.traceparent ?? "", "nonsense"];
        await withSpan("batch", {}, async () => {}, { isRoot: true, links });
      }),
    );
    const request = found.get("request");
    const batch = found.get("batch");
    expect(batch?.parentSpanId ?? "").toBe("");
    expect(batch?.traceId).not.toBe(request?.traceId);
    expect(batch?.links).toMatchObject([{ traceId: request?.traceId, spanId: request?.spanId }]);
  });

  test("say that they failed, and pass the error on", async () => {
    const failing = withSpan("quiet", {}, () => Promise.reject(new Error("no")));
    await expect(failing).rejects.toThrow("no");
    const found = await collected(() =>
      withSpan("loud", {}, () => Promise.reject(new Error("no"))),
    );
    expect(found.get("loud")?.status).toMatchObject({ code: 2 });
  });
});

describe("without an endpoint", () => {
  test("work runs as it is and nothing is recorded", async () => {
    const stop = await startTracing({ endpoint: undefined, service: "test" });
    expect(isTracing()).toBe(false);
    const seen = await withSpan("work", {}, (span) => Promise.resolve(span.traceparent));
    expect(seen).toBeUndefined();
    expect(currentTraceparent()).toBeUndefined();
    await stop();
  });
});

test("a collector that does not answer harms nobody", async () => {
  const stop = await startTracing({ endpoint: "http://127.0.0.1:9", service: "test" });
  expect(await withSpan("work", {}, () => Promise.resolve(1))).toBe(1);
  await stop();
  expect(isTracing()).toBe(false);
});
