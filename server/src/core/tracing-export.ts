import type { Tracer } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";

const TRACES_PATH = "/v1/traces";
/** A collector that hangs must neither pile up spans nor delay the end of the process. */
const TIMEOUT_MS = 3_000;
const SEND_EVERY_MS = 2_000;
/** Spans beyond these are dropped: a trace is a convenience, a request is not. */
const WAITING_MAX = 4_096;
const SENT_AT_ONCE_MAX = 512;

/** The OpenTelemetry library, set up to send in the background. Loaded only when it is needed. */
export function openExporter(options: { endpoint: string; service: string }): {
  tracer: Tracer;
  stop(): Promise<void>;
} {
  const url = options.endpoint.replace(/\/$/, "") + TRACES_PATH;
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: TIMEOUT_MS });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ "service.name": options.service }),
    spanProcessors: [
      new BatchSpanProcessor(exporter, {
        maxQueueSize: WAITING_MAX,
        maxExportBatchSize: SENT_AT_ONCE_MAX,
        scheduledDelayMillis: SEND_EVERY_MS,
        exportTimeoutMillis: TIMEOUT_MS,
      }),
    ],
  });
  return {
    tracer: provider.getTracer("placard"),
    stop: () => provider.shutdown().catch(() => undefined),
  };
}
