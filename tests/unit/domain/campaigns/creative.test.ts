import { describe, expect, test } from "vitest";
import { ExchangeError } from "../../../../server/src/contract/errors.ts";
import { checkDestination, expandMacros } from "../../../../server/src/domain/campaigns/brand.ts";

const isAllowed = (url: string, origin?: string): boolean => {
  try {
    checkDestination(url, origin);
    return true;
  } catch (error) {
    if (error instanceof ExchangeError && error.code === "destination_invalid") return false;
    throw error;
  }
};

describe("a landing address", () => {
  test.each([
    "https://shop.example.com",
    "https://shop.example.com:8443/a?b=c&click={click_id}#d",
    "https://xn--mnchen-3ya.example/",
    "https://shop.example.com./",
    "https://{click_id}.shop.example.com/",
  ])("%s is allowed", (url) => {
    expect(isAllowed(url)).toBe(true);
  });

  test.each([
    "http://shop.example.com",
    "ftp://shop.example.com",
    "//shop.example.com",
    "https://",
    "https:///",
    "https://localhost/",
    "https://a.localhost/",
    "https://printer.local",
    "https://10.0.0.1/",
    "https://0x7f.1/",
    "https://1.1.1.1/",
    "https://[::ffff:127.0.0.1]/",
    "https://user@shop.example.com/",
    "https://shop.example.com\\@evil.example/",
    "https://shop.example.com/\r\nSet-Cookie: a=b",
    "https://127.0.0.1{x}/",
    "https://localhost{x}.{y}/",
    "javascript:alert(1)//https://shop.example.com",
  ])("%j is refused", (url) => {
    expect(isAllowed(url)).toBe(false);
  });

  test("the demo shop's own origin is allowed, and no other on its machine", () => {
    const origin = "http://127.0.0.1:8787";
    expect(isAllowed(`${origin}/shop/p/1?c={click_id}`, origin)).toBe(true);
    expect(isAllowed("http://127.0.0.1:8788/", origin)).toBe(false);
    expect(isAllowed("http://127.0.0.1:87870/", origin)).toBe(false);
  });
});

describe("macros", () => {
  test("are filled in everywhere, and unknown ones become empty", () => {
    const url = "https://s.example/{click_id}?c={click_id}&n={nothing}";
    expect(expandMacros(url, { click_id: "clk_1" })).toBe("https://s.example/clk_1?c=clk_1&n=");
  });

  test("are encoded, so that a value adds no parameter", () => {
    expect(expandMacros("https://s.example/?c={click_id}", { click_id: "a&b=c d" })).toBe(
      "https://s.example/?c=a%26b%3Dc%20d",
    );
  });

  test("leave an address as it was written when it fits a header", () => {
    const url = "https://S.example.com?a=%20'b'&c=(d)";
    expect(expandMacros(url, {})).toBe(url);
  });

  test("write what does not fit a header as a browser would", () => {
    expect(expandMacros("https://s.example/ä\u{1f600}", {})).toBe(
      "https://s.example/%C3%A4%F0%9F%98%80",
    );
  });
});
