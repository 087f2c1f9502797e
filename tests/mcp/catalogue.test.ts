import { describe, expect, test } from "vitest";
import { CATALOGUE } from "../../server/src/tools/catalogue.ts";
import { startExchange } from "../setup/exchange.ts";
import { setUp } from "../setup/shared.ts";
import { CLIENTS } from "./clients.ts";

const world = setUp(startExchange);

const allNames = CATALOGUE.map((tool) => tool.name);

describe.each(CLIENTS)("$name", (kind) => {
  const listAt = async (path: string) => {
    const connection = await kind.connect(`${world.baseUrl}/mcp${path}`);
    const tools = await connection.listTools();
    const facts = {
      tools,
      protocolVersion: connection.protocolVersion(),
      instructions: connection.instructions() ?? "",
    };
    await connection.close();
    return facts;
  };
  const namesAt = async (path: string) => (await listAt(path)).tools.map((tool) => tool.name);

  test("speaks its own revision and reads short instructions", async () => {
    const { protocolVersion, instructions } = await listAt("");
    expect(protocolVersion).toBe(kind.protocolVersion);
    expect(instructions.length).toBeLessThanOrEqual(1500);
    for (const name of ["register", "list_placement", "create_campaign", "deliver_ad"]) {
      expect(instructions).toContain(name);
    }
  });

  test("lists the whole catalogue with titles, hints, schemas and examples", async () => {
    const { tools } = await listAt("");
    expect(tools.map((tool) => tool.name)).toEqual(allNames);
    for (const [index, tool] of CATALOGUE.entries()) {
      expect(tools[index]).toMatchObject({
        title: tool.title,
        description: tool.description,
        annotations: {
          readOnlyHint: tool.hints.readOnly,
          ...(tool.hints.readOnly
            ? {}
            : {
                destructiveHint: tool.hints.destructive,
                // The protocol's default is false.
                ...(tool.hints.idempotent ? { idempotentHint: true } : {}),
              }),
          openWorldHint: tool.hints.openWorld,
        },
        inputSchema: { type: "object", examples: [expect.any(Object)] },
        outputSchema: { type: "object" },
      });
      const { properties = {}, examples } = tools[index]?.inputSchema ?? {};
      expect(tool.examples.map((example) => [example.arguments])).toContainEqual(examples);
      expect(Object.keys(Object(properties)).toSorted()).toEqual(
        Object.keys(tool.input.shape).toSorted(),
      );
    }
  });

  test("sees at the narrower addresses what that side may call", async () => {
    const sell = await namesAt("/sell");
    const buy = await namesAt("/buy");
    expect(sell).toContain("deliver_ad");
    expect(sell).not.toContain("create_campaign");
    expect(buy).toContain("create_campaign");
    expect(buy).not.toContain("deliver_ad");
    for (const shared of ["register", "whoami", "list_campaigns", "search_placements"]) {
      expect(sell).toContain(shared);
      expect(buy).toContain(shared);
    }
    // Nothing is out of reach, and both keep the catalogue's order.
    expect(allNames.filter((name) => sell.includes(name) || buy.includes(name))).toEqual(allNames);
    expect(sell).toEqual(allNames.filter((name) => sell.includes(name)));
    expect(await namesAt("/feed")).toEqual(["search_shopfeed_products", "get_shopfeed_product"]);
  });

  test("is told where a tool is that its address does not offer", async () => {
    const connection = await kind.connect(`${world.baseUrl}/mcp/feed`);
    const answer = await connection.callTool("whoami", {});
    expect(answer).toMatchObject({
      isError: true,
      body: { error: { code: "unknown_tool", details: { didYouMean: ["whoami"] } } },
    });
    await connection.close();
  });
});
