import { useEffect } from "preact/hooks";
import type { Look } from "./address.ts";
import { Chat } from "./chat.tsx";
import { Console } from "./console.tsx";
import type { PageNetwork } from "./network.ts";
import { Sidebar } from "./sidebar.tsx";
import { type Desk, useDesk } from "./use-desk.ts";
import { directionOf } from "./words.ts";

export function App({ network }: { network: PageNetwork }) {
  const desk = useDesk(network);
  useLook(desk.look);
  return (
    <div class={`zoom-${desk.look.zoomPercent}`}>
      <div class="demo">
        <div class="front" style={{ "--sidebar-width": `${desk.look.widthPx}px` }}>
          <Chat desk={desk} onSend={(text) => void send(desk, text)} />
          <Sidebar desk={desk} />
        </div>
        <Console desk={desk} onSend={(text) => void send(desk, text)} />
      </div>
    </div>
  );
}

/** Sends a question and, from the first view, shows what becomes of it. */
async function send({ conversation, shown, show }: Desk, text: string): Promise<void> {
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
