import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text as textOf } from "node:stream/consumers";

/** One payout as the Greenfield API of BTCPay Server 2 shows it. */
export interface FakePayout {
  id: string;
  revision: number;
  pullPaymentId: null;
  date: number;
  destination: string;
  originalCurrency: string;
  originalAmount: string;
  payoutCurrency: string;
  payoutAmount: string | null;
  payoutMethodId: string;
  state: "AwaitingApproval" | "AwaitingPayment" | "InProgress" | "Completed" | "Cancelled";
  paymentProof: { proofType: string; link: string; id: string } | null;
  metadata: Record<string, unknown>;
}

export type Call = "create" | "list" | "get" | "approve" | "cancel" | "rates";

/** What goes wrong with one call, before or after it had its effect. */
export type Fault =
  | "500 before"
  | "500 after"
  | "reset before"
  | "reset after"
  | "silence after"
  | "no JSON after";

export const FAULTS: readonly Fault[] = [
  "500 before",
  "500 after",
  "reset before",
  "reset after",
  "silence after",
  "no JSON after",
];

export const STORE_ID = "9CiNzKoANXxmk5ayZngSXrHTiVvvgCrwrpFQd4m2K776";
export const API_KEY = "c2a1f0a8d7b6e5f4c3b2a1908f7e6d5c4b3a2910";

export type BtcpayServer = Awaited<ReturnType<typeof startBtcpayServer>>;

