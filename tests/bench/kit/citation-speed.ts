import { createCitationReader } from "@placard/publisher-kit/citations";

const RUNS = 200;
const CHUNK = 4;
const BASE64_BYTES = 80_000;

const offers = ["velmora-k7qd", "acme-x2z9", "northwind-r3m5"].map((tag) => {
  const sponsor = tag.split("-")[0] ?? "";
  return { offerId: tag, tag, label: "Ad", sponsor, clickUrl: `https://ads.example/r/${tag}` };
});

/** 200 words with two marks, as a model streams them. */
const ANSWER = Array.from({ length: 200 }, (_, word) => {
  return word === 40 ? "[[ad:acme-x2z9]]" : word === 120 ? "[[pick:velmora-k7qd]]" : "quiet";
}).join(" ");
const BASE64 = `Here: ${Buffer.alloc((BASE64_BYTES * 3) / 4, "picture").toString("base64")}`;

function read(answer: string): void {
  const reader = createCitationReader(offers);
  for (let at = 0; at < answer.length; at += CHUNK) reader.push(answer.slice(at, at + CHUNK));
  reader.end();
}

function cpuMicrosOf(runs: number, answer: string): number {
  const before = process.cpuUsage();
  for (let run = 0; run < runs; run += 1) read(answer);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / runs;
}

/** The CPU that reading an answer for citations adds. */
export function measureCitations() {
  cpuMicrosOf(RUNS, ANSWER);
  return {
    citationMicros200Words: Math.round(cpuMicrosOf(RUNS, ANSWER)),
    citationBase64Ms: Math.round(cpuMicrosOf(5, BASE64) / 100) / 10,
  };
}
