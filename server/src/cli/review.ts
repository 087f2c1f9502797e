import { idSchema } from "../contract/ids.ts";
import type { Tx } from "../core/db.ts";
import { insertAudit } from "../domain/audit/index.ts";
import {
  type CreativeRecord,
  findWaitingCreatives,
  requireCreative,
  reviewCreative,
} from "../domain/campaigns/index.ts";
import {
  findWaitingPlacements,
  type PlacementRecord,
  requirePlacement,
  reviewPlacement,
} from "../domain/placements/index.ts";
import {
  type CommandContext,
  parseWords,
  printable,
  tableOf,
  usageError,
  writeJson,
} from "./command.ts";

export const REVIEW_USAGE = `review list [--kind creative|placement] [--json]
review list ID [--json]
review approve ID [--reason TEXT] [--revision N] [--json]
review reject ID [--reason TEXT] [--revision N] [--yes] [--json]`;

const LISTED_MAX = 200;
const REASON_MAX = 500;
const SUMMARY_MAX = 60;
const OPTIONS = {
  kind: { type: "string" },
  reason: { type: "string" },
  revision: { type: "string" },
  yes: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
} as const;

const KINDS = ["creative", "placement"] as const;
type Kind = (typeof KINDS)[number];
type Values = ReturnType<typeof wordsOf>["values"];

/** What waits, as programs read it: whole texts, and what a verdict has to name. */
interface Item {
  readonly kind: Kind;
  readonly id: string;
  readonly agentId: string;
  readonly status: string;
  readonly since: string;
  readonly texts: Readonly<Record<string, string>>;
  readonly about: Readonly<Record<string, string | number>>;
}

/**
 * Runs `review ...` with the words after `review`; answers the exit code.
 *
 * **Errors** `invalid_request` for a wrong call or a missing `--yes`; `not_found`, `invalid_state`,
 * `conflict`.
 */
export async function runReviewCommand(
  words: readonly string[],
  context: CommandContext,
): Promise<number> {
  const [action, ...rest] = words;
  if (action !== "list" && action !== "approve" && action !== "reject") {
    throw wrong(action === undefined ? "Say what to do." : `There is no command review ${action}.`);
  }
  const { values, positionals } = wordsOf(rest);
  const [id, ...more] = positionals;
  if (more.length > 0) throw wrong("Name one creative or placement.");
  if (id !== undefined && kindOf(id) === undefined) {
    throw wrong(`${id} is not the id of a creative or placement.`);
  }
  if (action !== "list") return decide(action, id, values, context);
  if (values.reason ?? values.revision) throw wrong("list takes --kind and --json.");
  return id === undefined ? list(values, context) : show(id, values, context);
}

function kindOf(id: string): Kind | undefined {
  if (idSchema("crt").safeParse(id).success) return "creative";
  return idSchema("plc").safeParse(id).success ? "placement" : undefined;
}

async function list({ kind, json }: Values, context: CommandContext): Promise<number> {
  if (kind !== undefined && !KINDS.some((known) => known === kind)) {
    throw wrong(`There is no kind ${kind}.`);
  }
  const { db } = context;
  const creatives = kind === "placement" ? [] : await findWaitingCreatives(db, LISTED_MAX);
  const placements = kind === "creative" ? [] : await findWaitingPlacements(db, LISTED_MAX);
  const items = [...creatives.map(ofCreative), ...placements.map(ofPlacement)];
  if (json) writeJson(context, { items: items.map(onWire) });
  else if (items.length === 0) context.stdout.write("Nothing waits.\n");
  else context.stdout.write(tableOf([HEAD, ...items.map(rowOf)]));
  return 0;
}

/** One of them whole, with the words of the agent as it wrote them. */
async function show(id: string, values: Values, context: CommandContext): Promise<number> {
  if (values.kind !== undefined) throw wrong("One of them takes only --json.");
  const item =
    kindOf(id) === "creative"
      ? ofCreative(await requireCreative(context.db, id))
      : ofPlacement(await requirePlacement(context.db, id));
  if (values.json) writeJson(context, onWire(item));
  else context.stdout.write(textOf(item));
  return 0;
}

