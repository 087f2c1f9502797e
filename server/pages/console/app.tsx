import { useEffect, useMemo, useState } from "preact/hooks";
import type { Agent } from "../../src/contract/resources/agent.ts";
import { type Address, useAddress } from "./address.ts";
import { Campaigns } from "./campaigns.tsx";
import { Cashouts } from "./cashouts.tsx";
import { Coupons } from "./coupons.tsx";
import { connect, type Exchange } from "./exchange.ts";
import { Gate } from "./gate.tsx";
import { dropKey, keepKey, keptKey } from "./kept-key.ts";
import { Keys } from "./keys.tsx";
import { Leaving } from "./leaving.tsx";
import { Ledger } from "./ledger.tsx";
import { Overview } from "./overview.tsx";
import { Foreign, Id, Status } from "./parts.tsx";
import { Placements } from "./placements.tsx";
import type { Session, Side } from "./session.ts";
import { Webhooks } from "./webhooks.tsx";

interface View {
  readonly id: string;
  readonly name: string;
  readonly sides: readonly Side[];
  readonly show: (session: Session) => preact.JSX.Element;
}

const BOTH: readonly Side[] = ["publisher", "advertiser"];

const VIEWS: readonly View[] = [
  {
    id: "overview",
    name: "Overview",
    sides: BOTH,
    show: (session) => <Overview session={session} />,
  },
  {
    id: "placements",
    name: "Placements",
    sides: ["publisher"],
    show: (session) => <Placements session={session} />,
  },
  {
    id: "campaigns",
    name: "Campaigns",
    sides: BOTH,
    show: (session) => <Campaigns session={session} />,
  },
  {
    id: "coupons",
    name: "Coupons",
    sides: ["advertiser"],
    show: (session) => <Coupons session={session} />,
  },
  {
    id: "cashouts",
    name: "Cashouts",
    sides: ["publisher"],
    show: (session) => <Cashouts session={session} />,
  },
  { id: "ledger", name: "Ledger", sides: BOTH, show: (session) => <Ledger session={session} /> },
  {
    id: "webhooks",
    name: "Webhooks",
    sides: BOTH,
    show: (session) => <Webhooks session={session} />,
  },
  { id: "keys", name: "Keys", sides: BOTH, show: (session) => <Keys session={session} /> },
];

interface Opened {
  readonly exchange: Exchange;
  readonly agent: Agent;
  readonly key: Session["key"];
  /** Absent where this tab keeps the key already. */
  readonly keep?: () => void;
}

export function App({ isDemo }: { isDemo: boolean }) {
  const [opened, setOpened] = useState<Opened>();
  const [isTrying, setTrying] = useState(keptKey() !== undefined);
  const open = async (key: string, isKept: boolean) => {
    const exchange = connect(key);
    const agent = await exchange.call<Agent & Pick<Session, "key">>("whoami");
    const keep = () => keepKey(key);
    if (isKept) keep();
    setOpened({ exchange, agent, key: agent.key, ...(!isKept && { keep }) });
  };
  useEffect(() => {
    const key = keptKey();
    if (key === undefined) return;
    open(key, true)
      .catch(dropKey)
      .finally(() => setTrying(false));
  }, []);
  if (opened === undefined) return <Gate isDemo={isDemo} isOpening={isTrying} open={open} />;
  const lock = () => {
    dropKey();
    setOpened(undefined);
  };
  return <Room opened={opened} lock={lock} />;
}

function Room({ opened, lock }: { opened: Opened; lock: () => void }) {
  const { agent, keep } = opened;
  const address = useAddress();
  const [said, setSaid] = useState({ round: 0, text: "" });
  const side = sideOf(agent, address);
  const session = useMemo<Session>(
    () => ({
      ...opened,
      side,
      address,
      round: said.round,
      changed: (text) => setSaid(({ round }) => ({ round: round + 1, text })),
    }),
    [opened, side, address, said],
  );
  const views = VIEWS.filter((view) => view.sides.includes(side));
  // What was said belongs to the view where it was done.
  useEffect(
    () => setSaid(({ round }) => ({ round, text: "" })),
    [address.view, address.options.id, side],
  );
  const view = views.find((known) => known.id === address.view) ?? views[0];
  useEffect(() => {
    document.title = `${view?.name ?? "Console"} · Placard`;
  }, [view]);
  return (
    <>
      <div class="who">
        <h1>
          <Foreign text={agent.displayName} />
        </h1>
        <p class="soft">
          {agent.role === "both" ? "publisher and advertiser" : agent.role}{" "}
          <Id id={agent.agentId} />{" "}
          {agent.status === "active" ? null : <Status value={agent.status} />}
        </p>
        {agent.role === "both" ? <SideSwitch side={side} address={address} /> : null}
        <button type="button" class="quiet" onClick={lock}>
          Lock
        </button>
      </div>
      <nav class="views" aria-label="Views">
        {views.map((known) => (
          <a
            key={known.id}
            class="view"
            href={address.to(known.id)}
            aria-current={known === view ? "page" : undefined}
          >
            {known.name}
          </a>
        ))}
      </nav>
      <p role="status" class="said">
        {said.text}
      </p>
      {view?.show(session)}
      {keep === undefined ? null : <Leaving keep={keep} />}
    </>
  );
}

function sideOf({ role }: Agent, { options }: Address): Side {
  if (role !== "both") return role;
  return options.side === "advertiser" ? "advertiser" : "publisher";
}

function SideSwitch({ side, address }: { side: Side; address: Address }) {
  return (
    <fieldset class="sides">
      <legend class="spoken">Side of the market</legend>
      {BOTH.map((known) => (
        <label key={known}>
          <input
            type="radio"
            name="side"
            checked={side === known}
            onChange={() => address.choose({ side: known, id: undefined })}
          />
          {` as ${known}`}
        </label>
      ))}
    </fieldset>
  );
}
