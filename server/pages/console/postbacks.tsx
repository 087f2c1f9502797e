import { useState } from "preact/hooks";
import type { Postback } from "../../src/contract/resources/postback.ts";
import { type CallError, callError } from "../shared/call-error.ts";
import { Failure } from "../shared/failure.tsx";
import { count, words } from "./format.ts";
import { Listing } from "./listing.tsx";
import { Foreign, Id, Status, When } from "./parts.tsx";
import type { Session } from "./session.ts";
import type { Column } from "./table.tsx";
import { usePages } from "./use-pages.ts";

/** The agent's webhooks: how each fares, with a test message and the replay of dead letters. */
export function Postbacks({ exchange }: Session) {
  const [round, setRound] = useState(0);
  const [error, setError] = useState<CallError>();
  const [done, setDone] = useState("");
  const pages = usePages<Postback>(exchange, "list_postbacks", {}, round);
  const act = async (tool: string, postbackId: string, said: string) => {
    setError(undefined);
    setDone("");
    try {
      await exchange.call(tool, { postbackId });
      setDone(said);
      setRound((before) => before + 1);
    } catch (caught) {
      setError(callError(caught));
    }
  };
  return (
    <section aria-labelledby="postbacks-title">
      <h2 id="postbacks-title">Postbacks</h2>
      {error === undefined ? null : <Failure error={error} />}
      <p role="status" class="soft">
        {done}
      </p>
      <Listing
        pages={pages}
        caption="Postbacks"
        columns={[...COLUMNS, actions(act)]}
        keyOf={(postback) => postback.postbackId}
        empty={
          <>
            No postback yet. <code>register_postback</code> sends what happens to an address of
            yours, signed.
          </>
        }
      />
      <p class="soft">
        The attempts for one campaign stand in its details, under <b>Campaigns</b>.
      </p>
    </section>
  );
}

const COLUMNS: readonly Column<Postback>[] = [
  {
    name: "Address",
    cell: (postback) => (
      <>
        <Foreign text={postback.url} /> <Id id={postback.postbackId} />
      </>
    ),
  },
  {
    name: "State",
    cell: ({ status, disabledReason }) => (
      <>
        <Status value={status} />{" "}
        {disabledReason === undefined ? null : WHY_DISABLED[disabledReason]}
      </>
    ),
  },
  {
    name: "Tells about",
    cell: ({ eventTypes }) =>
      eventTypes.length === 0 ? "everything" : eventTypes.map(words).join(", "),
  },
  {
    name: "Last success",
    cell: ({ lastSuccessAt }) =>
      lastSuccessAt === undefined ? "none yet" : <When at={lastSuccessAt} />,
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

const WHY_DISABLED = { gone: "it answered 410", failing: "five days without a success" } as const;

type Act = (tool: string, postbackId: string, said: string) => Promise<void>;

function actions(act: Act): Column<Postback> {
  return {
    name: "Do",
    cell: ({ postbackId, dead }) => (
      <>
        <button
          type="button"
          class="quiet"
          onClick={() => void act("test_postback", postbackId, "A test message is on its way.")}
        >
          Send a test
        </button>{" "}
        <button
          type="button"
          class="quiet"
          disabled={dead === 0}
          onClick={() => void act("replay_postback", postbackId, "The dead letters go again.")}
        >
          Replay dead letters
        </button>
      </>
    ),
  };
}
