import type { WireCall } from "../wire.ts";
import { elapsed } from "./format.ts";
import { Term } from "./term.tsx";

/** Calls over the wire, each with what was sent and what came back. */
export function Calls({ calls }: { calls: readonly WireCall[] }) {
  if (calls.length === 0) return null;
  return (
    <>
      <h4>
        <Term of="call" />
      </h4>
      {calls.map((call, place) => (
        <details key={place} class="call">
          <summary>
            {call.title} <span class="soft">{outcomeOf(call)}</span>
          </summary>
          <Sent call={call} />
        </details>
      ))}
    </>
  );
}

function outcomeOf({ status, durationMs, fault }: WireCall): string {
  const answer = status === null ? "no answer" : String(status);
  const why = fault === undefined ? "" : `, changed by the fault ${FAULT_NAMES[fault]}`;
  return `${answer} in ${elapsed(durationMs)}${why}`;
}

const FAULT_NAMES: Readonly<Record<NonNullable<WireCall["fault"]>, string>> = {
  latencyMs: "latency",
  exchange: "exchange",
  card: "card",
  images: "pictures",
  clockSkewMinutes: "clock skew",
  tokenExpired: "expired token",
  globalPrivacyControl: "Global Privacy Control",
  childDirected: "child-directed",
  offline: "offline",
  beaconsBlocked: "blocked beacons",
  database: "database gone",
  redis: "Redis gone",
};

/** What was sent and answered. Both may be missing: not every call has a body. */
export function Sent({ call }: { call: WireCall }) {
  const { requestId, request, response } = call;
  return (
    <>
      {requestId === undefined ? null : (
        <p>
          Request id <code>{requestId}</code>
        </p>
      )}
      {request === undefined ? null : <Code label="Request" text={jsonOf(request)} />}
      {response === undefined ? null : <Code label="Response" text={jsonOf(response)} />}
    </>
  );
}

function jsonOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

/** Text of a machine; it scrolls in its own box, which a key can reach. */
export function Code({ label, text }: { label: string; text: string }) {
  return (
    <figure class="code">
      <figcaption>{label}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so a key must reach it. */}
      <pre dir="ltr" tabIndex={0}>
        {text}
      </pre>
    </figure>
  );
}
