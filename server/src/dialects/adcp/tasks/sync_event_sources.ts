import { z } from "zod";
import { accountRefSchema, activeAccountOf } from "../accounts.ts";
import { stored } from "../queries.ts";
import { defineTask } from "../task.ts";

const source = z.looseObject({
  event_source_id: z.string().min(1).max(200),
  name: z.string().max(500).optional(),
  event_types: z.array(z.string()).max(100).optional(),
});

const user_match = { click_id: "{click_id} of the landing address" };
const SETUP = {
  managed_by: "buyer",
  setup: {
    snippet_type: "server_only",
    snippet: JSON.stringify({ task: "log_event", event_type: "purchase", user_match }),
    instructions: "Call log_event from your server with the click id of the landing address.",
  },
};

export const syncEventSources = defineTask({
  name: "sync_event_sources",
  request: z.looseObject({
    account: accountRefSchema,
    event_sources: z.array(source).max(100).default([]),
    delete_missing: z.boolean().default(false),
  }),
  description: "Names where conversions come from. They are sent with log_event.",
  mutates: true,
  async run(call, { account, event_sources: sources, delete_missing }) {
    await activeAccountOf(call, account);
    const known = await stored.eventSources.find(call);
    const rows: object[] = [];
    for (const { event_source_id: id, name, event_types } of sources) {
      await stored.eventSources.save(call, { id, data: { name, event_types } });
      const action = known.some((one) => one.id === id) ? "updated" : "created";
      rows.push({ event_source_id: id, name, event_types, ...SETUP, action });
    }
    if (delete_missing) {
      const named = sources.map((one) => one.event_source_id);
      for (const event_source_id of await stored.eventSources.keepOnly(call, named)) {
        rows.push({ event_source_id, action: "deleted" });
      }
    } else if (sources.length === 0) {
      const unchanged = { ...SETUP, action: "unchanged" };
      rows.push(...known.map(({ id, data }) => ({ event_source_id: id, ...data, ...unchanged })));
    }
    return { event_sources: rows };
  },
});
