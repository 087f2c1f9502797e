import type { Message } from "../../src/contract/resources/message.ts";
import { ActionButton } from "./action.tsx";
import { exactTime } from "./format.ts";
import { Listing } from "./listing.tsx";
import { Foreign, When } from "./parts.tsx";
import type { Session } from "./session.ts";
import type { Column } from "./table.tsx";
import { usePages } from "./use-pages.ts";

/** What both sides of a booking wrote to each other. */
export function Messages({ session, campaignId }: { session: Session; campaignId: string }) {
  const { exchange, round } = session;
  const pages = usePages<Message>(exchange, "list_messages", { campaignId }, round);
  return (
    <>
      <h3>Messages</h3>
      <Listing
        pages={pages}
        caption="Messages"
        columns={COLUMNS}
        keyOf={(message) => message.messageId}
        empty="No messages yet. A message reaches the other side of this booking."
      />
      <p class="buttons">
        <ActionButton
          session={session}
          action={{
            label: "Write a message",
            title: "Write to the other side",
            says: <p>A message changes nothing about the booking.</p>,
            tool: "send_message",
            args: { campaignId },
            fields: [{ name: "body", label: "Message", kind: "lines", max: 2_000 }],
            done: "The message is sent.",
          }}
        />
      </p>
    </>
  );
}

const COLUMNS: readonly Column<Message>[] = [
  {
    name: "When",
    cell: ({ createdAt }) => <When at={createdAt} />,
    text: ({ createdAt }) => exactTime(createdAt),
  },
  {
    name: "From",
    cell: ({ sender }) => (
      <>
        <Foreign text={sender.displayName} /> ({sender.role})
      </>
    ),
    text: ({ sender }) => sender.displayName,
  },
  {
    name: "Message",
    cell: ({ body }) => (
      <bdi class="prose" dir="auto">
        {body}
      </bdi>
    ),
    text: ({ body }) => body,
  },
];
