import { useCallback, useRef } from "preact/hooks";
import { Chat } from "./chat.tsx";
import { MoneyPanel } from "./money-panel.tsx";
import { Sidebar } from "./sidebar.tsx";
import { TimelinePanel } from "./timeline-panel.tsx";
import { type Offers, useConversation, useServerState } from "./use-demo.ts";

export function App() {
  const { state, isReachable } = useServerState();
  const element = useRef<Offers | undefined>(undefined);
  const offers = useCallback(() => element.current, []);
  const conversation = useConversation(offers);
  return (
    <div class="demo">
      <Chat conversation={conversation} loading={state?.loading} isReachable={isReachable} />
      <Sidebar
        result={conversation.sidebar}
        onElement={(found) => {
          element.current = found;
        }}
      />
      <section class="behind" aria-label="Behind the scenes">
        <MoneyPanel money={state?.money ?? undefined} />
        <TimelinePanel turns={state?.turns ?? []} />
      </section>
    </div>
  );
}
