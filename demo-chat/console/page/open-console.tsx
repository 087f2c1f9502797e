import type { DemoState } from "../wire.ts";
import { fetchConsoleKey } from "./api.ts";
import { useAction } from "./use-action.ts";

/** Where the console of the exchange looks for a key that its tab keeps. */
const KEPT_AS = "placard-console-key";

type Props = { agent: string; as: "publisher" | "advertiser" };

/** Opens the exchange's console in a new tab, with the key of a demo agent. */
export function OpenConsole({ agent, as }: Props) {
  const { isBusy, problem, run } = useAction();
  return (
    <>
      <button
        type="button"
        class="quiet"
        disabled={isBusy}
        aria-label={`Open the console as this ${as}: ${agent}`}
        onClick={() => void run(() => openAs(agent))}
      >
        Open the console as this {as}
      </button>
      {problem === undefined ? null : (
        <span class="trouble" role="alert">
          {problem}
        </span>
      )}
    </>
  );
}

/** A new tab starts with a copy of this tab's storage, so the key is in no address. */
async function openAs(agent: string): Promise<void> {
  sessionStorage.setItem(KEPT_AS, await fetchConsoleKey(agent));
  const opened = window.open("/console", "_blank");
  // Where the browser blocks new tabs, this one opens the console and keeps the key.
  if (opened === null) location.assign("/console");
  else sessionStorage.removeItem(KEPT_AS);
}

/** Whether an account of a step belongs to an agent, and to which. */
export function agentOf(account: string, state: DemoState | undefined): Props | undefined {
  const agent = account.split(", ")[0] ?? "";
  if (state?.publishers.some(({ name }) => name === agent)) return { agent, as: "publisher" };
  const isAdvertiser = state?.money?.advertisers.some(({ name }) => name === agent);
  return isAdvertiser ? { agent, as: "advertiser" } : undefined;
}
