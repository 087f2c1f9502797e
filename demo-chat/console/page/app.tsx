import { useEffect } from "preact/hooks";
import type { FirstContent } from "../wire.ts";
import type { Look } from "./address.ts";
import { Chat } from "./chat.tsx";
import { Console } from "./console.tsx";
import type { PageNetwork } from "./network.ts";
import { Sidebar } from "./sidebar.tsx";
import { type Session, useSession } from "./use-session.ts";
import { directionOf } from "./words.ts";

type Props = { network: PageNetwork; search: string; first: FirstContent };

export function App({ network, search, first }: Props) {
  const session = useSession(network, search);
  useLook(session.look);
  return (
    <div class={`zoom-${session.look.zoomPercent}`}>
      <div class="demo">
        <div class="front">
          <Chat session={session} first={first} onSend={(text) => void send(session, text)} />
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

/** Theme, direction and width are those of the page, as on a host that has chosen them. */
function useLook({ theme, direction, language, widthPx }: Look): void {
  useEffect(() => {
    const { documentElement } = document;
    documentElement.dataset.theme = theme;
    documentElement.dir = direction === "auto" ? directionOf(language) : direction;
    documentElement.style.setProperty("--sidebar-width", `${widthPx}px`);
  }, [theme, direction, language, widthPx]);
}
