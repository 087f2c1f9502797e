import { beforeAll, describe, expect, test } from "vitest";
import { runTicketsCommand } from "../../../server/src/cli/tickets.ts";
import { countOpenTickets } from "../../../server/src/domain/support/index.ts";
import { registerAgent, type TestAgent } from "../../setup/agents.ts";
import { NOBODY, setUpMarket } from "../tools/market.ts";

const market = setUpMarket();
let agent: TestAgent;
const opened: Record<string, string> = {};
beforeAll(async () => {
  agent = await registerAgent(market.call, "both");
  const open = async (name: string, tool: string, args: object) => {
    const { body } = await market.call(tool, args, agent.key);
    opened[name] = String(Object(body).ticketId);
  };
  const bug = { description: "It fails." };
  await open("low", "report_bug", { ...bug, title: "A word is misspelt", severity: "low" });
  const wild = { title: "Two\nlines \u001b[31mred\u202e", context: { a: { b: "x\u0007" } } };
  await open("critical", "report_bug", { ...bug, ...wild, severity: "critical" });
  await open("first", "report_experience", { rating: 4, whatWorked: "All of it. ".repeat(20) });
  await open("second", "report_experience", { rating: 1, journeyStep: "first booking" });
});

async function run(...words: string[]): Promise<string> {
  const { db, ids, clock } = market.exchange.services;
  let text = "";
  const stdout = { write: (more: string) => (text += more) };
  expect(await runTicketsCommand(words, { db, ids, clock, actor: "ada", stdout })).toBe(0);
  return text;
}
const ids = async (...words: string[]): Promise<string[]> =>
  JSON.parse(await run("list", ...words, "--json")).items.map(
    (item: { ticketId: string }) => item.ticketId,
  );
const of = (...names: string[]) => names.map((name) => opened[name] ?? "");
const audits = () => market.sql("select actor, action, subject, detail from audit order by id");

describe("operator tickets list", () => {
  test("shows open tickets, the gravest bug first", async () => {
    expect(await ids()).toEqual(of("critical", "low", "second", "first"));
    expect(await ids("--kind", "experience")).toEqual(of("second", "first"));
    expect(await ids("--status", "closed")).toEqual([]);
    expect(await run("list", "--status", "closed")).toBe("No tickets.\n");
  });

  test("is one line for each ticket, whatever an agent wrote", async () => {
    const lines = (await run("list")).trimEnd().split("\n");
    expect(lines).toHaveLength(5);
    expect(lines[1]).toMatch(
      /^tkt_\w+ +bug +critical +open +agt_\w+ +\S+Z +Two�lines �\[31mred�$/u,
    );
    expect(lines[4]).toMatch(/experience +4 of 5 .*…$/u);
    expect(lines.join("").replace(/\P{C}/gu, "")).toBe("");
  });

  test("shows one ticket whole, indented, without control characters", async () => {
    const text = await run("list", ...of("critical"));
    expect(text).toContain("\ntitle:\n  Two\n  lines �[31mred�\n\ndescription:\n  It fails.\n");
    expect(text).toContain('\n    "a": {\n');
    expect(text.replaceAll("\n", "").replace(/\P{C}/gu, "")).toBe("");
    const json = JSON.parse(await run("list", ...of("first"), "--json"));
    expect(json).toMatchObject({ agentId: agent.agentId, kind: "experience", rating: 4 });
  });
});

describe("operator tickets close", () => {
  test("closes a ticket once and writes one row of audit", async () => {
    const before = await countOpenTickets(market.exchange.db);
    expect(before).toEqual({ critical: 1, low: 1, experience: 2 });
    expect(Object.keys(before)[0]).toBe("critical");
    const [ticketId = ""] = of("low");
    expect(await run("close", ticketId, "--reason", "Corrected.")).toBe(`${ticketId} is closed\n`);
    const again = run("close", ticketId);
    await expect(again).rejects.toMatchObject({ code: "invalid_state" });
    const detail = { agentId: agent.agentId, reason: "Corrected." };
    expect(await audits()).toEqual([
      { actor: "ada", action: "tickets.close", subject: ticketId, detail },
    ]);
    expect(await ids("--status", "closed")).toEqual([ticketId]);
    expect(await ids("--status", "all")).toHaveLength(4);
    expect(await ids()).toEqual(of("critical", "second", "first"));
    expect(await countOpenTickets(market.exchange.db)).toEqual({ critical: 1, experience: 2 });
  });

  test("answers a program with the closed ticket", async () => {
    const closed = JSON.parse(await run("close", ...of("second"), "--json"));
    expect(closed).toMatchObject({ status: "closed", closedAt: market.clock.now().toISOString() });
  });

  test("says that there is no such ticket, and writes nothing", async () => {
    const before = await audits();
    const closing = run("close", `tkt_${NOBODY}`);
    await expect(closing).rejects.toMatchObject({ code: "not_found" });
    await expect(run("list", `tkt_${NOBODY}`)).rejects.toMatchObject({ code: "not_found" });
    expect(await audits()).toEqual(before);
  });
});

test.each([
  [],
  ["open"],
  ["close"],
  ["close", "tkt_7"],
  ["close", `tkt_${NOBODY}`, `tkt_${NOBODY}`],
  ["close", `tkt_${NOBODY}`, "--kind", "bug"],
  ["list", "--status", "lost"],
  ["list", "--kind", "praise"],
  ["list", "--reason", "x"],
  ["list", `tkt_${NOBODY}`, "--kind", "bug"],
  ["list", "--loud"],
])("tickets %s %s %s %s is refused with the usage", async (...words) => {
  await expect(run(...words)).rejects.toMatchObject({
    code: "invalid_request",
    options: { suggestion: expect.stringContaining("tickets close TICKET_ID") },
  });
});
