import type { JSX } from "preact";
import { VIEWS, type View } from "./address.ts";
import { FaultsPanel } from "./faults-panel.tsx";
import { MoneyPanel } from "./money-panel.tsx";
import { PostbacksPanel } from "./postbacks-panel.tsx";
import { RecipesPanel } from "./recipes-panel.tsx";
import { RecordingPanel } from "./recording-panel.tsx";
import { SettingsPanel } from "./settings-panel.tsx";
import { StartPanel } from "./start-panel.tsx";
import { TimelinePanel } from "./timeline-panel.tsx";
import type { Desk } from "./use-desk.ts";
import { VIEW_NAMES } from "./words.ts";

type Props = { desk: Desk; onSend: (text: string) => void };

const PANELS: Readonly<Record<View, (props: Props) => JSX.Element>> = {
  start: StartPanel,
  timeline: TimelinePanel,
  money: MoneyPanel,
  faults: FaultsPanel,
  settings: SettingsPanel,
  recipes: RecipesPanel,
  postbacks: PostbacksPanel,
  recording: RecordingPanel,
};

/** What lies behind the chat, one part at a time. */
export function Console({ desk, onSend }: Props) {
  const { shown, show, problem } = desk;
  const Panel = PANELS[shown.view];
  return (
    <section class="behind" aria-label="Behind the scenes">
      <nav class="views" aria-label="Views">
        {VIEWS.map((view) => (
          <button
            key={view}
            type="button"
            class="view"
            aria-current={view === shown.view ? "page" : undefined}
            onClick={() => show({ view })}
          >
            {VIEW_NAMES[view]}
          </button>
        ))}
      </nav>
      {problem === undefined ? null : (
        <p class="trouble" role="alert">
          {problem}
        </p>
      )}
      <div class="view-body">
        <Panel desk={desk} onSend={onSend} />
      </div>
    </section>
  );
}
