import { renderToString } from "preact-render-to-string";
import { Gate } from "./gate.tsx";

/** The console as the page shows it before its script runs: without a key. */
export function pageOf({ isDemo }: { isDemo: boolean }): string {
  return renderToString(<Gate isDemo={isDemo} isOpening={true} open={async () => undefined} />);
}
