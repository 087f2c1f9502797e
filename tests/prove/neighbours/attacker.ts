import { connect, type Socket } from "node:net";
import { setPriority } from "node:os";
import { openRawClient, type RawClient } from "../../bench/support/raw-client.ts";
import { ATTACKS, type Attacker } from "./attacks.ts";

/** The attacker, a process of its own: it sends as fast as its connections are answered. */
export type AttackOrder =
  | { readonly kind: "start"; readonly name: string; readonly attacker: Attacker }
  | { readonly kind: "stop" };
/** How many calls each status answered; 0 is a broken connection. */
export type AttackResult = Readonly<Record<number, number>>;

/** Below all that the exchange runs. */
const NICENESS = 15;

let isOn = false;
let running: Promise<unknown> = Promise.resolve();
let open: Socket[] = [];
let statuses: Record<number, number> = {};

setPriority(NICENESS);
process.on("message", (order: AttackOrder) => {
  void carryOut(order).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});

async function carryOut(order: AttackOrder): Promise<AttackResult> {
  if (order.kind === "stop") {
    isOn = false;
    await running;
    for (const socket of open) socket.destroy();
    open = [];
    return statuses;
  }
  const attack = ATTACKS.find(({ name }) => name === order.name);
  if (attack === undefined) throw new Error(`No attack is called ${order.name}.`);
  statuses = {};
  isOn = true;
  if (attack.isHalf) {
    const half = attack.request(order.attacker);
    open = Array.from({ length: attack.connections }, () => sendHalf(order.attacker.port, half));
    return statuses;
  }
  const loop = async () => {
    let client: RawClient | null = null;
    while (isOn) {
      try {
        client ??= await openRawClient(order.attacker.port);
        count((await client.send(attack.request(order.attacker))).status);
      } catch {
        client?.close();
        client = null;
        count(0);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
    client?.close();
  };
  running = Promise.all(Array.from({ length: attack.connections }, loop));
  return statuses;
}

function sendHalf(port: number, half: Buffer): Socket {
  const socket = connect({ port, host: "127.0.0.1" });
  socket.on("error", () => undefined);
  socket.on("close", () => count(0));
  socket.resume();
  socket.write(half);
  return socket;
}

function count(status: number): void {
  statuses[status] = (statuses[status] ?? 0) + 1;
}
