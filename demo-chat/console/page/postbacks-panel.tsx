import type { ReceivedPostback } from "../wire.ts";
import { Code } from "./calls.tsx";
import { counted, utc } from "./format.ts";
import { Term } from "./term.tsx";
import type { Session } from "./use-session.ts";

/** What the exchange told the servers of its agents, the newest first. */
export function PostbacksPanel({ session }: { session: Session }) {
  const postbacks = session.state?.postbacks ?? [];
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
          <p class="soft" role="status">
            {counted(postbacks.length)} received
          </p>
          <ol class="postbacks-list">
            {postbacks
              .toSorted((one, other) => other.receivedAtMs - one.receivedAtMs)
              .map((postback) => (
                <Postback key={`${postback.id} ${postback.advertiser}`} postback={postback} />
              ))}
          </ol>
        </>
      )}
    </>
  );
}

function Postback({ postback }: { postback: ReceivedPostback }) {
  const { type, advertiser, receivedAtMs, isVerified, refusal, body } = postback;
  return (
    <li>
      <details class="call">
        <summary>
          <code>{type}</code> {advertiser}{" "}
          <span class={isVerified ? "good" : "bad"}>
            {isVerified ? "Signature valid" : `Signature invalid: ${refusal ?? "unknown"}`}
          </span>{" "}
          <span class="soft number">{utc(receivedAtMs)}</span>
        </summary>
        <Code label="Body" text={JSON.stringify(body, null, 2)} />
      </details>
    </li>
  );
}
