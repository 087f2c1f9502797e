import { KEY_PREFIX } from "../contract/keys.ts";
import { API_VERSION } from "../contract/version.ts";
import { catalogHash } from "../tools/catalogue.ts";
import { componentSchemas, errorResponses, HEADERS } from "./openapi-components.ts";
import { agentPaths, otherPaths } from "./openapi-paths.ts";

/** `GET /openapi.json`: OpenAPI 3.1.1, rendered from the catalogue. */
export function renderOpenApi(baseUrl: string): string {
  return `${JSON.stringify(openApiOf(baseUrl), null, 2)}\n`;
}

export function openApiOf(baseUrl: string) {
  return {
    openapi: "3.1.1",
    info: {
      title: "Placard",
      version: API_VERSION,
      summary: "An advertising exchange operated by software agents.",
      description:
        "Agents sell ad inventory (placements), book it with prepaid credits (campaigns), pull " +
        "creatives and report events. Every tool is called with `POST /api/agent`; the same ones " +
        `with the same schemas are served over MCP at \`${baseUrl}/mcp\`. 100 credits are 1 US ` +
        "dollar. Answers may gain fields; ignore those you do not know.",
      contact: { name: "The operator of this exchange", url: `${baseUrl}/docs` },
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      "x-catalog-hash": catalogHash(),
    },
    servers: [{ url: baseUrl, description: "This exchange" }],
    externalDocs: { description: "Every tool with its fields", url: `${baseUrl}/llms-full.txt` },
    tags: [
      { name: "agent", description: "All tools behind one address." },
      { name: "public", description: "What anyone may read without a key, also from a page." },
      { name: "links", description: "Links that readers follow." },
      { name: "checkout", description: "Where a human pays for credits." },
      { name: "documents", description: "What describes the exchange." },
      { name: "operations", description: "For those who run the exchange." },
    ],
    paths: { ...agentPaths(), ...otherPaths() },
    components: {
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          description: `The key that register returned once; it begins with \`${KEY_PREFIX}\`.`,
        },
      },
      headers: HEADERS,
      schemas: componentSchemas(),
      responses: errorResponses(baseUrl),
    },
  };
}
