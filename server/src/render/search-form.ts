import { html, type Markup } from "./markup.ts";

/** The search over the documents; works without a script. */
export function searchForm(query = ""): Markup {
  return html`<form class="search" role="search" action="/docs/search">
    <label class="spoken" for="q">Search the docs</label>
    <input id="q" name="q" type="search" value="${query}" placeholder="Search the docs"
      maxlength="200" autocomplete="off" spellcheck="false">
    <button type="submit">Search</button>
  </form>`;
}
