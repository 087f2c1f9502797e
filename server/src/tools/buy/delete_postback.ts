import { z } from "zod";
import { exampleId, idSchema } from "../../contract/fields.ts";
import { deletePostback as remove } from "../../domain/postbacks/index.ts";
import { COMMITS, defineTool } from "../tool.ts";

export const deletePostback = defineTool({
  name: "delete_postback",
  title: "Delete a webhook",
  description:
    "Ends one of your webhooks at once and for good: its waiting messages and its secret are " +
    "deleted, its log stays. To change types or secret call register_postback with the same " +
    "url instead, which loses nothing. list_postbacks shows which ones there are.",
  access: "any",
  ...COMMITS,
  errors: ["not_found"],
  input: { postbackId: idSchema("whk") },
  output: z.object({ postbackId: idSchema("whk"), status: z.literal("deleted") }),
  examples: { Delete: { postbackId: exampleId("whk") } },
  nextTools: ["list_postbacks"],
  async run({ agentId, now, tx }, { postbackId }) {
    await remove(tx, { postbackId, agentId, now });
    return { postbackId, status: "deleted" as const };
  },
});
