import { describe, expect, test } from "vitest";
import { csvOf } from "../../../../server/src/domain/reports/metrics.ts";

const cell = (text: string) => csvOf(["a"], [{ a: text }]).slice("a\r\n".length, -"\r\n".length);

describe("a cell can start no formula", () => {
  test.each([
    "=cmd|' /C calc'!A0",
    "+1+1",
    "-2+3",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "  =1",
    "\0=1",
    "\u202e=1",
    "＝1",
    '=HYPERLINK("http://x.example","a")',
  ])("%j", (text) => {
    const opened = cell(text).replace(/^"/, "");
    expect(opened.startsWith("'")).toBe(true);
  });

  test("and one that only contains such characters stays as it is", () => {
    expect(cell("1+1=2 @home")).toBe("1+1=2 @home");
  });
});

test("direction marks, overrides and isolates are gone", () => {
  const turned = "a\u202eb\u2066c\u2069d\u200fe\u061cf\u202ag";
  expect(cell(turned)).toBe("abcdefg");
});

test("markup stays text: nothing here renders it", () => {
  expect(cell("<img src=x onerror=alert(1)>")).toBe("<img src=x onerror=alert(1)>");
});

describe("RFC 4180", () => {
  test("quotes commas, quotes and line breaks, and doubles quotes", () => {
    expect(cell('a,"b"\r\nc')).toBe('"a,""b""\r\nc"');
  });

  test("ends every line with CRLF and names the columns first", () => {
    const rows = [{ from: "x", n: { a: 1, b: -2.5 } }, { from: "y" }];
    expect(csvOf(["from", "n.a", "n.b"], rows)).toBe("from,n.a,n.b\r\nx,1,-2.5\r\ny,,\r\n");
  });
});
