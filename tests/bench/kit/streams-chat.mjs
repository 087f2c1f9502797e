// Run by streams.ts in a fresh process: many chats stream at once, in turns without and with the
// kit. Prints one line of JSON for each round.
const [kitUrl = "", baseUrl = "", mode = "", chatsText = "", roundsText = ""] =
  process.argv.slice(2);
const CHATS = Number(chatsText);
const ROUNDS = Number(roundsText);
const TOKENS = 100;
const TOKEN_MS = 20;
/**
 * Models answer after different times. Without this, the chats without the kit would share their
 * timers, and waking up for each token of the others would count as the kit's CPU.
 */
const FIRST_TOKEN_MAX_MS = 200;
/** The kit's own default. */
const DEADLINE_MS = 800;
const THINGS = [
  "trail running boots",
  "a quiet coffee grinder",
  "a standing desk",
  "a tent for four",
];
const WISHES = ["under $120", "in navy", "that lasts", "for my sister", "with good reviews"];

const sleep = (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs));
// Node loads its fetch for 40 ms at the first call; a host that asks a model has done that.
await (await fetch(baseUrl, { method: "POST", body: "{}" })).text();
const { createPublisherKit } = await import(kitUrl);

/** No two readers ask for quite the same, so that no answer is shared. */
function askOf(round, chat) {
  const number = round * CHATS + chat;
  const thing = THINGS[number % THINGS.length];
  return `I'm looking for ${thing} ${WISHES[number % WISHES.length]}, about ${40 + number} dollars`;
}

const PREVIOUS = Array.from({ length: 6 }, (_, at) => ({
  role: at % 2 === 0 ? "user" : "assistant",
  text: at % 2 === 0 ? "What should I pack for a weekend?" : "Layers, water and a map. ".repeat(20),
}));

/** A model at 50 tokens a second; it says when the last token was made. */
async function* speak() {
  await sleep(Math.random() * FIRST_TOKEN_MAX_MS);
  const startedAt = performance.now();
  for (let token = 1; token <= TOKENS; token += 1) {
    await sleep(Math.max(0, startedAt + token * TOKEN_MS - performance.now()));
    yield "word ";
  }
}

async function read(stream) {
  let longestMs = 0;
  let before;
  for await (const _token of stream) {
    const now = performance.now();
    if (before !== undefined) longestMs = Math.max(longestMs, now - before);
    before = now;
  }
  return longestMs;
}

/** The requests of a turn by `fetch` alone: what they cost is no kit's to save. */
async function request({ text }) {
  const campaigns = ["00", "01", "02"].map((number) => `cmp_${number.padStart(26, "0")}`);
  const calls = [
    ["search_shopfeed_products", { q: text, limit: 12 }],
    ...campaigns.map((campaignId) => ["deliver_ad", { campaignId, query: text, citations: true }]),
  ];
  const headers = { "content-type": "application/json", authorization: "Bearer rk_live_bench" };
  const send = async ([tool, args]) => {
    const body = JSON.stringify({ tool, arguments: args });
    return (await fetch(`${baseUrl}/api/agent`, { method: "POST", headers, body })).json();
  };
  await Promise.all(calls.map(send));
  return { status: "filled" };
}

async function chatWith(kit, round, chat) {
  const input = { text: askOf(round, chat), previous: PREVIOUS };
  const startedAt = performance.now();
  // How late a bare timer of the deadline's length is, which was set at the same moment.
  const lateMs = sleep(DEADLINE_MS).then(() => performance.now() - startedAt - DEADLINE_MS);
  let tookMs = 0;
  const turn = kit.turn(input).then((done) => {
    tookMs = performance.now() - startedAt;
    return done;
  });
  if (mode !== "both") {
    const gapMs = await read(speak());
    const { status } = await turn;
    return { gapMs, tookMs, lateMs: await lateMs, status };
  }
  const done = await turn;
  kit.prompt(done);
  const gapMs = await read(kit.observeAnswer(done, speak()));
  return { gapMs, tookMs, lateMs: await lateMs, status: done.status };
}

async function round(number, kit) {
  const cpu = process.cpuUsage();
  const chats = Array.from({ length: CHATS }, async (_, chat) => {
    // Answers are under way when a turn comes, and turns come in bursts of a third.
    await sleep((chat % 3) * 400);
    if (kit !== undefined) return chatWith(kit, number, chat);
    return { gapMs: await read(speak()), tookMs: 0, lateMs: 0, status: "none" };
  });
  const done = await Promise.all(chats);
  const { user, system } = process.cpuUsage(cpu);
  return { chats: done, cpuMs: (user + system) / 1_000 };
}

const kit =
  mode === "requests"
    ? { turn: request, close: async () => undefined }
    : createPublisherKit({ baseUrl, apiKey: "rk_live_bench", mode });
for (let number = 0; number < ROUNDS; number += 1) {
  const without = await round(number, undefined);
  const withKit = await round(number, kit);
  process.stdout.write(`${JSON.stringify({ without, withKit })}\n`);
}
await kit.close({ drainMs: 200 });
process.exit(0);
