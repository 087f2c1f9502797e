import { pageHeader } from "../render/pages.ts";

/** The header of the exchange's pages, for the demo's page. */
export function demoHeader(): string {
  return pageHeader({ environment: "demo", path: "/demo" }).text;
}
