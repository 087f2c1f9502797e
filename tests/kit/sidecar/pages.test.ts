import { execFile, spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AnswerCase, CASES, filledIn } from "../hosts/cases.ts";
import { openSidecar } from "../hosts/sidecar-host.ts";
import { openWorld } from "../hosts/world.ts";

const run = promisify(execFile);
const LINES_MAX = 20;
const TIMEOUT_MS = 120_000;
const PAGE = readFileSync(
  new URL("../../../publisher-kit/docs/sidecar.md", import.meta.url),
  "utf8",
);
/** Debian's Python has Debian's FastAPI; another one may come first in the path. */
const PYTHON = "/usr/bin/python3";
const has = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0;
const hasFastApi = has(PYTHON, "-c", "import fastapi, uvicorn");
const hasGo = has("go", "version");
const RUN_IT =
  "`apt-get install python3-fastapi python3-uvicorn golang-go` and run this file again.";
for (const [name, isThere] of [
  ["FastAPI", hasFastApi],
  ["Go", hasGo],
] as const) {
  if (!isThere) process.stdout.write(`The ${name} example of sidecar.md was not run: ${RUN_IT}\n`);
}

const blocksOf = (language: string): string[] =>
  [...PAGE.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"))].map(
    ([, code = ""]) => code,
  );

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "placard-sidecar-pages-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const [FIRST = { name: "", say: "", shown: "", cited: [], earns: [] }] = CASES.answers;

/** A sidecar for a world, and what its model says in a case. */
async function openPage(answer: AnswerCase = FIRST) {
  const world = await openWorld({ mode: "both" });
  const sidecar = await openSidecar({ kit: world.kit });
  const { say, shown } = answer;
  return {
    world,
    /** A block with the sidecar's own port. */
    placed: (code: string) => code.replaceAll("8788", new URL(sidecar.url).port),
    say: filledIn(say),
    shown: filledIn(shown, world.label),
    async [Symbol.asyncDispose]() {
      await sidecar[Symbol.asyncDispose]();
      await world[Symbol.asyncDispose]();
    },
  };
}

/** The model got the offers, and its answer earned what its case says. */
async function expectReported(
  { world }: Awaited<ReturnType<typeof openPage>>,
  { earns }: AnswerCase = FIRST,
): Promise<void> {
  await world.kit.close();
  const earned = world.reports().map((report) => report.conversionType ?? report.type);
  const wanted = ["impression", ...earns.map(({ conversionType }) => conversionType)];
  expect(earned.toSorted()).toEqual(wanted.toSorted());
}

test("no example has more than twenty lines", () => {
  const blocks = ["sh", "python", "go"].flatMap(blocksOf);
  expect(blocks).toHaveLength(5);
  for (const block of blocks) {
    const lines = block.split("\n").filter((line) => line.trim() !== "");
    expect(lines.length).toBeLessThanOrEqual(LINES_MAX);
  }
});

test("curl asks for a turn and cites its answer", async () => {
  await using page = await openPage();
  const [code = ""] = blocksOf("sh");
  const model = join(folder, "your-model");
  // The prompt has to reach the model.
  const script = `#!/bin/sh\ncase "$1" in *"[[rec:"*) printf %s "${page.say}";; esac\n`;
  await writeFile(model, script);
  await chmod(model, 0o755);
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
  const { stdout } = await run("sh", ["-euc", page.placed(code)], { env });
  expect(stdout).toBe(page.shown);
  await expectReported(page);
});

const PYTHON_MODEL = (say: string): string => `
def ask(system, user):
    assert "marks" in system and "[[rec:" in user, (system, user)
    said = ${JSON.stringify(say)}
    yield ""
    for at in range(0, len(said), 3):
        yield said[at:at + 3]
`;

