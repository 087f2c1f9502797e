// @vitest-environment jsdom
import { createServer, request, type Server } from "node:http";
import Koa from "koa";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { html } from "../../../demo-chat/shop/html.ts";
import { createProductLookups } from "../../../demo-chat/shop/lookups.ts";
import { createShop } from "../../../demo-chat/shop/shop.ts";
import type {
  ActionOutcome,
  CouponUse,
  CouponVerdict,
  ShopAction,
  ShopSearch,
} from "../../../demo-chat/shop/types.ts";

const lookups = createProductLookups({ seed: 7, baseUrl: "http://shop.test", count: 3_000 });
const actions: ShopAction[] = [];
const asked: ({ code: string } & CouponUse)[] = [];
const errors: unknown[] = [];
let answer: () => Promise<ActionOutcome>;
let verdict: (code: string) => Promise<CouponVerdict>;
let search: ShopSearch;
let server: Server;
let origin = "";

beforeAll(async () => {
  const app = new Koa();
  app.use(
    createShop({
      products: lookups,
      advertising: {
        report: (action) => {
          actions.push(action);
          return answer();
        },
        checkCoupon: (code, use) => {
          asked.push({ code, ...use });
          return verdict(code);
        },
      },
      search: (query, page) => search(query, page),
      reportTimeoutMs: 200,
      onReportError: (error) => errors.push(error),
    }),
  );
  app.use((ctx) => {
    ctx.body = "next";
  });
  server = createServer(app.callback());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port.");
  origin = `http://127.0.0.1:${address.port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

beforeEach(() => {
  for (const list of [actions, asked, errors]) list.length = 0;
  verdict = async (code) => ({ ok: true, code, percentOff: 10 });
  answer = async () => ({ reported: true, message: "Counted." });
  search = async () => ({ isPending: false, ids: [], hasMore: false, total: 0 });
});

function productWith(availability: string): string {
  const products = lookups.list({ offset: 0, limit: 500 });
  const found = products.find(({ row }) => row.availability === availability);
  if (found === undefined) throw new Error(`No product is ${availability}.`);
  return found.row.id;
}

async function page(path: string): Promise<{ response: Response; document: Document }> {
  const response = await fetch(origin + path);
  const document = new DOMParser().parseFromString(await response.text(), "text/html");
  return { response, document };
}

function post(path: string, fields: Record<string, string>, more: Record<string, string> = {}) {
  // The body is sent as text: the URLSearchParams of the test page is not the one fetch knows.
  const body = new URLSearchParams(fields).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded", ...more };
  return fetch(origin + path, { method: "POST", body, headers, redirect: "manual" });
}

/** Fills in the form as a browser would: hidden fields as they are, then what the visitor types. */
function fieldsOf(document: Document, typed: Record<string, string> = {}): Record<string, string> {
  const inputs = [...document.querySelectorAll("form.buy")][0]?.querySelectorAll("input") ?? [];
  const given = [...inputs].map((input) => [input.name, input.value]);
  return { ...Object.fromEntries(given), ...typed };
}

describe("the shop", () => {
  test("a product page shows picture, title, price, stock and a form with the click", async () => {
    const id = productWith("in_stock");
    const row = lookups.find(id)?.row;
    const { response, document } = await page(`/shop/p/${id}?click_id=clk_abc123`);
    expect(response.status).toBe(200);
    expect(document.querySelector("h1")?.textContent).toBe(row?.title);
    expect(document.querySelector("main img")?.getAttribute("src")).toBe(`/shop/img/${id}.svg`);
    expect(document.querySelector(".price")?.textContent).toContain(row?.price.toFixed(2));
    expect(document.querySelector(".stock")?.textContent).toContain("In stock");
    expect(fieldsOf(document)).toMatchObject({ click_id: "clk_abc123", coupon: "" });
    expect(document.body.textContent).toContain("nothing is really sold");
  });

  test("sending one form twice at the same time makes one order", async () => {
    const id = productWith("in_stock");
    const { document } = await page(`/shop/p/${id}`);
    const fields = fieldsOf(document);
    const both = await Promise.all([1, 2].map(() => post(`/shop/p/${id}/buy`, fields)));
    const locations = both.map((response) => response.headers.get("location"));
    expect(locations[0]).toBe(locations[1]);
    expect(actions).toHaveLength(1);
    // A code that was good for one order must not be asked about again.
    verdict = async () => ({ ok: false, message: "Used up." });
    const later = await post(`/shop/p/${id}/buy`, { ...fields, coupon: "ONCE" });
    expect(later.headers.get("location")).toBe(locations[0]);
  });

  test("a purchase survives a report that fails, and the page says so", async () => {
    answer = () => Promise.reject(new Error("down"));
    const id = productWith("in_stock");
    const bought = await post(`/shop/p/${id}/buy`, {});
    expect(bought.status).toBe(303);
    expect(errors).toHaveLength(1);
    const { document } = await page(bought.headers.get("location") ?? "");
    expect(document.body.textContent).toContain("No conversion was reported.");
  });

  test("a report that never ends does not keep the buyer waiting", async () => {
    answer = () => new Promise(() => {});
    const bought = await post(`/shop/p/${productWith("in_stock")}/buy`, {});
    expect(bought.status).toBe(303);
    const { document } = await page(bought.headers.get("location") ?? "");
    expect(document.body.textContent).toContain("has not answered yet");
  });

  test("a macro that nobody replaced is not taken for a click", async () => {
    const id = productWith("in_stock");
    const { document } = await page(`/shop/p/${id}?click_id=%7Bclick_id%7D`);
    expect(fieldsOf(document)).not.toHaveProperty("click_id");
    await post(`/shop/p/${id}/buy`, { click_id: "{click_id}" });
    expect(actions[0]).not.toHaveProperty("clickId");
  });

  test("what is sold out cannot be bought", async () => {
    const id = productWith("out_of_stock");
    const { document } = await page(`/shop/p/${id}`);
    expect(document.querySelector("form[method=post]")).toBeNull();
    expect((await post(`/shop/p/${id}/buy`, {})).status).toBe(409);
    expect(actions).toHaveLength(0);
  });

  test("unknown products, pictures, campaigns, orders and pages answer 404", async () => {
    const paths = ["p/pd-999999", "p/%3Cb%3E", "img/pd-999999.svg", "c/nobody", "thanks/none", "x"];
    for (const path of paths) {
      const { response, document } = await page(`/shop/${path}`);
      expect(response.status, path).toBe(404);
      expect(document.querySelector("h1")?.textContent, path).not.toBe("");
    }
    expect((await post("/shop/p/pd-999999/buy", {})).status).toBe(404);
    expect((await post("/shop/c/nobody/buy", {})).status).toBe(404);
    expect(actions).toHaveLength(0);
  });

  test("pages forbid scripts, inline styles, frames and everything from outside", async () => {
    const { response, document } = await page(`/shop/p/${productWith("in_stock")}`);
    expect(response.headers.get("content-security-policy")).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; " +
        "base-uri 'none'; frame-ancestors 'none'",
    );
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(document.querySelector("script, style, [style], iframe")).toBeNull();
    const sources = [...document.querySelectorAll("[src], link[href]")];
    for (const element of sources) {
      expect(element.getAttribute("src") ?? element.getAttribute("href")).toMatch(/^\/shop\//);
    }
  });

  test("pictures are immutable and answer 304 to their own tag", async () => {
    const url = `${origin}/shop/img/${productWith("in_stock")}.svg`;
    const first = await fetch(url);
    expect(first.headers.get("content-type")).toMatch(/^image\/svg\+xml/);
    expect(first.headers.get("cache-control")).toContain("immutable");
    expect(await first.text()).toMatch(/^<svg /);
    const etag = first.headers.get("etag") ?? "";
    // Without its own cache-control, fetch would ask for an unconditional answer.
    const headers = { "if-none-match": etag, "cache-control": "max-age=0" };
    expect((await fetch(url, { headers })).status).toBe(304);
  });

  test("a form that is too large, of another type, or from another site is refused", async () => {
    const path = `/shop/p/${productWith("in_stock")}/buy`;
    expect((await post(path, { coupon: "x".repeat(9_000) })).status).toBe(413);
    const json = { method: "POST", body: "{}", headers: { "content-type": "application/json" } };
    expect((await fetch(origin + path, json)).status).toBe(415);
    expect((await post(path, {}, { "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await post(path, { coupon: "<b>" })).status).toBe(422);
    expect(asked).toHaveLength(0);
    expect(actions).toHaveLength(0);
  });

  test("a body without a length is cut off at the limit", async () => {
    const path = `/shop/p/${productWith("in_stock")}/buy`;
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const req = request(origin + path, { method: "POST", headers }, (res) => {
        res.resume();
        resolve(res.statusCode);
      });
      req.on("error", reject);
      for (let at = 0; at < 5; at += 1) req.write("x".repeat(4_000));
      req.end();
    });
    expect(status).toBe(413);
    expect(actions).toHaveLength(0);
  });

  test("a method that a page does not have is answered with those it has", async () => {
    const response = await fetch(`${origin}/shop`, { method: "DELETE" });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("GET, HEAD");
  });

  test("departments are listed page by page", async () => {
    const first = await page("/shop?department=shoes");
    expect(first.document.querySelectorAll(".card")).toHaveLength(24);
    const next = first.document.querySelector('a[rel="next"]')?.getAttribute("href") ?? "";
    const second = await page(next);
    const hrefs = [first, second].flatMap(({ document }) =>
      [...document.querySelectorAll(".card a")].map((link) => link.getAttribute("href")),
    );
    expect(new Set(hrefs).size).toBe(48);
    expect((await page("/shop?page=400")).document.querySelector(".empty")).not.toBeNull();
  });

  test("paths outside the shop are passed on", async () => {
    expect(await (await fetch(`${origin}/shopping`)).text()).toBe("next");
  });
});

describe("codes, sign-ups and installs", () => {
  test("a code that nobody can check is answered so, and nothing is ordered", async () => {
    const id = productWith("in_stock");
    for (const check of [
      () => Promise.reject(new Error("down")),
      () => new Promise<never>(() => {}),
    ]) {
      verdict = check;
      const response = await post(`/shop/p/${id}/buy`, { coupon: "SAVE10" });
      expect(response.status).toBe(422);
      expect(await response.text()).toContain("cannot be checked at the moment");
    }
    expect(actions).toHaveLength(0);
  });

  test("a landing page asks for what its advertiser pays for", async () => {
    const buttons = async (slug: string) =>
      [...(await page(`/shop/c/${slug}`)).document.querySelectorAll("main button")].map(
        (button) => button.textContent,
      );
    expect(await buttons("tablespoon-school")).toEqual(["Sign up"]);
    expect(await buttons("pantrypage")).toEqual(["Install"]);
    expect(new Set(await buttons("emberpan"))).toEqual(new Set(["Buy"]));
    const { document } = await page("/shop/c/emberpan");
    const codes = [...document.querySelectorAll(".codes li")].map((item) => item.textContent);
    expect(codes).toEqual(["LASTPAN 40% off, for one order only", "EMBER15 15% off"]);
    expect(fieldsOf(document).coupon).toBe("EMBER15");
  });
});

describe("html", () => {
  test("escapes every value and keeps markup it made itself", () => {
    const evil = `<img src=x onerror="alert('1')">&`;
    const { markup } = html`<p title="${evil}">${evil}${[html`<b>${1}</b>`]}${undefined}</p>`;
    const escaped = "&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;";
    expect(markup).toBe(`<p title="${escaped}">${escaped}<b>1</b></p>`);
  });
});

describe("search", () => {
  test("shows what the exchange finds, in its order, with the range and the total", async () => {
    const ids = lookups.list({ offset: 40, limit: 3 }).map(({ row }) => row.id);
    const calls: [string, number][] = [];
    search = async (query, at) => {
      calls.push([query, at]);
      return { isPending: false, ids, hasMore: true, total: 500 };
    };
    const { document } = await page("/shop?q=%20tent%20%26%20%3Cb%3E&page=2");
    expect(calls).toEqual([["tent & <b>", 2]]);
    expect(document.querySelector("h1")?.textContent).toBe("Results for “tent & <b>”");
    expect(document.querySelector(".summary")?.textContent).toBe("21–23 of 500 or more results");
    expect(document.querySelector<HTMLInputElement>("#q")?.value).toBe("tent & <b>");
    const links = [...document.querySelectorAll(".grid a")];
    expect(links.map((link) => link.getAttribute("href"))).toEqual(
      ids.map((id) => `/shop/p/${id}`),
    );
    const [back, next] = document.querySelectorAll(".pager a");
    expect(back?.getAttribute("href")).toBe("/shop?q=tent+%26+%3Cb%3E");
    expect(next?.getAttribute("href")).toBe("/shop?q=tent+%26+%3Cb%3E&page=3");
  });

  test("says when nothing is found, not yet indexed, or not answered", async () => {
    const none = await page("/shop?q=xyzzy");
    expect(none.response.status).toBe(200);
    expect(none.document.querySelector(".summary")?.textContent).toBe("No results");
    search = async () => ({ isPending: true, ids: [], hasMore: false, total: 0 });
    expect((await page("/shop?q=tent")).response.status).toBe(503);
    search = () => Promise.reject(new Error("The exchange is away."));
    const away = await page("/shop?q=tent");
    expect(away.response.status).toBe(503);
    expect(away.document.querySelector("h1")?.textContent).toMatch(/does not answer/);
  });

  test("every page has the search field and the way back to the chat", async () => {
    for (const path of ["/shop", "/shop?q=tent", `/shop/p/${productWith("in_stock")}`, "/shop/x"]) {
      const { document } = await page(path);
      expect(document.querySelector("form[role=search] #q"), path).not.toBeNull();
      expect(document.querySelector(".back")?.getAttribute("href"), path).toBe("/demo");
    }
  });
});
