import { pageHeader } from "../render/pages.ts";

export function demoHeader(): string {
  return pageHeader({ environment: "demo", path: "/demo" }).text;
}
