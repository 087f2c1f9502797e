#!/usr/bin/env node
import { parseArgs } from "node:util";
import type { KitMode, PublisherKitOptions } from "@placard/publisher-kit/types";
import { diagnose } from "./doctor.ts";
import { serve } from "./serve.ts";

const USAGE = `Usage: publisher-kit serve [options]
       publisher-kit doctor [--page URL] [--endpoint PATH] [--text MESSAGE] [--placements IDS]

serve offers the kit over local HTTP:

  --port NUMBER       default 8788
  --host ADDRESS      default 127.0.0.1; another than loopback needs PLACARD_SIDECAR_SECRET
  --socket PATH       listen on a Unix socket instead
  --spool FOLDER      keep reports on disk until the exchange has acknowledged them
  --mode MODE         sidebar (default), context or both
  --render FORM       what a citation becomes: markdown (default), text, speech, slack or none
  --placements IDS    ids to serve, separated by commas; default: all of the key
  --timeout-ms NUMBER deadline of a turn; default 800
  --origins ORIGINS   pages of other origins that may use /offers/, separated by commas
  --test              fill each turn with labelled cards of the kit's own; nothing is reported
  --images proxy      serve images of cards through /offers/img/

doctor checks exchange, clock, key, placements, a turn, a click and a view, and with --page the
origin and the content security policy of the page. It bills nothing. Its exit code is 1 if
something has to be changed.

Environment: PLACARD_URL, PLACARD_KEY, PLACARD_SIDECAR_SECRET.
`;

const RENDERS = ["markdown", "text", "speech", "slack", "none"] as const;
const MODES: readonly KitMode[] = ["sidebar", "context", "both"];

/** One line of JSON for each event, on the standard error output. */
function log(event: string, fields: object = {}): void {
  process.stderr.write(`${JSON.stringify({ event, ...fields })}\n`);
}

function oneOf<Word extends string>(name: string, words: readonly Word[], given: string): Word {
  const word = words.find((one) => one === given);
  if (word !== undefined) return word;
  throw new TypeError(`\`--${name}\` must be ${words.join(", ")}; got "${given}".`);
}

function numberOf(name: string, given: string, max: number): number {
  const number = Number(given);
  if (Number.isInteger(number) && number >= 0 && number <= max) return number;
  throw new TypeError(`\`--${name}\` must be a whole number from 0 to ${max}; got "${given}".`);
}

const listOf = (given: string): string[] => given.split(",").map((one) => one.trim());

function readFlags(args: string[]) {
  const text = { type: "string" } as const;
  return parseArgs({
    args,
    options: {
      port: { type: "string", default: "8788" },
      host: { type: "string", default: "127.0.0.1" },
      mode: { type: "string", default: "sidebar" },
      render: { type: "string", default: "markdown" },
      socket: text,
      spool: text,
      placements: text,
      "timeout-ms": text,
      origins: text,
      images: text,
      test: { type: "boolean", default: false },
    },
  }).values;
}

type Flags = ReturnType<typeof readFlags>;

/** What both commands need of a publisher. */
function publisherOptions(placements: string | undefined): PublisherKitOptions {
  const { PLACARD_URL = "http://127.0.0.1:8787", PLACARD_KEY = "" } = process.env;
  return {
    baseUrl: PLACARD_URL,
    apiKey: PLACARD_KEY,
    ...(placements !== undefined && { placements: listOf(placements) }),
  };
}

function kitOptions(flags: Flags): PublisherKitOptions {
  const { placements, "timeout-ms": timeout } = flags;
  return {
    ...publisherOptions(placements),
    mode: oneOf("mode", MODES, flags.mode),
    render: oneOf("render", RENDERS, flags.render),
    ...(timeout !== undefined && { timeoutMs: numberOf("timeout-ms", timeout, 60_000) }),
    test: flags.test,
    logger: { warn: log },
  };
}

function routeOptions({ origins, images }: Flags) {
  return {
    ...(origins !== undefined && { origins: listOf(origins) }),
    ...(images !== undefined && { images: oneOf("images", ["proxy", "direct"], images) }),
  };
}

async function runServe(args: string[]): Promise<void> {
  const flags = readFlags(args);
  const { host, socket, spool } = flags;
  const port = numberOf("port", flags.port, 65_535);
  const sidecar = await serve({
    kit: kitOptions(flags),
    listen: socket === undefined ? { host, port } : { path: socket },
    spool,
    secret: process.env.PLACARD_SIDECAR_SECRET,
    routes: routeOptions(flags),
  });
  const end = (): void => {
    sidecar.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once("SIGTERM", end);
  process.once("SIGINT", end);
  log("listening", { address: sidecar.address, spool: spool ?? null });
}

async function runDoctor(args: string[]): Promise<void> {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    args,
    options: {
      page: text,
      placements: text,
      endpoint: { type: "string", default: "/offers" },
      text: { type: "string", default: "I'm looking for trail running shoes" },
    },
  });
  const { page, placements, endpoint } = values;
  if (page !== undefined && !URL.canParse(page)) {
    throw new TypeError(`\`--page\` must be a URL such as https://chat.example; got "${page}".`);
  }
  const checks = diagnose({
    kit: publisherOptions(placements),
    text: values.text,
    page: page === undefined ? undefined : { url: page, endpoint },
    now: Date.now,
  });
  // A reader such as `head` may close the output before the end.
  process.stdout.once("error", () => process.exit());
  for await (const { name, state, text: words } of checks) {
    process.stdout.write(`${state.padEnd(8)} ${name.padEnd(11)} ${words}\n`);
    if (state === "change") process.exitCode = 1;
  }
}

const [command, ...args] = process.argv.slice(2);
try {
  if (command === "serve") await runServe(args);
  else if (command === "doctor") await runDoctor(args);
  else {
    process.stderr.write(USAGE);
    process.exitCode = command === "--help" ? 0 : 2;
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
