import type { Postback, RegisteredPostback } from "../../src/contract/resources/postback.ts";
import { type Action, ActionButton } from "./action.tsx";
import { count, POSTBACK_TYPES, postbackWords } from "./format.ts";
import { Listing } from "./listing.tsx";
import { Explanation, Foreign, Id, Status, When } from "./parts.tsx";
import type { Session } from "./session.ts";
import type { Column } from "./table.tsx";
import { usePages } from "./use-pages.ts";

/** The agent's webhooks: their state, a test message, replay, rotation of the secret. */
export function Webhooks({ session }: { session: Session }) {
  const { exchange, round } = session;
  const pages = usePages<Postback>(exchange, "list_postbacks", {}, round);
  return (
    <section aria-labelledby="webhooks-title">
      <h2 id="webhooks-title">Webhooks</h2>
      <p class="buttons">
        <ActionButton<RegisteredPostback> session={session} action={REGISTER} />
      </p>
      <Listing
        pages={pages}
        caption="Webhooks"
        columns={[...COLUMNS, actions(session)]}
        keyOf={(postback) => postback.postbackId}
        empty="No webhooks yet. A webhook sends signed messages about your bookings to your server."
      />
      <p class="soft">
        A webhook waits for the challenge until its server answers <code>postback.test</code> with
        2xx and the text of <code>data.challenge</code>. Until then it receives only a few messages
        an hour. <Explanation path="/docs/guides/postbacks">Webhooks explained</Explanation>
      </p>
      <p class="soft">
        The delivery attempts of a campaign are on its page, under <b>Campaigns</b>.
      </p>
    </section>
  );
}

const REGISTER: Action<RegisteredPostback> = {
  label: "Add webhook",
  isMain: true,
  title: "Add a webhook",
  says: (
    <p>
      The exchange sends signed messages to this address and retries them for three days. The first
      one is a test: your server proves with its challenge that it wants the others.
    </p>
  ),
  tool: "register_postback",
  fields: [
    { name: "url", label: "Address", kind: "text", help: "https, a public host, port 443." },
    { name: "description", label: "Note", kind: "text", isOptional: true, max: 200 },
    {
      name: "eventTypes",
      label: "Types",
      kind: "several",
      isOptional: true,
      choices: Object.entries(POSTBACK_TYPES),
      help: "If you choose none, the webhook receives all types.",
    },
    { name: "campaignId", label: "Only this campaign", kind: "text", isOptional: true },
  ],
  done: "The webhook is added. It waits for the challenge.",
  secret: { name: "The signing secret", of: ({ secret }) => secret },
};

const COLUMNS: readonly Column<Postback>[] = [
  {
    name: "Address",
    isLong: true,
    cell: (postback) => (
      <>
        <Foreign text={postback.url} /> <Id id={postback.postbackId} />
      </>
    ),
    text: ({ url }) => url,
  },
  {
    name: "State",
    sortBy: ({ status }) => status,
    cell: ({ status, disabledReason, provenAt }) => (
      <>
        <Status
          value={
            status === "active" && provenAt === undefined ? "waiting for the challenge" : status
          }
        />{" "}
        {disabledReason === undefined ? null : WHY_DISABLED[disabledReason]}
      </>
    ),
  },
  { name: "Types", isLong: true, cell: typesOf, text: typesOf },
  {
    name: "Last success",
    cell: ({ lastSuccessAt }) =>
      lastSuccessAt === undefined ? "none yet" : <When at={lastSuccessAt} />,
    text: ({ lastSuccessAt }) => lastSuccessAt,
  },
  {
    name: "Waiting",
    isNumber: true,
    sortBy: (postback) => postback.pending,
    cell: (postback) => count(postback.pending),
  },
  {
    name: "Dead",
    isNumber: true,
    sortBy: (postback) => postback.dead,
    cell: (postback) => count(postback.dead),
  },
];

function typesOf({ eventTypes }: Postback): string {
  return eventTypes.length === 0 ? "all types" : eventTypes.map(postbackWords).join(", ");
}

const WHY_DISABLED = { gone: "it answered 410", failing: "five days without a success" } as const;

function actions(session: Session): Column<Postback> {
  return {
    name: "Actions",
    cell: (postback) => (
      <span class="buttons">
        <ActionButton session={session} action={testOf(postback)} />
        <ActionButton session={session} action={replayOf(postback)} />
        <ActionButton<RegisteredPostback> session={session} action={rotationOf(postback)} />
        <ActionButton session={session} action={deletionOf(postback)} />
      </span>
    ),
  };
}

function testOf({ postbackId, url }: Postback): Action<unknown> {
  return {
    label: "Test",
    about: url,
    title: "Send a test message",
    says: (
      <p>
        The webhook receives one message of the type test. If it is disabled, it is activated again.
      </p>
    ),
    tool: "test_postback",
    args: { postbackId },
    done: "A test message was sent.",
  };
}

function replayOf({ postbackId, url, dead }: Postback): Action<unknown> {
  return {
    label: "Replay",
    about: url,
    title: "Replay dead messages",
    says: (
      <p>
        {count(dead)} messages that were given up are sent again with their old ids, at most 1,000
        at a time.
      </p>
    ),
    tool: "replay_postback",
    args: { postbackId },
    isDisabled: dead === 0,
    done: "The dead messages are sent again.",
  };
}

/** Registering the same address again makes a new secret and changes nothing else. */
function rotationOf({ url, campaignId }: Postback): Action<RegisteredPostback> {
  return {
    label: "Rotate secret",
    about: url,
    title: "Rotate the signing secret",
    says: (
      <p>
        Messages are signed with the new and the old secret for 24 hours, then only with the new
        one. Change your server within that time.
      </p>
    ),
    tool: "register_postback",
    args: { url, ...(campaignId === undefined ? {} : { campaignId }) },
    done: "The secret is rotated.",
    secret: { name: "The new signing secret", of: ({ secret }) => secret },
  };
}

function deletionOf({ postbackId, url }: Postback): Action<unknown> {
  return {
    label: "Delete",
    about: url,
    title: "Delete this webhook",
    says: <p>Pending messages are deleted with it. This cannot be undone.</p>,
    tool: "delete_postback",
    args: { postbackId },
    isDestructive: true,
    done: "The webhook is deleted.",
  };
}
