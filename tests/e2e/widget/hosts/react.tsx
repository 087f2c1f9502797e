/** @jsxImportSource react */
import { version } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { root } from "./contract.ts";
import { ChatApp } from "./react-page.tsx";

/** Drawn by the server already: taken over. Empty: drawn here. */
export function start(): void {
  Object.assign(window, { react: version });
  if (root().hasChildNodes()) hydrateRoot(root(), <ChatApp />);
  else createRoot(root()).render(<ChatApp />);
}
