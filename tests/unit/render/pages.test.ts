import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { NO_FILL_REASONS } from "../../../server/src/contract/enums.ts";
import { ERRORS, ExchangeError, errorBodyOf } from "../../../server/src/contract/errors.ts";
import { EVENT_REASONS } from "../../../server/src/contract/reasons.ts";
import { AD_UNIT_TYPES } from "../../../server/src/contract/units.ts";
import { VARIABLES } from "../../../server/src/core/env.ts";
import { ROUTES } from "../../../server/src/http/routes.ts";
import { createDocsSite, navGroups } from "../../../server/src/render/docs-site.ts";
import { renderDocuments } from "../../../server/src/render/documents.ts";
import { html, inline, renderMarkdown } from "../../../server/src/render/markdown.ts";
import { type Environment, homePageText, pageText } from "../../../server/src/render/pages.ts";
import { CATALOGUE } from "../../../server/src/tools/catalogue.ts";

const BASE_URL = "https://ads.example.com";
/** A page with its style sheets, before compression. */
const BYTES_MAX = 300_000;
const SHEETS = ["assets/page.css", "assets/document.css", "docs/docs.css"]
  .map((file) => readFileSync(new URL(`../../../server/pages/${file}`, import.meta.url), "utf8"))
  .join("");
const site = createDocsSite({ environment: "live", baseUrl: BASE_URL });
const others = new Set([
  "/",
  "/docs/search",
  ...ROUTES.map(([, path]) => path),
  ...renderDocuments(BASE_URL).map(({ path }) => path),
]);
const pages = new Map([
  ["/", homePageText("live", BASE_URL)],
  ...site.paths.map((path): [string, string] => [path, site.find(path)?.text ?? ""]),
]);
const textOf = (path: string) => pages.get(path) ?? "";
/** What a reader sees of a page. */
const seenOn = (path: string) =>
  textOf(path)
    .replace(/<wbr>/g, "")
    .replace(/<[^>]+>/g, " ");

function expectAllOn(path: string, names: readonly string[]): void {
  const seen = seenOn(path);
  const missing = names.filter((name) => !new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(seen));
  expect(missing, path).toEqual([]);
}

test("every tool has a page with its arguments, answer, errors, example and form", () => {
  for (const tool of CATALOGUE) {
    const path = `/docs/tools/${tool.name}`;
    const fields = [...Object.keys(tool.input.shape), ...Object.keys(tool.output.shape)];
    expectAllOn(path, [...fields, ...tool.errors, "curl", "TypeScript", "MCP"]);
    expect(textOf(path)).toContain(`Try ${tool.name}`);
    expect(textOf(path)).toContain('<div class="answer">');
    expect(textOf(path)).not.toContain("127.0.0.1:8787");
  }
});

test("a tool that either side may call stands with those for everyone", () => {
  const everyone = navGroups().find(({ title }) => title === "Tools for everyone");
  const paths = everyone?.entries.map(({ path }) => path) ?? [];
  for (const { name } of CATALOGUE.filter(({ access }) => access === "any")) {
    expect(paths).toContain(`/docs/tools/${name}`);
  }
});

test("a long name in a table breaks where a word of it ends", () => {
  const page = textOf("/docs/tools/create_campaign");
  expect(page).toContain("<code>daily<wbr>Cap<wbr>Credits</code>");
  expect(page).toContain("<code>insufficient_<wbr>credits</code></a>");
});

test("every error code and reason is on the page that errors point to", () => {
  for (const code of Object.keys(ERRORS)) {
    expect(textOf("/docs/errors")).toContain(`<h2 id="${code}">`);
  }
  expectAllOn("/docs/errors", [...EVENT_REASONS, ...NO_FILL_REASONS]);
  const error = new ExchangeError("budget_too_low");
  const { docUrl } = errorBodyOf(error, { requestId: "req", baseUrl: BASE_URL }).error;
  expect(docUrl).toBe(`${BASE_URL}/docs/errors#budget_too_low`);
});

test("every route, variable and ad unit is on a page", () => {
  for (const [, path] of ROUTES) expect(seenOn("/docs/reference/contract")).toContain(path);
  expectAllOn("/docs/reference/environment", Object.keys(VARIABLES));
  expectAllOn("/docs/guides/ad-units", AD_UNIT_TYPES);
});

