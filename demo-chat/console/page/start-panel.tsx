import type { ComponentChildren } from "preact";
import type { Sample } from "../wire.ts";
import { Term } from "./term.tsx";
import type { Session } from "./use-session.ts";

type Props = { session: Session; onSend: (text: string) => void };

/** The whole story in five steps, each one press away. */
export function StartPanel({ session, onSend }: Props) {
  const { state, isReady, conversation, show, changeSettings, settings } = session;
  const canSend = isReady && !conversation.isAnswering;
  const order = sampleFor(state?.samples, "cpa");
  const ask = async (sample: Sample | undefined) => {
    if (sample === undefined) return;
    const { publisher, text } = sample;
    const isElsewhere = publisher !== undefined && publisher !== settings?.publisher;
    if (isElsewhere) await changeSettings({ publisher, adUnitType: undefined });
    onSend(text);
  };
  return (
    <>
      <h2>Try this first</h2>
      <p>
        Everything here is the real exchange on this machine: real calls and real settlement, with
        credits instead of dollars. What you do is kept under{" "}
        <button type="button" class="link" onClick={() => show({ view: "recording" })}>
          Record and replay
        </button>
        .
      </p>
      <ol class="story">
        <Item title="Ask something you would buy">
          <p>Labelled offers appear beside the answer in less than a second.</p>
          <button
            type="button"
            disabled={!canSend || order === undefined}
            onClick={() => void ask(order)}
          >
            Ask for a bike
          </button>
        </Item>
        <Item title="Look at what happened">
          <p>Each step of the question opens to its calls and to the credits it moved.</p>
          <Go to="timeline" session={session}>
            What happened
          </Go>
        </Item>
        <Item title="Click the sponsored card and buy">
          <p>The shop reports the order to the exchange, which charges it once.</p>
          <Go to="money" session={session}>
            Money
          </Go>
        </Item>
        <Item title="Break something">
          <p>Make the exchange time out and ask again: the answer does not wait for it.</p>
          <Go to="faults" session={session}>
            Faults
          </Go>
        </Item>
        <Item title="Keep what you saw">
          <p>Replay it without the exchange, or save it as a browser test.</p>
          <Go to="recording" session={session}>
            Record and replay
          </Go>
        </Item>
      </ol>
      <p class="soft">
        The address of this page is a link to what you see: settings, faults, questions and the open
        step. Amounts are in <Term of="credit">credits (cr)</Term>.
      </p>
    </>
  );
}

function sampleFor(samples: readonly Sample[] | undefined, unit: Sample["adUnitType"]) {
  return samples?.find(({ adUnitType }) => adUnitType === unit);
}

function Item({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <li>
      <h3>{title}</h3>
      {children}
    </li>
  );
}

type GoProps = {
  to: "timeline" | "money" | "faults" | "recording";
  session: Session;
  children: ComponentChildren;
};

function Go({ to, session, children }: GoProps) {
  return (
    <button type="button" class="quiet" onClick={() => session.show({ view: to })}>
      {children}
    </button>
  );
}
