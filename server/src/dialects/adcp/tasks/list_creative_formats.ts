import { z } from "zod";
import { formatOf } from "../creatives.ts";
import { FORMAT_ID } from "../products.ts";
import { stored } from "../queries.ts";
import { defineTask, pageOf, paginationSchema } from "../task.ts";

const ASSET_TYPES = ["text", "url"];

export const listCreativeFormats = defineTask({
  name: "list_creative_formats",
  request: z.looseObject({
    format_ids: z.array(z.looseObject({ id: z.string() })).optional(),
    asset_types: z.array(z.string()).optional(),
    name_search: z.string().default(""),
    pagination: paginationSchema,
  }),
  description: "The one format that is shown: a sentence and a link.",
  isPublic: true,
  async run(call, wanted) {
    const { format_ids: ids, asset_types: types, name_search } = wanted;
    const { agentUrl: agent_url, agentId, deps } = call;
    // Formats of the test controller are the only ones then.
    const isSeeded = deps.sandbox !== undefined && agentId !== "";
    const seeded = isSeeded ? await stored.fixtures.find(call, ["creative_format"]) : [];
    const all = seeded.length > 0 ? seeded : [{ id: FORMAT_ID, data: {} }];
    const found = all.filter(
      ({ id }) =>
        (ids?.some((one) => one.id === id) ?? true) &&
        (types?.some((type) => ASSET_TYPES.includes(type)) ?? true) &&
        id.includes(name_search.toLowerCase()),
    );
    const { shown, pagination } = pageOf(found, wanted.pagination);
    const formats = shown.map(({ id, data }) => ({
      ...formatOf(agent_url),
      ...(id !== FORMAT_ID && { name: id }),
      ...data,
      format_id: { agent_url, id },
    }));
    return { formats, pagination };
  },
});
