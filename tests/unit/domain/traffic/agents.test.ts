import { isbot } from "isbot";
import { describe, expect, test } from "vitest";
import { EVENT_REASONS } from "../../../../server/src/contract/reasons.ts";

import { bucketOfReason, isDeclaredAgent } from "../../../../server/src/domain/traffic/index.ts";

const isProgram = (userAgent: string) => isbot(userAgent) || isDeclaredAgent(userAgent);

const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64)";
const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)";
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X)";
const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";
const SAFARI = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const CHROME = `${WEBKIT} Chrome/141.0.0.0 Safari/537.36`;
const MOBILE = "Chrome/142.0.7444.142 Mobile Safari/537.36";
const FIREFOX = "rv:143.0) Gecko/20100101 Firefox/143.0";

/** As browsers name themselves, with what embeds, extends and resells them. */
const READERS = [
  `${WINDOWS} ${CHROME}`,
  `${WINDOWS} ${CHROME} Edg/141.0.0.0`,
  `${WINDOWS} ${CHROME} OPR/122.0.0.0`,
  `${WINDOWS} ${WEBKIT} Code/1.115.0 Chrome/142.0.7444.265 Electron/39.8.5 Safari/537.36`,
  `${MAC} ${SAFARI} Version/18.6 Safari/605.1.15`,
  `Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; ${FIREFOX}`,
  `Mozilla/5.0 (X11; Ubuntu; Linux x86_64; ${FIREFOX}`,
  `Mozilla/5.0 (X11; CrOS x86_64 16328.65.0) ${CHROME}`,
  `${IPHONE} ${SAFARI} Version/18.6 Mobile/15E148 Safari/604.1`,
  `${IPHONE} ${SAFARI} CriOS/141.0.7390.41 Mobile/15E148 Safari/604.1`,
  `${IPHONE} ${SAFARI} FxiOS/143.0 Mobile/15E148 Safari/605.1.15`,
  `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} ${MOBILE}`,
  `Mozilla/5.0 (Linux; Android 14; SAMSUNG SM-S918B) ${WEBKIT} SamsungBrowser/28.0 ${MOBILE}`,
  `Mozilla/5.0 (Linux; Android 15; CPH2557 Build/AP3A.240617.008; wv) ${WEBKIT} Version/4.0 ` +
    `${MOBILE} Instagram 406.0.0.58.159`,
  `Mozilla/5.0 (Linux; Android 16; Pixel 10 Pro XL Build/CP1A.260305.018; wv) ${WEBKIT} ` +
    `Version/4.0 ${MOBILE} MetaIAB Facebook`,
  "Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0",
];

const chrome = (name: string) => CHROME.replace("Gecko)", `Gecko; compatible; ${name})`);

describe("a click's user agent", () => {
  test.each(READERS)("%s is a reader's", (userAgent) => {
    expect(isProgram(userAgent)).toBe(false);
  });

  test.each([
    ...["ChatGPT-User/1.0", "Claude-User/1.0", "Claude-Web/1.0", "Perplexity-User/1.0"],
    ...["MistralAI-User/1.0", "Manus-User/1.0", "Kimi-User/1.0", "Amzn-User/0.1", "GPTBot/1.3"],
    ...["OAI-SearchBot/1.0", "ClaudeBot/1.0", "Google-Agent", "GoogleAgent-Mariner", "NovaAct/1"],
    ...["Amazon-Bedrock-AgentCore-Browser/1.0", "AmazonBuyForMe/1.0", "Gemini-Deep-Research"],
    ...[
      "NotebookLM",
      "Devin/1.0",
      "Operator/1.0",
      "cohere-ai",
      "anthropic-ai",
      "meta-webindexer/1",
    ],
    ...["meta-externalfetcher/1.1", "facebookexternalhit/1.1", "Bytespider", "CCBot/2.0", "Scrapy"],
    ...[
      "img2dataset",
      "opencode/1.0",
      "browser-use/0.9",
      "HeadlessChrome/141.0.0.0",
      "Playwright/1",
    ],
    ...["Terra Cotta", "kagi-fetcher/1.0", "Applebot/0.1", "DuckAssistBot/1.2", "YandexAdditional"],
  ])("that names %s is a program's, also inside a browser's name", (name) => {
    expect(isProgram(name)).toBe(true);
    expect(isProgram(chrome(name))).toBe(true);
  });

  test.each(["curl/8.5.0", "Wget/1.21", "python-requests/2.32", "node", "undici", "axios/1.7"])(
    "%s is a program's",
    (userAgent) => {
      expect(isProgram(userAgent)).toBe(true);
    },
  );

  test("is judged in microseconds, however it is made", () => {
    for (const text of ["a-".repeat(256), "-user".repeat(100), `${"x".repeat(500)}-user-`]) {
      const startedAt = performance.now();
      isProgram(text);
      expect(performance.now() - startedAt).toBeLessThan(50);
    }
  });
});

test("every reason is in one bucket of invalid traffic or in none", () => {
  const buckets = Object.fromEntries(
    EVENT_REASONS.map((reason) => [reason, bucketOfReason(reason)]).filter(([, bucket]) => bucket),
  );
  expect(buckets).toEqual({
    self_click: "sophisticated",
    declared_bot: "general",
    invalid_traffic: "general",
  });
  expect(bucketOfReason(undefined)).toBeUndefined();
});
