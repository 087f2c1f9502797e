import type { z } from "zod";
import { SIDECAR_ANSWERED, SIDECAR_PARTS, SIDECAR_TAKEN } from "../contract/resources/sidecar.ts";
import { API_VERSION } from "../contract/version.ts";
import { type JsonSchema, openSchemaOf, strictSchemaOf } from "../tools/schemas.ts";
import { HEADER, typeOf } from "./kit-types.ts";

/** `publisher-kit/src/generated/wire.ts`: the same schemas as types. */
export function renderKitWire(): string {
  const members = Object.entries({
    ...wireSchemas(),
    ...schemasOf(SIDECAR_PARTS, openSchemaOf),
  }).map(([name, schema]) => `export type ${name} = ${typeOf(schema, "")};\n`);
  return `${HEADER}\n${members.join("\n")}`;
}

/**
 * `publisher-kit/src/generated/sidecar.ts`: the OpenAPI document that the sidecar serves. The
 * sidecar checks requests by the schemas in it.
 */
export function renderKitSidecar(): string {
  return `${HEADER}
export const SIDECAR_OPENAPI = ${JSON.stringify(openApi(), null, 2)} as const;
`;
}

function wireSchemas() {
  return {
    ...schemasOf(SIDECAR_TAKEN, strictSchemaOf),
    ...schemasOf(SIDECAR_ANSWERED, openSchemaOf),
  };
}

function schemasOf(
  schemas: Readonly<Record<string, z.ZodType>>,
  render: typeof openSchemaOf,
): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(schemas).map(([name, one]) => [name, render(one)]));
}

function openApi() {
  return {
    openapi: "3.1.1",
    info: {
      title: "Placard publisher kit, sidecar",
      version: API_VERSION,
      description:
        "The publisher kit over local HTTP, for chat servers in any language. Start it with " +
        "`npx @placard/publisher-kit serve`. Answers may gain fields; ignore unknown ones.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "http://127.0.0.1:8788" }],
    security: [{ secret: [] }, {}],
    paths: paths(),
    components: {
      securitySchemes: {
        secret: {
          type: "apiKey",
          in: "header",
          name: "X-Placard-Secret",
          description: "Required if the sidecar has a secret; it must have one beyond loopback.",
        },
      },
      schemas: wireSchemas(),
    },
  };
}

function paths() {
  return {
    "/turn": {
      post: jsonOperation("turn", "Offers for one message", ["TurnInput", "SidecarTurn"]),
    },
    "/observe": { post: observeOperation() },
    "/session": {
      post: jsonOperation("session", "Issue a session token for the widget of a page", [
        "SessionClaims",
        "SessionResponse",
      ]),
    },
    "/events": { post: eventsOperation() },
    "/healthz": {
      get: {
        operationId: "health",
        summary: "State of the sidecar; no secret needed",
        security: [{}],
        responses: {
          200: json("Health", "It takes requests."),
          405: json("RouteErrorBody", "Send the request with GET."),
          503: json("Health", "It cannot write to the spool."),
        },
      },
    },
  };
}

function jsonOperation(
  operationId: string,
  summary: string,
  [taken, answered]: readonly [taken: string, answered: string],
) {
  return {
    operationId,
    summary,
    requestBody: { required: true, ...content(taken) },
    responses: { 200: json(answered, "Done."), ...failed(400, 401, 413, 415) },
  };
}

function eventsOperation() {
  const operation = jsonOperation("events", "Report what the widget measured", [
    "EventsRequest",
    "EventsResponse",
  ]);
  return {
    ...operation,
    description: "Forward the body and these headers of the browser's request as they came.",
    parameters: [
      header("Origin", true, "The page's origin, as in the session."),
      header("User-Agent", false, "The reader's browser; views of programs earn nothing."),
      header("X-Forwarded-For", false, "Its last address is the reader's."),
      header("Sec-GPC", false, "`1`: neither browser nor address is reported."),
    ],
    responses: {
      202: json("EventsResponse", "The reports are on disk if `--spool` is set."),
      ...failed(400, 401, 413, 415, 429, 503),
    },
  };
}

function observeOperation() {
  const text = { "text/plain": { schema: { type: "string" } } };
  return {
    operationId: "observe",
    summary: "Replace citation marks in an answer while it streams",
    description:
      "Send the model's answer as UTF-8 text in chunks. The answer with labels for marks comes " +
      "back while you send. An unknown turn's answer comes back unchanged.",
    parameters: [
      query("turnId", "Of the turn; absent or empty: the answer comes back unchanged."),
      query("model", "The name under which the kit counts citations."),
    ],
    requestBody: { required: true, content: text },
    responses: { 200: { description: "The text to show.", content: text }, ...failed(401, 403) },
  };
}

const content = (name: string) => ({
  content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } },
});
const json = (name: string, description: string) => ({ description, ...content(name) });

const REASONS: Readonly<Record<number, string>> = {
  400: "A field is missing or wrong.",
  401: "The secret or the session token is missing or wrong.",
  403: "The name in `Host` is not loopback's.",
  413: "The body is too large.",
  415: "The content type is wrong.",
  429: "Too many events in a minute.",
  503: "The spool cannot be written or too many reports are queued. Try again later.",
};

/** The rejections of an operation. Nothing has changed after one. */
const failed = (...statuses: number[]) =>
  Object.fromEntries(
    statuses.map((status) => [status, json("RouteErrorBody", REASONS[status] ?? "")]),
  );

const parameter = (place: string) => (name: string, required: boolean, description: string) => ({
  name,
  in: place,
  required,
  description,
  schema: { type: "string" },
});
const header = parameter("header");
const query = (name: string, description: string) => parameter("query")(name, false, description);
