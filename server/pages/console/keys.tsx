import type { KeyScope } from "../../src/contract/keys.ts";
import { type Action, ActionButton } from "./action.tsx";
import { exactTime } from "./format.ts";
import { Await, Id, When } from "./parts.tsx";
import type { Session } from "./session.ts";
import { type Column, Table } from "./table.tsx";
import { useLoad } from "./use-load.ts";

interface Key {
  readonly prefix: string;
  readonly scope: KeyScope;
  readonly campaignId?: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly endsAt: string | null;
}

const RIGHTS: Readonly<Record<KeyScope, string>> = {
  full: "everything",
  report: "deliver and report",
  read: "read only",
};

/** The agent's API keys with their rights. */
export function Keys({ session }: { session: Session }) {
  const { exchange, round } = session;
  const loaded = useLoad(`keys ${round}`, () => exchange.call<{ items: Key[] }>("list_keys"));
  return (
    <section aria-labelledby="keys-title">
      <h2 id="keys-title">Keys</h2>
      <p class="buttons">
        <ActionButton<{ apiKey: string }> session={session} action={CREATE} />
      </p>
      <Await loaded={loaded} what="the keys">
        {({ items }) => (
          <Table
            caption="Keys"
            columns={[...COLUMNS, actions(session)]}
            rows={items}
            keyOf={({ prefix }) => prefix}
            empty="No keys."
          />
        )}
      </Await>
    </section>
  );
}

const CREATE: Action<{ apiKey: string }> = {
  label: "Create key",
  isMain: true,
  title: "Create a key",
  says: <p>Give each program the least rights it needs.</p>,
  tool: "create_key",
  fields: [
    {
      name: "scope",
      label: "Rights",
      kind: "choice",
      choices: ["report", "read", "full"],
      help: "report: deliver ads and report events. read: read only. full: everything.",
    },
    {
      name: "campaignId",
      label: "Only this campaign",
      kind: "text",
      isOptional: true,
      help: "An id such as cmp_01k9zq3v5te7kbn8w2r4c6d8fg.",
    },
  ],
  done: "The key works.",
  secret: { name: "The new key", of: ({ apiKey }) => apiKey },
};

const COLUMNS: readonly Column<Key>[] = [
  { name: "Key", cell: ({ prefix }) => <code>{prefix}…</code> },
  { name: "Rights", sortBy: ({ scope }) => scope, cell: ({ scope }) => RIGHTS[scope] },
  {
    name: "Campaign",
    cell: ({ campaignId }) => (campaignId === undefined ? "all" : <Id id={campaignId} />),
  },
  {
    name: "Created",
    cell: ({ createdAt }) => <When at={createdAt} />,
    text: (key) => exactTime(key.createdAt),
  },
  {
    name: "Last used",
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? "never" : <When at={lastUsedAt} />),
  },
  { name: "Ends", cell: ({ endsAt }) => (endsAt === null ? "never" : <When at={endsAt} />) },
];

function actions(session: Session): Column<Key> {
  return {
    name: "Actions",
    cell: ({ prefix }) => (
      <ActionButton
        session={session}
        action={{
          label: "Revoke",
          about: prefix,
          title: `Revoke ${prefix}…`,
          says: (
            <p>
              Every program that uses this key is refused within a second. This cannot be undone.
            </p>
          ),
          tool: "revoke_key",
          args: { prefix },
          isDestructive: true,
          isDisabled: prefix === session.key.prefix,
          done: "The key is revoked.",
        }}
      />
    ),
  };
}
