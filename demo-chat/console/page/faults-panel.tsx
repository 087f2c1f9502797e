import { nowMs } from "../clock.ts";
import { NO_FAULTS } from "../faults/defaults.ts";
import type { DemoState, ServerFaults } from "../wire.ts";
import { LATENCY_MAX_MS, NO_PAGE_FAULTS, SKEW_MAX_MINUTES } from "./address.ts";
import { takeAway } from "./api.ts";
import { Group, Select, Slider, Toggle } from "./fields.tsx";
import { useAction } from "./use-action.ts";
import type { Session } from "./use-session.ts";
import { CARD, EXCHANGE, faultsOn, PAGE_SWITCHES, SERVER_SWITCHES, STORES } from "./words.ts";

const LATENCY_STEP_MS = 50;
const SKEW_STEP_MINUTES = 5;
const OUTAGE_SECONDS = 10;
const MS_PER_S = 1_000;

/** Everything that can be broken on purpose. */
export function FaultsPanel({ session }: { session: Session }) {
  const { settings, page, changePage, changeSettings } = session;
  if (settings === undefined) return <p class="soft">The demo is still loading.</p>;
  const { faults } = settings;
  const set = (change: Partial<ServerFaults>) =>
    void changeSettings({ faults: { ...faults, ...change } });
  const turnOff = () => {
    changePage(NO_PAGE_FAULTS);
    set(NO_FAULTS);
  };
  return (
    <>
      <h2>Faults</h2>
      <p class="soft">
        Each switch breaks one thing for this browser alone, from the next question on. The reader
        should notice nothing but missing cards; the timeline says what broke.
      </p>
      <div class="groups">
        <Exchange faults={faults} set={set} />
        <Group title="The cards">
          <Select
            label="What a card looks like"
            value={faults.card}
            options={CARD}
            onChoose={(card) => set({ card })}
          />
          <Toggle
            label="Missing pictures"
            help="Every picture answers 404: the card shows a drawing instead."
            isOn={faults.images === "missing"}
            onToggle={(isOn) => set({ images: isOn ? "missing" : "none" })}
          />
        </Group>
        <Group title="The reader">
          {SERVER_SWITCHES.map(({ name, label, help }) => (
            <Toggle
              key={name}
              label={label}
              help={help}
              isOn={faults[name]}
              onToggle={(isOn) => set({ [name]: isOn })}
            />
          ))}
          {PAGE_SWITCHES.map(({ name, label, help }) => (
            <Toggle
              key={name}
              label={label}
              help={help}
              isOn={page[name]}
              onToggle={(isOn) => changePage({ [name]: isOn })}
            />
          ))}
        </Group>
        <Outages session={session} />
      </div>
      <button
        type="button"
        class="quiet"
        disabled={faultsOn(faults, page).length === 0}
        onClick={turnOff}
      >
        Turn off all faults
      </button>
    </>
  );
}

type ExchangeProps = { faults: ServerFaults; set: (change: Partial<ServerFaults>) => void };

function Exchange({ faults, set }: ExchangeProps) {
  return (
    <Group title="The exchange">
      <Slider
        label="Latency"
        help="Added to every call to the exchange. The kit waits 800 ms in all."
        value={faults.latencyMs}
        range={{ min: 0, max: LATENCY_MAX_MS, step: LATENCY_STEP_MS }}
        text={`${faults.latencyMs} ms`}
        onChoose={(latencyMs) => set({ latencyMs })}
      />
      <Select
        label="Response"
        value={faults.exchange}
        options={EXCHANGE}
        onChoose={(exchange) => set({ exchange })}
      />
      <Slider
        label="Clock skew"
        help="Error of the clock of the chat's server. Tokens and reports carry its time."
        value={faults.clockSkewMinutes}
        range={{ min: -SKEW_MAX_MINUTES, max: SKEW_MAX_MINUTES, step: SKEW_STEP_MINUTES }}
        text={`${faults.clockSkewMinutes} min`}
        onChoose={(clockSkewMinutes) => set({ clockSkewMinutes })}
      />
    </Group>
  );
}

function Outages({ session }: { session: Session }) {
  const { state, refresh } = session;
  const action = useAction();
  const take = (store: "database" | "redis") =>
    void action.run(async () => {
      await takeAway(store, OUTAGE_SECONDS);
      await refresh();
    });
  return (
    <Group title="The stores of the exchange">
      {(state?.outages ?? []).map((outage) => (
        <div key={outage.store} class="field">
          <button
            type="button"
            class="quiet"
            disabled={!outage.isPossible || outage.untilMs !== null || action.isBusy}
            onClick={() => take(outage.store)}
          >
            {STORES[outage.store].name} for {OUTAGE_SECONDS} s
          </button>
          <p class="help">{STORES[outage.store].help}</p>
          <p class="help" role="status">
            {outageText(outage)}
          </p>
        </div>
      ))}
      {action.problem === undefined ? null : (
        <p class="trouble" role="alert">
          {action.problem}
        </p>
      )}
    </Group>
  );
}

function outageText({ isPossible, untilMs, why }: DemoState["outages"][number]): string {
  if (untilMs !== null) {
    const leftS = Math.max(0, Math.ceil((untilMs - nowMs()) / MS_PER_S));
    return `Away for another ${leftS} s.`;
  }
  return isPossible ? "" : (why ?? "Not possible here.");
}
