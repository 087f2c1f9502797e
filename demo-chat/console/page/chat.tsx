import type { Card } from "@placard/publisher-kit/types";
import { Log } from "../../src/page/chat.tsx";
import type { DemoState, FirstContent, Sample } from "../wire.ts";
import { Composer } from "./composer.tsx";
import { counted } from "./format.ts";
import { Samples } from "./samples.tsx";
import type { Session } from "./use-session.ts";
import { faultsOn, STORES } from "./words.ts";

type Props = { session: Session; first: FirstContent; onSend: (text: string) => void };

/** Enough to begin with: one for each way of going on, and one that brings no card. */
const FIRST_SAMPLES = ["cpm", "cpa", null] as const;

export function Chat({ session, first, onSend }: Props) {
  const { conversation, state, settings, isReachable, isReady } = session;
  const { messages, isAnswering } = conversation;
  const canSend = isReady && isReachable && !isAnswering;
  const samples = state?.samples ?? first.samples;
  const name = settings?.publisher ?? first.publisher;
  return (
    <section class="panel chat" aria-labelledby="chat-title">
      <div class="head">
        <h1 id="chat-title">{name}</h1>
        {messages.length > 0 ? (
          <button
            type="button"
            class="quiet"
            disabled={isAnswering}
            onClick={() => void conversation.restart()}
          >
            New conversation
          </button>
        ) : null}
      </div>
      <FaultsOn session={session} />
      {messages.length > 0 ? (
        <>
          <Log
            messages={messages}
            exchangeUrl={state?.exchangeUrl ?? ""}
            cards={cardsOf(session)}
            name={name}
            isBusy={isAnswering}
          />
          <StopOrRetry session={session} />
        </>
      ) : (
        <div class="welcome">
          <p>
            Ask about something to buy, and sponsored cards appear beside the answer. Other
            questions show no cards.
          </p>
          <Samples session={session} samples={firstOf(samples)} canSend={canSend} onSend={onSend} />
        </div>
      )}
      <details class="more">
        <summary>All sample questions</summary>
        <Samples session={session} samples={samples} canSend={canSend} onSend={onSend} />
      </details>
      <Trouble loading={state?.loading} isReachable={isReachable} />
      <Composer canSend={canSend} onSend={onSend} />
    </section>
  );
}

/** One button, so that the focus stays where it is. */
function StopOrRetry({ session: { conversation, isReachable } }: { session: Session }) {
  const { isAnswering, stop, retry } = conversation;
  return (
    <p class="retry">
      <button
        type="button"
        class="quiet"
        disabled={!isReachable}
        onClick={() => (isAnswering ? stop() : void retry())}
      >
        {isAnswering ? "Stop" : "Retry"}
      </button>
    </p>
  );
}

/** The offers that answers of this conversation may cite. */
function cardsOf({ state, conversation: { offers } }: Session): Card[] {
  const cited = state?.answers.flatMap((answer) => answer.cited) ?? [];
  return offers?.result.status === "filled" ? [...cited, ...offers.result.cards] : cited;
}

function firstOf(samples: readonly Sample[]): Sample[] {
  return FIRST_SAMPLES.flatMap((unit) => {
    const sample = samples.find(({ adUnitType }) => adUnitType === unit);
    return sample === undefined ? [] : [sample];
  });
}

/** Shows that a fault is switched on, so that it is not mistaken for a defect. */
function FaultsOn({ session }: { session: Session }) {
  const { state, settings, page, show } = session;
  const away = (state?.outages ?? []).filter(({ untilMs }) => untilMs !== null);
  const on = [
    ...(settings === undefined ? [] : faultsOn(settings.faults, page)),
    ...away.map(({ store }) => STORES[store].name),
  ];
  return (
    <p class="faults-on" role="status">
      {on.length === 0 ? null : (
        <>
          Broken on purpose: {on.join(", ")}.{" "}
          <button type="button" class="link" onClick={() => show({ view: "faults" })}>
            Change
          </button>
        </>
      )}
    </p>
  );
}

type TroubleProps = { loading: DemoState["loading"]; isReachable: boolean };

function Trouble({ loading, isReachable }: TroubleProps) {
  if (!isReachable) {
    return (
      <p class="trouble" role="alert">
        The server cannot be reached. Start it again with npm start; this page then reconnects.
      </p>
    );
  }
  if (loading === undefined) return null;
  const { text, done, total } = loading;
  return (
    <p class="loading" role="status">
      {text}
      {done === undefined || total === undefined
        ? null
        : `: ${counted(Math.min(done, total))} of ${counted(total)} products`}
    </p>
  );
}
