import { useState } from "preact/hooks";
import type { Agent } from "../../src/contract/resources/agent.ts";
import { Campaigns } from "./campaigns.tsx";
import { connect, type Exchange } from "./exchange.ts";
import { Gate } from "./gate.tsx";
import { Ledger } from "./ledger.tsx";
import { Overview } from "./overview.tsx";
import { Foreign, Id, Status } from "./parts.tsx";
import { Placements } from "./placements.tsx";
import { Postbacks } from "./postbacks.tsx";
import type { Session, Side } from "./session.ts";

interface View {
  readonly name: string;
  readonly sides: readonly Side[];
  readonly show: (session: Session) => preact.JSX.Element;
}

const VIEWS: readonly View[] = [
  {
    name: "Overview",
    sides: ["publisher", "advertiser"],
    show: (session) => <Overview {...session} />,
  },
  { name: "Placements", sides: ["publisher"], show: (session) => <Placements {...session} /> },
  {
    name: "Campaigns",
    sides: ["publisher", "advertiser"],
    show: (session) => <Campaigns {...session} />,
  },
  {
    name: "Ledger",
    sides: ["publisher", "advertiser"],
    show: (session) => <Ledger {...session} />,
  },
  {
    name: "Postbacks",
    sides: ["publisher", "advertiser"],
    show: (session) => <Postbacks {...session} />,
  },
];

export function App() {
  const [opened, setOpened] = useState<{ exchange: Exchange; agent: Agent }>();
  if (opened === undefined) {
    const open = async (key: string) => {
      const exchange = connect(key);
      setOpened({ exchange, agent: await exchange.call<Agent>("whoami") });
    };
    return <Gate open={open} />;
  }
  return <Room {...opened} lock={() => setOpened(undefined)} />;
}

function Room(props: { exchange: Exchange; agent: Agent; lock: () => void }) {
  const { exchange, agent, lock } = props;
  const [side, setSide] = useState<Side>(agent.role === "advertiser" ? "advertiser" : "publisher");
  const [name, setName] = useState("Overview");
  const views = VIEWS.filter((view) => view.sides.includes(side));
  const view = views.find((known) => known.name === name) ?? views[0];
  return (
    <>
      <div class="who">
        <h1>
          <Foreign text={agent.displayName} />
        </h1>
        <p class="soft">
          {agent.role} <Id id={agent.agentId} />{" "}
          {agent.status === "active" ? null : <Status value={agent.status} />}
        </p>
        {agent.role === "both" ? <SideSwitch side={side} choose={setSide} /> : null}
        <button type="button" class="quiet" onClick={lock}>
          Lock
        </button>
      </div>
      <nav class="views" aria-label="Views">
        {views.map((known) => (
          <button
            key={known.name}
            type="button"
            class="view"
            aria-current={known === view ? "page" : undefined}
            onClick={() => setName(known.name)}
          >
            {known.name}
          </button>
        ))}
      </nav>
      {view?.show({ exchange, agent, side })}
    </>
  );
}

function SideSwitch({ side, choose }: { side: Side; choose: (side: Side) => void }) {
  return (
    <fieldset class="sides">
      <legend class="spoken">Side of the market</legend>
      {(["publisher", "advertiser"] as const).map((known) => (
        <label key={known}>
          <input type="radio" name="side" checked={side === known} onChange={() => choose(known)} />
          {` as ${known}`}
        </label>
      ))}
    </fieldset>
  );
}
