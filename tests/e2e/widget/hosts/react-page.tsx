/** @jsxImportSource react */
import { StrictMode, useState } from "react";
import {
  type Handle,
  PlacardOffers,
  type PlacardOffersProps,
} from "../../../../widget/src/react.ts";
import { heard, publish } from "./contract.ts";

const handle: { current: Handle | null } = { current: null };

/** A chat app in React; a browser and a server draw the same. */
export function ChatApp() {
  const [options, setOptions] = useState<Partial<PlacardOffersProps>>({ locale: "en" });
  const [isOpen, setOpen] = useState(true);
  if (typeof window !== "undefined") {
    publish({
      turn: async (text) => handle.current?.turn(text),
      redraw: setOptions,
      leave: () => setOpen(false),
    });
  }
  return (
    <StrictMode>
      <main>
        <h1>Chat</h1>
      </main>
      {isOpen ? (
        <PlacardOffers
          {...options}
          endpoint="/offers"
          handle={handle}
          onEvent={(event) => heard.push(event.type)}
        />
      ) : null}
    </StrictMode>
  );
}
