// Run by first-turn.ts in a fresh process: imports the built kit and runs one turn.
const [kitUrl = "", baseUrl = ""] = process.argv.slice(2);

let longestMs = 0;
let at = performance.now();
/** Runs in every round of the event loop: between two calls lies one step of it, or several. */
function tick() {
  const now = performance.now();
  longestMs = Math.max(longestMs, now - at);
  at = now;
  if (isRunning) setImmediate(tick);
}
let isRunning = true;
setImmediate(tick);
/** A step counts once the round after it has begun. */
const rest = () => new Promise((resolve) => setTimeout(resolve, 20));
// Node loads its fetch for 40 ms at the first call; a host that asks a model has done that.
await (await fetch(baseUrl, { method: "POST", body: "{}" })).text();
await rest();

longestMs = 0;
const startedAt = performance.now();
const cpu = process.cpuUsage();
const { createPublisherKit } = await import(kitUrl);
const importMs = performance.now() - startedAt;
await rest();
const importMaxStepMs = longestMs;
longestMs = 0;
const kit = createPublisherKit({ baseUrl, apiKey: "rk_live_bench", mode: "both" });
const text = "I'm looking for trail running boots under $120, Anna says yours are good";
const turn = await kit.turn({ text });
kit.observeAnswer(
  turn,
  `Take the boots ${kit.prompt(turn).user.match(/\[\[pick:[^\]]+\]\]/)?.[0]}.`,
);
await rest();
isRunning = false;
const { user, system } = process.cpuUsage(cpu);
await kit.close({ drainMs: 100 });
process.stdout.write(
  JSON.stringify({
    status: turn.status,
    importMs,
    importMaxStepMs,
    firstTurnMaxStepMs: longestMs,
    cpuMs: (user + system) / 1_000,
  }),
);
