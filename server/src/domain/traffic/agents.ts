/**
 * Programs that say who they are beside a browser's own words, where the package `isbot` sees a
 * browser: assistants that fetch for a person, browsing agents, and crawlers without "bot" or
 * "crawl" in their names. Editors that show pages to a person are left out on purpose.
 *
 * **Source** ai.robots.txt, 2026-11: 166 names, of which `isbot` 5.2 misses these.
 */
const NAMES = [
  // Agents that fetch for a user: ChatGPT-User, Claude-User, Perplexity-User.
  "\\b[a-z]+-user\\b",
  "\\b(?:agenttimes|aiwebindex|anomura|awario|cotoyogi|devin|img2dataset|lightpanda|nova-?act)\\b",
  "\\b(?:notebooklm|omgili|opencode|operator/|panscient|scrapy|useai|yandexadditional)",
  "\\bamazon-?(?:kendra|qbusiness|buyforme|bedrock)",
  "\\banthropic-ai\\b|\\bclaude-(?:code|web)\\b",
  "\\bbigsur\\.ai\\b|\\bcohere-ai\\b|\\bopenai\\b|\\bterra ?cotta\\b|\\byak/",
  "\\bgemini-deep-research\\b|\\bgoogle-?agent|\\bmistralai|\\bpoggio-|\\bkagi-",
  "\\bgeisthaus-|\\blaion-|\\bmozilla-tabstack\\b|\\bwebzio-|\\btwinagent\\b",
  "\\bfacebookexternalhit\\b|\\bmeta-(?:externalagent|externalfetcher|webindexer)\\b",
  "\\bpuppeteer|\\bplaywright|\\bbrowser-use\\b|\\bstagehand\\b|\\bcrew-?ai\\b|\\blangchain\\b",
  "\\bauto-?gpt\\b|\\bcrawl4ai\\b|\\bfirecrawl",
];
const PATTERN = new RegExp(NAMES.join("|"), "i");

/** Whether a user agent names an AI agent or crawler that passes for a browser otherwise. */
export function isDeclaredAgent(userAgent: string): boolean {
  return PATTERN.test(userAgent);
}
