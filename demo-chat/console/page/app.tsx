import { useEffect } from "preact/hooks";
import type { Look } from "./address.ts";
import { Chat } from "./chat.tsx";
import { Console } from "./console.tsx";
import type { PageNetwork } from "./network.ts";
import { Sidebar } from "./sidebar.tsx";
import { type Session, useSession } from "./use-session.ts";
import { directionOf } from "./words.ts";

export function App({ network }: { network: PageNetwork }) {
  const session = useSession(network);
  useLook(session.look);
  return (
    <div class={`zoom-${session.look.zoomPercent}`}>
      <div class="demo">
        <div class="front" style={{ "--sidebar-width": `${session.look.widthPx}px` }}>
          <Chat session={session} onSend={(text) => void send(session, text)} />
          <Sidebar session={session} />
        </div>
        <Console session={session} onSend={(text) => void send(session, text)} />
      </div>
    </div>
  );
}

/** Sends a question and, from the first view, shows what becomes of it. */
async function send({ conversation, shown, show }: Session, text: string): Promise<void> {
  // What was open belongs to an older turn; the newest follows.
  show({ turn: undefined, steps: [], ...(shown.view === "start" && { view: "timeline" }) });
  await conversation.send(text);
}

/** Theme and direction are those of the page, as on a host that has chosen them. */
function useLook({ theme, direction, language }: Look): void {
  useEffect(() => {
    const { documentElement } = document;
    documentElement.dataset.theme = theme;
    documentElement.dir = direction === "auto" ? directionOf(language) : direction;
  }, [theme, direction, language]);
}
