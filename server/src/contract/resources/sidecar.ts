import { z } from "zod";
import { consentSchema, sessionKeySchema } from "./delivery.ts";
import { topicsSchema } from "./placement.ts";
import { productSchema } from "./product.ts";

/**
 * The interface of the publisher kit's sidecar, by the names of its types. The kit's types, the
 * checks of its requests and its OpenAPI document are rendered from these schemas.
 */
export const SIDECAR_PARTS = {
  Card: z.object({
    cardToken: z.string().describe("Signed; a reported event names the card by it."),
    kind: z.enum(["product", "campaign"]),
    title: z.string(),
    text: z.string().optional(),
    image: productSchema.shape.image.optional(),
    price: productSchema.shape.price.optional(),
    seller: z.string().optional(),
    availability: z.string().optional(),
    rating: productSchema.shape.rating,
    sponsor: z.string().optional(),
    couponCode: z.string().optional(),
    disclosure: z.string().describe("Label and sponsor. Show it with the card as it is."),
    clickUrl: z.string().describe("The only link to show."),
  }),
  ChatTurn: z.strictObject({
    role: z.enum(["user", "assistant"]),
    text: z.string().max(16_000),
  }),
  NoFillReason: z.enum([
    "no_intent",
    "sensitive",
    "policy",
    "consent",
    "capped",
    "timeout",
    "empty",
    "feed_pending",
    "http_error",
    "aborted",
    "circuit_open",
    "no_campaign",
  ]),
  TurnPrompt: z.object({
    system: z.string().describe("Add it to the model's system message, after your own text."),
    user: z.string().describe("Add it after the reader's message."),
  }),
  WidgetEvent: z.object({
    id: z.string().min(1).max(128).describe("A repeated id counts once."),
    type: z.enum(["viewable", "click", "hide", "why"]),
    cardToken: z.string().min(1).max(2048),
    turnId: z.string().max(64).describe("Empty for a card that the page got from its server."),
    at: z.number().describe("Epoch milliseconds."),
  }),
};

/** What the sidecar takes. */
export const SIDECAR_TAKEN = {
  TurnInput: z.strictObject({
    text: z.string().min(1).max(16_000).describe("The reader's message."),
    previous: z
      .array(SIDECAR_PARTS.ChatTurn)
      .max(1_000)
      .optional()
      .describe("The conversation before it, oldest turn first."),
    consent: consentSchema.optional().describe("Absent: unknown."),
    sessionKey: sessionKeySchema
      .optional()
      .describe("Names the conversation, never the person. It is hashed before it is sent."),
    topics: topicsSchema.optional().describe("Topics of this turn."),
    locale: z.string().max(35).optional().describe("The reader's language, such as en-US."),
  }),
  SessionClaims: z.strictObject({
    origin: z.string().min(1).max(300).describe("Of the page, such as https://chat.example."),
    sessionKey: sessionKeySchema.optional().describe("As in the turns of this conversation."),
    ttlSeconds: z.int().min(1).max(900).optional().describe("Default 900."),
  }),
  EventsRequest: z.strictObject({
    token: z.string().min(1).max(4096).describe("Of the session."),
    events: z.array(SIDECAR_PARTS.WidgetEvent).max(100),
  }),
};

/** What the sidecar answers. */
export const SIDECAR_ANSWERED = {
  SidecarTurn: z.union([
    z.object({
      status: z.literal("filled"),
      turnId: z.string(),
      cards: z.array(SIDECAR_PARTS.Card),
      prompt: SIDECAR_PARTS.TurnPrompt.describe(
        "Offers for the model, empty in the mode `sidebar`. They count as used in its context.",
      ),
    }),
    z.object({
      status: z.literal("no_fill"),
      reason: SIDECAR_PARTS.NoFillReason,
      prompt: SIDECAR_PARTS.TurnPrompt.describe("Both parts are empty."),
    }),
  ]),
  SessionResponse: z.object({
    token: z.string(),
    expiresAt: z.string().describe("RFC 3339, UTC."),
  }),
  EventsResponse: z.object({ accepted: z.int(), rejected: z.int() }),
  Health: z.object({
    status: z.enum(["ok", "spool_failed"]),
    queuedReports: z.int().describe("Reports that the exchange has not acknowledged yet."),
  }),
  RouteErrorBody: z.object({
    error: z.object({ code: z.string(), message: z.string() }),
  }),
};
