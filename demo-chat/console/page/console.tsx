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
import type { Session } from "./use-session.ts";
import { VIEW_NAMES } from "./words.ts";

type Props = { session: Session; onSend: (text: string) => void };

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
export function Console({ session, onSend }: Props) {
  const { shown, show, problem } = session;
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
        <Panel session={session} onSend={onSend} />
      </div>
    </section>
  );
}
