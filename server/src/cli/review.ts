import { idSchema } from "../contract/fields.ts";
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
  type Action,
  audit,
  type CommandContext,
  defineCommand,
  type Given,
  indented,
  listing,
  shortened,
  tableOf,
  usageError,
} from "./command.ts";

const LISTED_MAX = 200;
const SUMMARY_MAX = 60;
const KINDS = ["creative", "placement"] as const;
type Kind = (typeof KINDS)[number];

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

/** **Errors** `not_found`, `invalid_state`, `conflict`. */
export const runReviewCommand = defineCommand("review", {
  list: {
    usage: `[ID] [--kind ${KINDS.join("|")}]`,
    async run(given, context) {
      if (given.subject === "") return list(given, context);
      if (given.has("kind")) throw wrong("Name either ID or --kind.");
      const item = await itemOf(given.subject, context);
      return { json: onWire(item), text: textOf(item) };
    },
  },
  approve: { usage: "ID [--reason TEXT] [--revision N]", run: deciding("approve") },
  reject: { usage: "ID [--reason TEXT] [--revision N] [--yes]", run: deciding("reject") },
});

async function list(given: Given, { db }: CommandContext) {
  const kind = given.get("kind");
  const creatives = kind === "placement" ? [] : await findWaitingCreatives(db, LISTED_MAX);
  const placements = kind === "creative" ? [] : await findWaitingPlacements(db, LISTED_MAX);
  const items = [...creatives.map(ofCreative), ...placements.map(ofPlacement)];
  const table = { head: HEAD, rows: items.map(rowOf), empty: "Nothing to review." };
  return listing(items.map(onWire), table);
}

async function itemOf(id: string, { db }: CommandContext): Promise<Item> {
  return kindOf(id) === "creative"
    ? ofCreative(await requireCreative(db, id))
    : ofPlacement(await requirePlacement(db, id));
}

function deciding(action: "approve" | "reject"): Action<CommandContext>["run"] {
  return async (given, context) => {
    const { subject: id } = given;
    const kind = kindOf(id);
    const revision = revisionOf(given.get("revision"), kind);
    if (action === "reject" && kind === "creative" && !given.has("yes")) {
      throw wrong("Rejecting the first creative ends its campaign and refunds it. Add --yes.");
    }
    const reason = given.get("reason");
    const to = action === "approve" ? "approved" : "rejected";
    const deps = { ids: context.ids, now: context.clock.now() };
    const item = await context.db.tx(async (tx) => {
      const decided =
        kind === "creative"
          ? ofCreative(await reviewCreative(tx, { creativeId: id, to, reason }, deps))
          : ofPlacement(await reviewPlacement(tx, { placementId: id, to, reason, revision }, deps));
      await audit(tx, context, {
        action: `review.${action}`,
        subject: id,
        detail: { agentId: decided.agentId, ...decided.about, reason },
      });
      return decided;
    });
    return { json: onWire(item), text: `${id} is ${to}\n` };
  };
}

function kindOf(id: string): Kind {
  if (idSchema("crt").safeParse(id).success) return "creative";
  if (idSchema("plc").safeParse(id).success) return "placement";
  throw wrong("ID must be the id of a creative (crt_...) or a placement (plc_...).");
}

/** Creatives never change, so only a placement has one. */
function revisionOf(revision: string | undefined, kind: Kind): number | undefined {
  if (revision === undefined) return undefined;
  if (kind !== "placement") throw wrong("Only a placement has a --revision.");
  if (!/^[1-9]\d{0,8}$/.test(revision)) throw wrong("--revision must be a whole number from 1.");
  return Number(revision);
}

function wrong(message: string) {
  return usageError(message, runReviewCommand.usage);
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
  const cut = shortened(text, SUMMARY_MAX);
  return [item.id, item.agentId, Object.values(item.about).join(" "), item.since, cut];
}

function textOf(item: Item): string {
  const facts = tableOf([
    [item.kind, item.id],
    ["agent", item.agentId],
    ...Object.entries(item.about).map(([name, value]) => [name, String(value)]),
    [item.status, item.since],
  ]);
  const texts = Object.entries(item.texts).map(([name, text]) => `\n${name}:\n${indented(text)}\n`);
  return `${facts}${texts.join("")}`;
}
