import Koa from "koa";
import { z } from "zod";
import { systemClock } from "../../../server/src/core/clock.ts";
import { openDatabase } from "../../../server/src/core/db.ts";
import { silentLogger } from "../../../server/src/core/log.ts";
import { createAuthenticator } from "../../../server/src/domain/identity/index.ts";
import { createBodyReader, parseJson } from "../../../server/src/http/body.ts";
import { keyOf } from "../../../server/src/http/request.ts";
import { deliverAd } from "../../../server/src/tools/sell/deliver_ad.ts";

/**
 * Both baselines. For `deliver_ad` a Koa route that authenticates and validates as the real one
 * does and answers as much, but knows no campaign; for the hop the barest redirect Koa can make.
 */
const { PORT, DATABASE_URL } = z
  .object({ PORT: z.coerce.number(), DATABASE_URL: z.string() })
  .parse(process.env);
const BODY_MAX_BYTES = 262_144;
const bodySchema = z.strictObject({ tool: z.string(), arguments: z.unknown() });

const db = openDatabase({ connectionString: DATABASE_URL, connections: 1, logger: silentLogger });
const authenticator = createAuthenticator({ db, clock: systemClock });
const bodies = createBodyReader();
const app = new Koa();
app.use(async (ctx) => {
  if (ctx.path.startsWith("/r/")) {
    ctx.status = 302;
    ctx.set("Location", "https://pans.example/landing");
    ctx.body = "";
    return;
  }
  if (ctx.path === "/healthz") {
    ctx.body = "{}";
    return;
  }
  const text = (await bodies.read(ctx.req, { limitBytes: BODY_MAX_BYTES, isKnown: true })).toString(
    "utf8",
  );
  const body = bodySchema.parse(parseJson(text));
  await authenticator.authenticate(keyOf(ctx.req) ?? "");
  const { campaignId } = deliverAd.prepare(body.arguments).arguments;
  ctx.type = "application/json";
  ctx.body = JSON.stringify(answerFor(String(campaignId)));
});
app.listen(PORT, "127.0.0.1");

/** The size and the shape of a delivery. */
function answerFor(campaignId: string) {
  const text = "Good pans for good kitchens";
  const clickUrl = `http://127.0.0.1:${PORT}/r/${"A".repeat(64)}`;
  const disclosure = { label: "Ad", sponsor: "advertiser", text: "Ad · paid for by advertiser" };
  return {
    filled: true,
    deliveryId: `dlv_${"0".repeat(26)}_${"A".repeat(22)}`,
    expiresAt: "2026-11-21T00:00:00.000Z",
    campaignId,
    placementId: `plc_${"0".repeat(26)}`,
    creative: { text, url: "https://pans.example/landing", version: 1 },
    offer: { title: text, text, clickUrl, sponsor: "advertiser" },
    disclosure,
    contextUse: "presentation_only",
    contextBlock: `${"Sponsored offer. ".repeat(30)}${JSON.stringify({ text, clickUrl })}`,
    billing: { adUnitType: "cpc", rateCredits: 25, reportTool: "report_click" },
    nextTools: ["report_click"],
  };
}
