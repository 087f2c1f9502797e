import { renderDocsPage } from "./docs-page.ts";
import { renderErrorsPage } from "./errors-page.ts";
import { renderInfo } from "./info.ts";
import { renderLlms } from "./llms.ts";
import { renderLlmsFull } from "./llms-full.ts";
import { PAGE_POLICY, PAGE_TYPE } from "./markup.ts";
import { renderOpenApi } from "./openapi.ts";

export interface RenderedDocument {
  readonly path: string;
  readonly type: string;
  readonly text: string;
  /** Beyond those that every document gets. */
  readonly headers?: Readonly<Record<string, string>>;
}

const PLAIN_TYPE = "text/plain; charset=utf-8";
const PAGE_HEADERS = { "Content-Security-Policy": PAGE_POLICY };

/** Every document, rendered once from the catalogue when the server starts. */
export function renderDocuments(baseUrl: string): RenderedDocument[] {
  const page = (path: string, text: string): RenderedDocument => ({
    path,
    type: PAGE_TYPE,
    text,
    headers: PAGE_HEADERS,
  });
  return [
    { path: "/api/public/info", type: "application/json", text: renderInfo(baseUrl) },
    { path: "/openapi.json", type: "application/json", text: renderOpenApi(baseUrl) },
    { path: "/llms.txt", type: PLAIN_TYPE, text: renderLlms(baseUrl) },
    { path: "/llms-full.txt", type: PLAIN_TYPE, text: renderLlmsFull(baseUrl) },
    page("/docs", renderDocsPage(baseUrl)),
    page("/docs/errors", renderErrorsPage()),
  ];
}