async function decide(
  action: "approve" | "reject",
  id: string | undefined,
  values: Values,
  context: CommandContext,
): Promise<number> {
  if (id === undefined) throw wrong("Name one creative or placement.");
  if (values.kind !== undefined) throw wrong(`${action} takes no --kind.`);
  const kind = kindOf(id);
  const revision = revisionOf(values, kind);
  if (action === "reject" && kind === "creative" && !values.yes) {
    throw wrong("A first creative takes its campaign along: the budget returns. Add --yes.");
  }
  const { ids, clock, actor } = context;
  const reason = values.reason?.trim().slice(0, REASON_MAX) || undefined;
  const to = action === "approve" ? "approved" : "rejected";
  const deps = { ids, now: clock.now() };
  const item = await context.db.tx(async (tx: Tx) => {
    const decided =
      kind === "creative"
        ? ofCreative(await reviewCreative(tx, { creativeId: id, to, reason }, deps))
        : ofPlacement(await reviewPlacement(tx, { placementId: id, to, reason, revision }, deps));
    await insertAudit(tx, {
      uuid: ids.uuid(),
      actor,
      action: `review.${action}`,
      subject: id,
      detail: { agentId: decided.agentId, ...decided.about, ...(reason ? { reason } : {}) },
    });
    return decided;
  });
  if (values.json) writeJson(context, onWire(item));
  else context.stdout.write(`${id} is ${to}\n`);
  return 0;
}

/** Creatives never change, so only a placement has one. */
function revisionOf({ revision }: Values, kind: Kind | undefined): number | undefined {
  if (revision === undefined) return undefined;
  if (kind !== "placement") throw wrong("Only a placement has a --revision.");
  if (!/^[1-9]\d{0,8}$/.test(revision)) throw wrong(`${revision} is no revision.`);
  return Number(revision);
}

function ofCreative(creative: CreativeRecord): Item {
  const { campaignId, version, campaignStatus } = creative;
  return {
    kind: "creative",
    id: creative.creativeId,
    agentId: creative.advertiserId,
    status: creative.reviewStatus,
    since: creative.createdAt.toISOString(),
    texts: { text: creative.text, url: creative.url },
    about: { campaignId, version, campaignStatus },
  };
}

function ofPlacement(placement: PlacementRecord): Item {
  const { title, description, disclosureLabel, kind, adUnitType, revision } = placement;
  return {
    kind: "placement",
    id: placement.placementId,
    agentId: placement.publisherId,
    status: placement.reviewStatus,
    since: placement.updatedAt,
    texts: { title, description, disclosureLabel },
    about: { placementKind: kind, adUnitType, revision },
  };
}

function onWire({ texts, about, ...item }: Item): object {
  return { ...item, ...about, ...texts };
}

const HEAD = ["id", "agent", "about", "since", "text"];

function rowOf(item: Item): string[] {
  const [text = ""] = Object.values(item.texts);
  const cut = text.length > SUMMARY_MAX ? `${text.slice(0, SUMMARY_MAX - 1)}…` : text;
  return [item.id, item.agentId, Object.values(item.about).join(" "), item.since, cut];
}

function textOf(item: Item): string {
  const facts = tableOf([
    [item.kind, item.id],
    ["agent", item.agentId],
    ...Object.entries(item.about).map(([name, value]) => [name, String(value)]),
    [item.status, item.since],
  ]);
  const texts = Object.entries(item.texts).map(([name, text]) => `\n${name}:\n${linesOf(text)}\n`);
  return `${facts}${texts.join("")}`;
}

/** Indented, so that no line of an agent's can pass for one of ours. */
function linesOf(text: string): string {
  return text
    .split("\n")
    .map((line) => `  ${printable(line)}`)
    .join("\n");
}

function wordsOf(words: readonly string[]) {
  return parseWords(words, OPTIONS, REVIEW_USAGE);
}

function wrong(message: string) {
  return usageError(message, REVIEW_USAGE);
}