/** A BTCPay Server as far as payouts of one store go, which can be made to fail. */
export async function startBtcpayServer() {
  const payouts: FakePayout[] = [];
  const calls: { call: Call; body: unknown }[] = [];
  const faults: PlannedFault[] = [];
  const world = {
    usdPerBtc: "64392.23",
    isDown: false,
    repeatsCreate: false,
    beforeApproval: () => {},
  };

  const answerTo = (call: Call, id: string, body: Record<string, unknown>): Answer => {
    if (call === "rates") return ok(ratesOf(world.usdPerBtc));
    if (call === "list") return ok(payouts);
    if (call === "create") {
      if (world.repeatsCreate) create(payouts, body);
      return create(payouts, body);
    }
    const payout = payouts.find((one) => one.id === id);
    if (payout === undefined) return { status: 404, body: { code: "payout-not-found" } };
    if (call === "get") return ok(payout);
    if (call === "cancel") return cancel(payout);
    world.beforeApproval();
    return approve(payout, body.revision);
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const text = await textOf(request);
    const route = routeOf(request);
    if (route === undefined) return send(response, { status: 404, body: {} });
    if (request.headers.authorization !== `token ${API_KEY}`) {
      return send(response, { status: 401, body: { code: "unauthenticated" } });
    }
    const planned = takeFault(faults, route.call);
    const fault = world.isDown ? "500 before" : planned;
    const body: Record<string, unknown> = text === "" ? {} : JSON.parse(text);
    calls.push({ call: route.call, body });
    const isLost = fault?.endsWith("before") === true;
    const answer = isLost ? undefined : answerTo(route.call, route.id, body);
    reply(response, fault, answer);
  };
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;

  return {
    url: `http://127.0.0.1:${port}/btcpay/`,
    payouts,
    calls,
    faults,
    world,
    /** Pays everything that was approved, as the server's own wallet would. */
    pay: () => payAll(payouts),
    /** How often a payout for this cashout can still be paid or was paid. */
    payable: (cashoutId: string): number =>
      payouts.filter(
        ({ metadata, state }) =>
          metadata.cashoutId === cashoutId &&
          ["AwaitingPayment", "InProgress", "Completed"].includes(state),
      ).length,
    count: (call: Call): number => calls.filter((one) => one.call === call).length,
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function payAll(payouts: readonly FakePayout[]): void {
  for (const payout of payouts.filter(({ state }) => state === "AwaitingPayment")) {
    payout.state = "Completed";
    const id = payout.id.padEnd(64, "0");
    payout.paymentProof = { proofType: "PayoutTransactionOnChainBlob", link: "", id };
  }
}

function ratesOf(rate: string): object[] {
  return [{ currencyPair: "BTC_USD", errors: [], rate }];
}

interface PlannedFault {
  readonly call: Call;
  readonly fault: Fault;
  /** So many calls pass before. */
  spares?: number;
}

function takeFault(faults: PlannedFault[], call: Call): Fault | undefined {
  const index = faults.findIndex((one) => one.call === call);
  const next = faults[index];
  if (next === undefined) return undefined;
  if ((next.spares ?? 0) === 0) return faults.splice(index, 1)[0]?.fault;
  next.spares = (next.spares ?? 0) - 1;
  return undefined;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const ok = (body: unknown): Answer => ({ status: 200, body });
const refused = (code: string): Answer => ({ status: 400, body: { code, message: code } });

const OPEN = ["AwaitingApproval", "AwaitingPayment", "InProgress"];

function create(payouts: FakePayout[], body: Record<string, unknown>): Answer {
  const { destination, amount, payoutMethodId, approved, metadata } = body;
  const isUnderstood = payoutMethodId === "BTC-CHAIN" && approved === false;
  if (!isUnderstood) return { status: 422, body: [{ path: "payoutMethodId", message: "wrong" }] };
  if (Number(amount) < 0.00000546) return refused("amount-too-low");
  if (payouts.some((one) => one.destination === destination && OPEN.includes(one.state))) {
    return refused("duplicate-destination");
  }
  const payout: FakePayout = {
    id: randomBytes(20).toString("hex"),
    revision: 0,
    pullPaymentId: null,
    date: 1_766_000_000 + payouts.length,
    destination: String(destination),
    originalCurrency: "BTC",
    originalAmount: String(amount),
    payoutCurrency: "BTC",
    payoutAmount: null,
    payoutMethodId: "BTC-CHAIN",
    state: "AwaitingApproval",
    paymentProof: null,
    metadata: Object(metadata),
  };
  payouts.push(payout);
  return ok(payout);
}

function approve(payout: FakePayout, revision: unknown): Answer {
  if (payout.state !== "AwaitingApproval") return refused("invalid-state");
  if (revision !== payout.revision) return refused("old-revision");
  payout.state = "AwaitingPayment";
  payout.payoutAmount = payout.originalAmount;
  return ok(payout);
}

function cancel(payout: FakePayout): Answer {
  if (payout.state !== "Completed" && payout.state !== "InProgress") payout.state = "Cancelled";
  return ok({});
}

function routeOf({ method, url = "" }: IncomingMessage): { call: Call; id: string } | undefined {
  const prefix = `/btcpay/api/v1/stores/${STORE_ID}/`;
  if (!url.startsWith(prefix)) return undefined;
  const path = url.slice(prefix.length);
  const [, id] = /^payouts\/(\w+)$/.exec(path) ?? [];
  const calls: readonly [boolean, Call][] = [
    [method === "GET" && path === "rates?currencyPair=BTC_USD", "rates"],
    [method === "POST" && path === "payouts", "create"],
    [method === "GET" && path === "payouts?includeCancelled=true", "list"],
    [method === "GET" && id !== undefined, "get"],
    [method === "POST" && id !== undefined, "approve"],
    [method === "DELETE" && id !== undefined, "cancel"],
  ];
  const call = calls.find(([fits]) => fits)?.[1];
  return call === undefined ? undefined : { call, id: id ?? "" };
}

/** The answer, or what the fault makes of it. */
function reply(response: ServerResponse, fault: Fault | undefined, answer: Answer | undefined) {
  if (fault?.startsWith("reset")) response.socket?.destroy();
  else if (fault?.startsWith("500")) send(response, { status: 500, body: {} });
  else if (fault === "no JSON after") response.writeHead(200).end("<html>");
  else if (fault === undefined && answer !== undefined) send(response, answer);
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}
