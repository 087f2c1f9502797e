import { useState } from "preact/hooks";
import type { ReceivedPostback } from "../wire.ts";
import { Code } from "./calls.tsx";
import { Select } from "./fields.tsx";
import { counted, utc } from "./format.ts";
import { Term } from "./term.tsx";
import type { Session } from "./use-session.ts";

/** Each filter has the value it looks at; empty lets everything pass. */
type Filters = { type: string; agent: string; signature: string };

const NO_FILTERS: Filters = { type: "", agent: "", signature: "" };

const fieldsOf = ({ type, advertiser, isVerified }: ReceivedPostback): Filters => ({
  type,
  agent: advertiser,
  signature: isVerified ? "Valid" : "Invalid",
});

const LABELS = { type: "Event", agent: "Agent", signature: "Signature" } as const;
const NAMES = ["type", "agent", "signature"] as const;

/** The postbacks that the servers of the demo's agents received, the newest first. */
export function PostbacksPanel({ session }: { session: Session }) {
  const [filters, setFilters] = useState(NO_FILTERS);
  const postbacks = session.state?.postbacks ?? [];
  const isShown = (postback: ReceivedPostback) =>
    NAMES.every((name) => filters[name] === "" || fieldsOf(postback)[name] === filters[name]);
  const shown = postbacks
    .filter(isShown)
    .toSorted((one, other) => other.receivedAtMs - one.receivedAtMs);
  return (
    <>
      <h2>Received postbacks</h2>
      <p class="soft">
        Advertisers and publishers of the demo receive their postbacks here, as their own servers
        would, and check the <Term of="signature">signature</Term> of each.
      </p>
      {postbacks.length === 0 ? (
        <p class="empty">
          None yet. They arrive within moments of a click, an order or another event that counts.
        </p>
      ) : (
        <>
          <div class="filters">
            {NAMES.map((name) => (
              <Select
                key={name}
                label={LABELS[name]}
                value={filters[name]}
                options={optionsOf(postbacks.map((postback) => fieldsOf(postback)[name]))}
                onChoose={(value) => setFilters((known) => ({ ...known, [name]: value }))}
              />
            ))}
          </div>
          <p class="soft" role="status">
            {shown.length === postbacks.length
              ? `${counted(shown.length)} received`
              : `${counted(shown.length)} of ${counted(postbacks.length)} received`}
          </p>
          {shown.length === 0 ? (
            <p class="empty">
              No postback matches these filters.{" "}
              <button type="button" class="link" onClick={() => setFilters(NO_FILTERS)}>
                Show all
              </button>
            </p>
          ) : null}
          <ol class="postbacks-list">
            {shown.map((postback) => (
              <Postback key={`${postback.id} ${postback.advertiser}`} postback={postback} />
            ))}
          </ol>
        </>
      )}
    </>
  );
}

function optionsOf(values: readonly string[]) {
  const all = { value: "", name: "All", help: "" };
  return [
    all,
    ...[...new Set(values)].toSorted().map((value) => ({ value, name: value, help: "" })),
  ];
}

function Postback({ postback }: { postback: ReceivedPostback }) {
  const { type, advertiser, receivedAtMs, isVerified, refusal, headers, attempts } = postback;
  return (
    <li>
      <details class="call">
        <summary>
          <code>{type}</code> {advertiser}
          <span class="under">
            <span class={isVerified ? "good" : "bad"}>
              {isVerified ? "Signature valid" : `Signature invalid: ${refusal ?? "unknown"}`}
            </span>{" "}
            <span class="soft number">
              {utc(receivedAtMs)}
              {attempts.length > 1 ? `, ${counted(attempts.length)} attempts` : ""}
            </span>
          </span>
        </summary>
        <Code
          label="Attempts"
          text={attempts
            .map(({ atMs, status }, place) => `${place + 1}  ${utc(atMs)}  answered ${status}`)
            .join("\n")}
        />
        <Code
          label="Headers"
          text={Object.entries(headers)
            .map(([name, value]) => `${name}: ${value}`)
            .join("\n")}
        />
        <Code label="Body" text={JSON.stringify(postback.body, null, 2)} />
      </details>
    </li>
  );
}
