/** @jsxImportSource react */
import { renderToString } from "react-dom/server";
import { ChatApp } from "./react-page.tsx";

export function render(): string {
  return renderToString(<ChatApp />);
}
