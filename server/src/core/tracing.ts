import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Attributes,
  type Context,
  type Link,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";

/** What a piece of work may say about itself while it runs. */
export interface ActiveSpan {
  set(attributes: Attributes): void;
  /** For a name that is only known when the work is under way, such as a route. */
  rename(name: string): void;
  /** W3C `traceparent` for whom the work goes on to; absent while nothing is traced. */
  readonly traceparent: string | undefined;
}

export interface SpanOptions {
  readonly kind?: "server" | "client" | "producer" | "consumer" | "internal";
  /** The `traceparent` that a caller sent; one that is not well-formed begins a new trace. */
  readonly parent?: string | undefined;
  /** Begins a trace of its own, whatever runs around it: work for many callers at once. */
  readonly isRoot?: boolean;
  /** Traces that led here without being the cause: the requests whose events share a batch. */
  readonly links?: readonly string[];
}

/** One for each process, as spans cross every layer; absent unless traces have somewhere to go. */
let tracing: { tracer: Tracer; active: AsyncLocalStorage<Context> } | undefined;

const silent: ActiveSpan = {
  set: () => undefined,
  rename: () => undefined,
  traceparent: undefined,
};

const LINKS_MAX = 128;

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

/**
 * Sends traces of this process to an OpenTelemetry collector from now on. The libraries for it are
 * loaded here, so that a process without an endpoint pays nothing for them. Call the answer to send
 * what waits and end tracing; a second start before that changes nothing.
 */
export async function startTracing(options: {
  endpoint: string | undefined;
  service: string;
}): Promise<() => Promise<void>> {
  const { endpoint, service } = options;
  if (endpoint === undefined || tracing !== undefined) return () => Promise.resolve();
  const { openExporter } = await import("./tracing-export.ts");
  const { tracer, stop } = openExporter({ endpoint, service });
  tracing = { tracer, active: new AsyncLocalStorage<Context>() };
  return async () => {
    tracing = undefined;
    await stop();
  };
}

/** Whether traces go anywhere: for work that is only worth doing for them. */
export function isTracing(): boolean {
  return tracing !== undefined;
}

/**
 * Runs work as one span of a trace: a child of the span around it, unless `parent` names another.
 * An error marks the span as failed and passes on. Without tracing it only runs the work.
 */
export async function withSpan<T>(
  name: string,
  attributes: Attributes,
  run: (span: ActiveSpan) => Promise<T>,
  { kind = "internal", parent, isRoot = false, links = [] }: SpanOptions = {},
): Promise<T> {
  if (tracing === undefined) return run(silent);
  const { tracer, active } = tracing;
  const outer = isRoot ? undefined : active.getStore();
  const around = contextOf(parent) ?? outer ?? ROOT_CONTEXT;
  const options = { kind: KINDS[kind], attributes, links: links.flatMap(linkOf) };
  const span = tracer.startSpan(name, options, around);
  const shown: ActiveSpan = {
    set: (more) => void span.setAttributes(more),
    rename: (better) => void span.updateName(better),
    traceparent: textOf(span.spanContext()),
  };
  try {
    return await active.run(trace.setSpan(around, span), () => run(shown));
  } catch (error) {
    span.recordException(error instanceof Error ? error : String(error));
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

/** The running span as W3C `traceparent`, for a message that will be worked on later. */
export function currentTraceparent(): string | undefined {
  const context = tracing?.active.getStore();
  const span = context === undefined ? undefined : trace.getSpan(context);
  return span === undefined ? undefined : textOf(span.spanContext());
}

/** **Source** W3C Trace Context, section 3.2; `ff` is no version, and all zeros is no id. */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/;

function readTraceparent(text: string | undefined): SpanContext | undefined {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(text ?? "") ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}

function contextOf(traceparent: string | undefined): Context | undefined {
  const parent = readTraceparent(traceparent);
  return parent === undefined ? undefined : trace.setSpanContext(ROOT_CONTEXT, parent);
}

function linkOf(traceparent: string, index: number): Link[] {
  const context = index < LINKS_MAX ? readTraceparent(traceparent) : undefined;
  return context === undefined ? [] : [{ context }];
}

function textOf({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;
}
