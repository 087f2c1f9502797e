import { ERRORS } from "../contract/errors.ts";
import { html, type Markup, pageText, prose } from "./markup.ts";
import { NO_FILLS, REASONS } from "./words.ts";

const RECOVERIES = {
  transient: "transient: the same call may pass later",
  correctable: "correctable: change the call",
  terminal: "terminal: repeating does not help",
} as const;

/** `GET /docs/errors`: every code with its anchor, which `docUrl` of an error points to. */
export function renderErrorsPage(): string {
  return pageText({ title: "Errors", main: mainOf() });
}

function mainOf(): Markup {
  return html`
    <h1>Errors</h1>
    <p>Every error has the same body over HTTP and MCP: <code>error.code</code> names it,
      <code>error.recovery</code> says whether another try makes sense,
      <code>error.suggestion</code> and <code>error.nextTools</code> say what to do. Quote
      <code>requestId</code> when you report one. What is not yours answers exactly like what does
      not exist.</p>
    <p>See also <a href="#reasons">why a report was not charged</a>,
      <a href="#no-fill">why there is no ad</a>, and the <a href="/docs">docs</a>.
      As text: <a href="/docs/errors.md">errors.md</a>.</p>
    ${Object.entries(ERRORS).map(
      ([code, kind]) => html`
    <section class="code" aria-labelledby="${code}">
      <h2 id="${code}"><code>${code}</code></h2>
      <p>${prose(kind.meaning)}</p>
      <p class="soft">HTTP ${kind.status}, ${RECOVERIES[kind.recovery]}.</p>
    </section>`,
    )}
    <h2 id="reasons">Why a report was not charged</h2>
    <p>A report that is understood is answered with 200 and kept. When it was not (wholly) charged,
      <code>reason</code> is one of these.</p>
    ${wordTable(REASONS, "reason")}
    <h2 id="no-fill">Why there is no ad</h2>
    <p><code>deliver_ad</code> then answers 200 with <code>filled: false</code> and
      <code>noFillReason</code>. Continue without an ad.</p>
    ${wordTable(NO_FILLS, "no-fill")}
  `;
}

function wordTable(words: Readonly<Record<string, string>>, prefix: string): Markup {
  return html`<table>
    <thead><tr><th scope="col">Code</th><th scope="col">Meaning</th></tr></thead>
    <tbody>${Object.entries(words).map(
      ([code, meaning]) => html`<tr id="${prefix}-${code}">
      <th scope="row"><code>${code}</code></th><td>${prose(meaning)}</td>
    </tr>`,
    )}</tbody>
  </table>`;
}