/** The names of the members of an interface in a source file. */
function membersOf(file: string, name: string): string[] {
  const source = readFileSync(new URL(`../../../${file}`, import.meta.url), "utf8");
  const [, body = ""] =
    new RegExp(`(?:interface|type) ${name}\\b[^{]*\\{\\n([\\s\\S]*?)\\n\\}`).exec(source) ?? [];
  const names = [...body.matchAll(/^ {2}(?:readonly )?(\w+)\??[:(]/gm)].map(([, one = ""]) => one);
  expect(names.length, `${name} in ${file}`).toBeGreaterThan(2);
  return names;
}

/** Options that replace the machine's time, for tests and replays. */
const FOR_TESTS = ["now", "startTimer"];

test("every option of the kit, of its routes and of the widget is on a page", () => {
  const options = membersOf("publisher-kit/src/types.ts", "PublisherKitOptions");
  expectAllOn(
    "/docs/kit",
    options.filter((name) => !FOR_TESTS.includes(name)),
  );
  expectAllOn("/docs/kit", membersOf("publisher-kit/src/adapters/route.ts", "RouteOptions"));
  expectAllOn("/docs/widget", membersOf("widget/src/types.ts", "MountOptions"));
});

test.each([...pages.keys()])("%s is whole: ids once, links to places, no script inside", (path) => {
  const text = textOf(path);
  expect(Buffer.byteLength(text + SHEETS)).toBeLessThan(BYTES_MAX);
  const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  for (const [, href = ""] of text.matchAll(/<a [^>]*href="([^"]*)"/g)) {
    if (/^https:/.test(href)) continue;
    const [target = "", anchor] = href.split("#");
    const page = target === "" ? path : target;
    const isKnown = pages.has(page) || others.has(page) || site.find(page) !== undefined;
    expect(isKnown, href).toBe(true);
    if (anchor !== undefined && pages.has(page)) {
      expect(textOf(page), href).toContain(` id="${anchor}"`);
    }
  }
  const bare = text
    .replace('<script type="module" src="/assets/docs.js"></script>', "")
    .replace(/<script type="application\/json" id="try-data">[^<]*<\/script>/, "");
  expect(bare).not.toMatch(/<script|<style|<[^>]+ (?:style|on\w+)="|href="javascript:/i);
  expect([...text.matchAll(/<(?:img|link|script)[^>]* (?:src|href)="(\w+:)?\/\//g)]).toEqual([]);
});

test("each page has a Markdown form whose links lead to places that exist", () => {
  for (const path of site.paths.filter((one) => one !== "/docs")) {
    const { text = "", type } = site.find(`${path}.md`) ?? {};
    expect(type, path).toBe("text/markdown; charset=utf-8");
    expect(text, path).toMatch(/^# /);
    expect(text, path).not.toContain("<!-- insert");
    for (const [, href = ""] of text.matchAll(/\]\((\/docs[^)#]*)/g)) {
      expect(site.find(href), `${path}: ${href}`).toBeDefined();
    }
  }
});

test("every page has one header with navigation, badge and skip link; the demo is there", () => {
  for (const environment of ["demo", "sandbox", "live"] satisfies Environment[]) {
    const text = homePageText(environment, BASE_URL);
    expect(text).toContain(`<a class="skip" href="#main">`);
    expect(text).toContain(`<span class="badge ${environment}"`);
    expect(text.includes('href="/demo"')).toBe(environment === "demo");
  }
  for (const text of pages.values()) {
    expect(text.match(/<header class="top">/g)).toHaveLength(1);
    expect(text.match(/<h1>/g)).toHaveLength(1);
  }
});

test("values are escaped, markup is not", () => {
  const evil = `<img src=x onerror="a" title='b'>&`;
  const escaped = "&lt;img src=x onerror=&quot;a&quot; title=&#39;b&#39;&gt;&amp;";
  expect(html`<p title="${evil}">${html`<b>${1}</b>`}</p>`.text).toBe(
    `<p title="${escaped}"><b>1</b></p>`,
  );
  const page = { environment: "live", path: "/", title: evil, main: html`` } as const;
  expect(pageText(page)).not.toContain("<img");
  const linkTo = () => undefined;
  const { main } = renderMarkdown({ markdown: `# ${evil}\n\n[a](b) ${evil}`, path: "/x", linkTo });
  expect(main.text).not.toContain("<img");
  expect(main.text).toContain("<span>a</span>");
});

test("the name of a tool or an error leads to its page, but not to its own", () => {
  expect(inline("Call whoami, or `a_b`.", "/x").text).toBe(
    'Call <a href="/docs/tools/whoami"><code>whoami</code></a>, or <code>a_b</code>.'.replace(
      '<a href="/docs/tools/whoami"><code>whoami</code></a>',
      "whoami",
    ),
  );
  expect(inline("Call list_keys.", "/x").text).toContain('href="/docs/tools/list_keys"');
  expect(inline("Call list_keys.", "/docs/tools/list_keys").text).not.toContain("href");
  expect(inline("It is `not_found`.", "/x").text).toContain('href="/docs/errors#not_found"');
});

test("rows of more than two columns have their names with them, for telephones", () => {
  const markdown = "| a | b | c |\n|---|---|---|\n| 1 | 2 | `3` |\n| 4 | 5 | 6 |";
  const { main } = renderMarkdown({ markdown, path: "/docs", linkTo: () => undefined });
  const cells = [...main.text.matchAll(/<td[^>]*>/g)].map(([cell]) => cell);
  const row = ["<td>", '<td data-name="B">', '<td data-name="C">'];
  expect(cells).toEqual([...row, ...row]);
  expect(main.text).toContain('<table class="stacks">');
});
