import { createServer } from "node:http";
import { z } from "zod";

const spanSchema = z.object({
  name: z.string(),
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  attributes: z.array(z.object({ key: z.string() })).optional(),
  links: z.array(z.object({ traceId: z.string(), spanId: z.string() })).optional(),
  status: z.object({ code: z.number().optional() }).optional(),
});
const exportSchema = z.object({
  resourceSpans: z.array(
    z.object({ scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })) }),
  ),
});

export type Span = z.infer<typeof spanSchema>;

export interface Collector {
  readonly endpoint: string;
  /** In the order in which they ended. */
  readonly spans: readonly Span[];
  /** Addresses that spans were sent to. */
  readonly paths: ReadonlySet<string>;
  close(): Promise<void>;
}

/** An OpenTelemetry collector that keeps every span it is sent over OTLP as JSON. */
export async function startCollector(): Promise<Collector> {
  const spans: Span[] = [];
  const paths = new Set<string>();
  const server = createServer((req, res) => {
    paths.add(req.url ?? "");
    let text = "";
    req.on("data", (chunk) => {
      text += String(chunk);
    });
    req.on("end", () => {
      const { resourceSpans } = exportSchema.parse(JSON.parse(text));
      for (const { scopeSpans } of resourceSpans) {
        for (const scope of scopeSpans) spans.push(...scope.spans);
      }
      res.end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    spans,
    paths,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
