import { expect, test } from "vitest";
import { ERRORS, ExchangeError, errorBodyOf } from "../../../server/src/contract/errors.ts";
import { renderDocuments } from "../../../server/src/render/documents.ts";
import { html, pageText, prose } from "../../../server/src/render/markup.ts";
import { CATALOGUE } from "../../../server/src/tools/catalogue.ts";

const BASE_URL = "https://ads.example.com";
const documents = new Map(renderDocuments(BASE_URL).map((item) => [item.path, item]));
const textOf = (path: string) => documents.get(path)?.text ?? "";
const pages = ["/docs", "/docs/errors"];

test("the address in every error leads to its code on the page", () => {
  for (const [code] of Object.entries(ERRORS)) {
    expect(textOf("/docs/errors")).toContain(` id="${code}"`);
  }
  const error = new ExchangeError("budget_too_low");
  const { docUrl } = errorBodyOf(error, { requestId: "req", baseUrl: BASE_URL }).error;
  expect(docUrl).toBe(`${BASE_URL}/docs/errors#budget_too_low`);
});

test("the page of the docs shows every tool under its name", () => {
  for (const { name } of CATALOGUE) expect(textOf("/docs")).toContain(`<h3 id="${name}">`);
});

test.each(pages)("no id stands twice on %s", (path) => {
  const ids = [...textOf(path).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(ids.length).toBeGreaterThan(10);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test.each(pages)("every link on %s leads to a place that exists", (path) => {
  const links = [...textOf(path).matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = ""]) => href);
  expect(links.length).toBeGreaterThan(2);
  for (const link of links) {
    const [target = "", anchor] = link.split("#");
    if (target === "/") continue;
    const page = documents.get(target === "" ? path : target);
    expect(page, link).toBeDefined();
    if (anchor !== undefined) expect(page?.text, link).toContain(` id="${anchor}"`);
  }
});

test.each(pages)(
  "%s has no script or style of its own inside, and loads nothing foreign",
  (path) => {
    const text = textOf(path).replace('<script type="module" src="/assets/docs.js"></script>', "");
    expect(text).not.toMatch(/<script|<style| style=| on\w+=|javascript:/i);
    expect([...textOf(path).matchAll(/(?:src|href)="(\w+:)?\/\//g)]).toEqual([]);
    expect(documents.get(path)).toMatchObject({
      type: "text/html; charset=utf-8",
      headers: { "Content-Security-Policy": expect.stringMatching(/^default-src 'none';/) },
    });
  },
);

test("values are escaped, markup is not", () => {
  const evil = `<img src=x onerror="a" title='b'>&`;
  const escaped = "&lt;img src=x onerror=&quot;a&quot; title=&#39;b&#39;&gt;&amp;";
  expect(html`<p title="${evil}">${html`<b>${1}</b>`}</p>`.text).toBe(
    `<p title="${escaped}"><b>1</b></p>`,
  );
  expect(pageText({ title: evil, badge: evil, main: html`` })).not.toContain("<img");
});

test("backticks mark code, unless one of them stands alone", () => {
  expect(prose("Send `a<b` now").text).toBe("Send <code>a&lt;b</code> now");
  expect(prose("a ` b").text).toBe("a ` b");
});
