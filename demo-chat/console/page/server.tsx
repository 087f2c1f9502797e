import { renderToString } from "preact-render-to-string";
import type { FirstContent } from "../wire.ts";
import { App } from "./app.tsx";
import type { PageNetwork } from "./network.ts";

/** Nothing is asked for before the page's script runs. */
const NO_NETWORK: PageNetwork = { set: () => undefined, onKept: () => undefined };

/** The chat as the page shows it before its script runs. */
export function pageOf(search: string, first: FirstContent): string {
  return renderToString(<App network={NO_NETWORK} search={search} first={first} />);
}
