import { renderArazzo } from "./arazzo.ts";
import { DIALECTS, type Dialect } from "./dialects.ts";
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
export function renderDocuments(
  baseUrl: string,
  dialects: readonly Dialect[] = DIALECTS,
): RenderedDocument[] {
  return [
    { path: "/api/public/info", type: "application/json", text: renderInfo(baseUrl, dialects) },
    { path: "/openapi.json", type: "application/json", text: renderOpenApi(baseUrl) },
    { path: "/recipes.arazzo.json", type: "application/json", text: renderArazzo() },
    { path: "/llms.txt", type: PLAIN_TYPE, text: renderLlms(baseUrl, dialects) },
    { path: "/llms-full.txt", type: PLAIN_TYPE, text: renderLlmsFull(baseUrl, dialects) },
    { path: "/docs.md", type: MARKDOWN_TYPE, text: renderLlmsFull(baseUrl, dialects) },
  ];
}