describe("Python", () => {
  test.each(CASES.answers)("while an answer streams, $name", async (answer) => {
    await using page = await openPage(answer);
    const [code = ""] = blocksOf("python");
    await writeFile(join(folder, "offers.py"), page.placed(code));
    await writeFile(join(folder, "your_model.py"), PYTHON_MODEL(page.say));
    const program = `
import sys, threading
from offers import observe, turn
from your_model import ask

offers = turn(text="${CASES.ask}")
prompt = offers["prompt"]
heard = threading.Event()

def pieces():
    yield "First. "
    # Nothing more is said until the reader has the first words.
    assert heard.wait(10)
    yield from ask(prompt["system"], prompt["user"])

for part in observe(offers["turnId"], pieces()):
    heard.set()
    sys.stdout.write(part)
`;
    const env = { ...process.env, PYTHONIOENCODING: "utf-8", PYTHONDONTWRITEBYTECODE: "1" };
    const { stdout } = await run(PYTHON, ["-c", program], { cwd: folder, env });
    expect(stdout).toBe(`First. ${page.shown}`);
    await expectReported(page, answer);
  });

  test("a sidecar that is down or refuses costs the offers and nothing else", async () => {
    await using page = await openPage();
    const [code = ""] = blocksOf("python");
    for (const [text, body] of [
      [code.replaceAll("8788", "9"), "text='hello'"],
      [page.placed(code), "text=7"],
    ] as const) {
      await writeFile(join(folder, "offers.py"), text);
      const program = `from offers import turn\nprint(turn(${body})["prompt"])`;
      const { stdout } = await run(PYTHON, ["-c", program], { cwd: folder });
      expect(stdout.trim()).toBe("{'system': '', 'user': ''}");
    }
  });

  test.skipIf(!hasFastApi)("FastAPI streams a cited answer", { timeout: TIMEOUT_MS }, async () => {
    await using page = await openPage();
    const [code = "", app = "", main = ""] = blocksOf("python");
    await writeFile(join(folder, "offers.py"), page.placed(code));
    await writeFile(join(folder, "your_model.py"), PYTHON_MODEL(page.say));
    await writeFile(join(folder, "app.py"), app);
    await writeFile(join(folder, "main.py"), page.placed(main));
    await mkdir(join(folder, "public"));
    await writeFile(join(folder, "public/index.html"), "<!doctype html>");
    const port = await freePort();
    const args = ["-m", "uvicorn", "main:app", "--port", String(port), "--log-level", "error"];
    await withServer({ program: PYTHON, args, port }, async (url) => {
      const response = await ask(url);
      const lines = (await response.text()).trim().split("\n").map(parsed);
      // The cards come below the complete answer.
      const turn = lines.pop();
      expect([response.status, lines.map(({ text }) => text).join("")]).toEqual([200, page.shown]);
      // The box of the message reports and asks by the routes that the same server forwards.
      const { turnId, cards } = Object(turn);
      const origin = new URL(url).origin;
      const send = async (route: string, body: object, token = "") => {
        const authorization = `Bearer ${token}`;
        const headers = { origin, authorization, "content-type": "application/json" };
        const init = { method: "POST", headers, body: JSON.stringify(body) };
        return Object(await (await fetch(`${origin}/offers/${route}`, init)).json());
      };
      const { token } = await send("session", {});
      const events = cards.map(({ cardToken }: { cardToken: string }, at: number) => {
        return { id: `view-${at}`, type: "viewable", cardToken, turnId, at: Date.now() };
      });
      expect(events.length).toBeGreaterThan(0);
      expect(await send("events", { token, events })).toEqual({
        accepted: events.length,
        rejected: 0,
      });
      const cited = await send("citations", { turnId }, token);
      expect(cited).toMatchObject({ status: "done", cited: [{ cardToken: expect.any(String) }] });
      expect(page.world.exchange.callsOf("search_shopfeed_products")).toHaveLength(1);
      expect((await fetch(origin)).status).toBe(200);
    });
    await expectReported(page);
  });
});

test.skipIf(!hasGo)("Go streams a cited answer", { timeout: TIMEOUT_MS }, async () => {
  await using page = await openPage();
  const [code = ""] = blocksOf("go");
  const port = await freePort();
  const source = `package main

import ("bytes"; "encoding/json"; "io"; "net/http"; "strings"; "testing/iotest")

const sidecar = "${page.placed("http://127.0.0.1:8788")}"

func ask(system, text, user string) io.Reader {
	if !strings.Contains(system, "marks") || !strings.Contains(user, "[[rec:") { panic(user) }
	return iotest.OneByteReader(strings.NewReader(${JSON.stringify(page.say)}))
}

${code}

func main() {
	http.HandleFunc("/chat", chat)
	panic(http.ListenAndServe("127.0.0.1:${port}", nil))
}
`;
  await writeFile(join(folder, "main.go"), source);
  const program = join(folder, "chat");
  const cache = { GOCACHE: join(tmpdir(), "placard-go-cache"), GO111MODULE: "off" };
  await run("go", ["build", "-o", program, "main.go"], {
    cwd: folder,
    env: { ...process.env, ...cache },
  });
  await withServer({ program, args: [], port }, async (url) => {
    const response = await ask(url);
    expect([response.status, await response.text()]).toEqual([200, page.shown]);
  });
  await expectReported(page);
});

const parsed = (line: string): { text?: string } => JSON.parse(line);

const ask = (url: string): Promise<Response> =>
  fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ text: CASES.ask }),
  });

type ChatServer = { program: string; args: readonly string[]; port: number };

/** Runs a chat's server while `use` uses the address of its chat. */
async function withServer(
  { program, args, port }: ChatServer,
  use: (url: string) => Promise<void>,
): Promise<void> {
  const server = spawn(program, args, { cwd: folder, stdio: ["ignore", "inherit", "inherit"] });
  try {
    const url = `http://127.0.0.1:${port}/chat`;
    const up = () => fetch(new URL("/", url)).then((response) => response.arrayBuffer());
    await expect
      .poll(
        () =>
          up().then(
            () => true,
            () => false,
          ),
        { timeout: 20_000 },
      )
      .toBe(true);
    await use(url);
  } finally {
    server.kill("SIGKILL");
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}
