import { renderInfo } from "./info.ts";

export interface RenderedDocument {
  readonly path: string;
  readonly type: string;
  readonly text: string;
}

/** Every machine-readable document, rendered once from the catalogue when the server starts. */
export function renderDocuments(baseUrl: string): RenderedDocument[] {
  return [
    { path: "/api/public/info", type: "application/json", text: renderInfo(baseUrl) },
  ];
}
