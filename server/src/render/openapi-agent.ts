import { CATALOGUE } from "../tools/catalogue.ts";
import { errorsOf, jsonAnswer, pascalOf, replayHeaders } from "./openapi-components.ts";
import { schemaRef } from "./openapi-shared.ts";

const ERROR_STATUSES = [400, 401, 402, 403, 404, 409, 413, 415, 422, 429, 500, 503, 504];

/** `POST /api/agent`: the body is one of the calls, told apart by `tool`. */
export function agentPaths() {
  return {
    "/api/agent": {
      post: {
        operationId: "callTool",
        tags: ["agent"],
        summary: "Call a tool",
        description:
          "Runs one tool and answers with its result object itself. Which result belongs to a " +
          "tool is said by its name: `create_campaign` answers `CreateCampaignResult`. Tools " +
          "that need no key: " +
          `${CATALOGUE.filter((tool) => tool.access === "public")
            .map((tool) => `\`${tool.name}\``)
            .join(", ")}.`,
        security: [{ apiKey: [] }, {}],
        parameters: [idempotencyHeader],
        requestBody: {
          required: true,
          description: "At most 256 KB; 1 MB for `report_events`.",
          content: { "application/json": { schema: anyCall(), examples: examples() } },
        },
        responses: {
          200: jsonAnswer("The result of the tool.", { anyOf: results() }, replayHeaders),
          ...errorsOf(ERROR_STATUSES),
        },
      },
    },
  };
}

const idempotencyHeader = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "The same as `idempotencyKey` in the body, for tools that change something. Send it once.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
};

function anyCall() {
  const refs = CATALOGUE.map((tool) => schemaRef(`${pascalOf(tool.name)}Call`));
  return {
    oneOf: refs,
    discriminator: {
      propertyName: "tool",
      mapping: Object.fromEntries(
        CATALOGUE.map((tool) => [tool.name, `#/components/schemas/${pascalOf(tool.name)}Call`]),
      ),
    },
  };
}

function results() {
  return CATALOGUE.map((tool) => schemaRef(`${pascalOf(tool.name)}Result`));
}

function examples() {
  return Object.fromEntries(
    CATALOGUE.flatMap((tool) =>
      tool.examples.map((example, index) => [
        index === 0 ? tool.name : `${tool.name}_${index + 1}`,
        { summary: example.title, value: { tool: tool.name, arguments: example.arguments } },
      ]),
    ),
  );
}
