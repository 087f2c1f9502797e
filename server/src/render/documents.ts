import { renderArazzo } from "./arazzo.ts";
import { renderInfo } from "./info.ts";
import { renderLlms } from "./llms.ts";
import { renderLlmsFull } from "./llms-full.ts";
import { renderOpenApi } from "./openapi.ts";

export interface RenderedDocument {
  readonly path: string;
  readonly type: string;
  readonly text: string;
  /** Beyond those that every document gets. */
  readonly headers?: Readonly<Record<string, string>>;
}

const MARKDOWN_TYPE = "text/markdown; charset=utf-8";
const PLAIN_TYPE = "text/plain; charset=utf-8";

/** Every document, rendered once from the catalogue when the server starts. */
export function renderDocuments(baseUrl: string): RenderedDocument[] {
  return [
    { path: "/api/public/info", type: "application/json", text: renderInfo(baseUrl) },
    { path: "/openapi.json", type: "application/json", text: renderOpenApi(baseUrl) },
    { path: "/recipes.arazzo.json", type: "application/json", text: renderArazzo() },
    { path: "/llms.txt", type: PLAIN_TYPE, text: renderLlms(baseUrl) },
    { path: "/llms-full.txt", type: PLAIN_TYPE, text: renderLlmsFull(baseUrl) },
    { path: "/docs.md", type: MARKDOWN_TYPE, text: renderLlmsFull(baseUrl) },
  ];
}
