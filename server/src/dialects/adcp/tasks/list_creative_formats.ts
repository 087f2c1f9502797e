import { z } from "zod";
import { formatOf } from "../creatives.ts";
import { pageOf, paginationSchema } from "../paging.ts";
import { FORMAT_ID } from "../products.ts";
import { findFixtures } from "../queries.ts";
import { type AdcpCall, defineTask } from "../task.ts";

const request = z.looseObject({
  format_ids: z.array(z.looseObject({ id: z.string() })).optional(),
  asset_types: z.array(z.string()).optional(),
  name_search: z.string().optional(),
  pagination: paginationSchema,
});

const ASSET_TYPES = ["text", "url"];

export const listCreativeFormats = defineTask({
  name: "list_creative_formats",
  request,
  description: "The one format that is shown: a sentence and a link.",
  isPublic: true,
  async run(call, wanted) {
    const { format_ids: ids, asset_types: types, name_search } = wanted;
    const fixtures = await seeded(call);
    const ours = [{ id: FORMAT_ID, format: formatOf(call.agentUrl) }];
    const all = fixtures.length > 0 ? fixtures : ours;
    const found = all.filter(
      ({ id }) =>
        (ids === undefined || ids.some((wanted) => wanted.id === id)) &&
        (types === undefined || types.some((type) => ASSET_TYPES.includes(type))) &&
        (name_search === undefined || id.includes(name_search.toLowerCase())),
    );
    const { shown, pagination } = pageOf(found, wanted.pagination);
    return { formats: shown.map(({ format }) => format), pagination };
  },
});

/** Formats of the test controller, which then are the only ones. */
async function seeded(call: AdcpCall) {
  if (call.deps.sandbox === undefined || call.agentId === "") return [];
  const fixtures = await findFixtures(call, "creative_format");
  return fixtures.map(({ id, data }) => ({
    id,
    format: {
      ...formatOf(call.agentUrl),
      name: id,
      ...data,
      format_id: { agent_url: call.agentUrl, id },
    },
  }));
}
