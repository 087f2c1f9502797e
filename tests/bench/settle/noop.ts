import Koa from "koa";
import { z } from "zod";
import { creditsFromMicros, micros } from "../../../server/src/contract/money.ts";
import { systemClock } from "../../../server/src/core/clock.ts";
import { openDatabase } from "../../../server/src/core/db.ts";
import { silentLogger } from "../../../server/src/core/log.ts";
import { createAuthenticator } from "../../../server/src/domain/identity/index.ts";
import { createBodyReader, parseJson } from "../../../server/src/http/body.ts";
import { keyOf } from "../../../server/src/http/request.ts";
import { reportImpression } from "../../../server/src/tools/sell/report_impression.ts";

/**
 * The baseline of one event a request: a Koa route that authenticates and validates as the real
 * one does and settles nothing. The database is only asked for the key, once a second.
 */
const { PORT, DATABASE_URL } = z
  .object({ PORT: z.coerce.number(), DATABASE_URL: z.string() })
  .parse(process.env);
const BODY_MAX_BYTES = 1_048_576;
const bodySchema = z.strictObject({ tool: z.string(), arguments: z.unknown() });
const argumentsSchema = z.object({ campaignId: z.string(), eventId: z.string() });

const db = openDatabase({ connectionString: DATABASE_URL, connections: 1, logger: silentLogger });
const authenticator = createAuthenticator({ db, clock: systemClock });
const bodies = createBodyReader();
const app = new Koa();
app.use(async (ctx) => {
  if (ctx.path === "/healthz") {
    ctx.body = "{}";
    return;
  }
  const text = (await bodies.read(ctx.req, { limitBytes: BODY_MAX_BYTES, isKnown: true })).toString(
    "utf8",
  );
  const body = bodySchema.parse(parseJson(text));
  await authenticator.authenticate(keyOf(ctx.req) ?? "");
  const prepared = reportImpression.prepare(body.arguments);
  const { campaignId, eventId } = argumentsSchema.parse(prepared.arguments);
  ctx.type = "application/json";
  ctx.body = JSON.stringify({
    campaignId,
    eventId,
    accepted: true,
    duplicate: false,
    billable: true,
    verified: false,
    counted: 1,
    chargedCredits: creditsFromMicros(micros(200_000n)),
    earnedCredits: creditsFromMicros(micros(160_000n)),
    remainingCredits: 1_000,
    campaignStatus: "active",
  });
});
app.listen(PORT, "127.0.0.1");
