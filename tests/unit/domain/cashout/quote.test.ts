import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { micros, microsFromCredits } from "../../../../server/src/contract/money.ts";
import { silentLogger } from "../../../../server/src/core/log.ts";
import {
  createQuoteBoard,
  parsePrice,
  satoshisOf,
} from "../../../../server/src/domain/cashout/quote.ts";
import { bitcoinOf } from "../../../../server/src/providers/cashout/btcpay.ts";
import { createSandboxCashout } from "../../../../server/src/providers/cashout/sandbox.ts";
import { createManualClock } from "../../../setup/manual-clock.ts";

describe("satoshis", () => {
  test.each([
    [500, "100000", 5_000n],
    [500, "99999.99", 5_000n],
    [500, "100000.01", 4_999n],
    [123_456, "64392.23", 1_917_249n],
    [1_000_000_000, "0.01", 100_000_000_000_000_000n],
  ])("of %d credits at %s dollars are %d", (credits, price, satoshis) => {
    expect(satoshisOf(microsFromCredits(credits), price)).toBe(satoshis);
  });

  test("are the most that the amount buys, and never more", () => {
    const amounts = fc.bigInt({ min: 500n, max: 1_000_000_000n });
    const prices = fc.bigInt({ min: 1n, max: 10n ** 16n });
    fc.assert(
      fc.property(amounts, prices, (credits, price) => {
        const digits = String(price).padStart(9, "0");
        const text = `${digits.slice(0, -8)}.${digits.slice(-8)}`;
        const amount = micros(credits * 1_000_000n);
        const satoshis = satoshisOf(amount, text);
        expect(satoshis * price).toBeLessThanOrEqual(amount * 10n ** 8n);
        expect((satoshis + 1n) * price).toBeGreaterThan(amount * 10n ** 8n);
      }),
    );
  });
});

describe("a price", () => {
  test("with more than eight decimals is rounded up, never down", () => {
    expect(parsePrice("1.000000001")).toBe(100_000_001n);
    expect(parsePrice("1.000000000")).toBe(100_000_000n);
  });

  test.each(["", "0", "0.00", "-1", "1e5", "1,000", "NaN", "0x10", " 1", "1.", "9999999999999"])(
    "is never %j",
    (text) => {
      expect(() => parsePrice(text)).toThrow(RangeError);
    },
  );
});

describe("bitcoin as a text", () => {
  test.each([
    [1n, "0.00000001"],
    [5_000n, "0.00005000"],
    [100_000_000n, "1.00000000"],
    [123_456_789_012n, "1234.56789012"],
  ])("of %d satoshis is %s", (satoshis, text) => {
    expect(bitcoinOf(satoshis)).toBe(text);
  });
});

describe("the board of prices", () => {
  const board = (quote: () => Promise<{ usdPerBtc: string }>) => {
    const clock = createManualClock(new Date("2026-01-01T00:00:00Z"));
    const provider = { ...createSandboxCashout(), quote };
    return {
      clock,
      quotes: createQuoteBoard({
        moveMaxPercent: 10,
        provider,
        clock,
        logger: silentLogger,
      }),
    };
  };

  test("never shows a price that is too old", async () => {
    const { clock, quotes } = board(async () => ({ usdPerBtc: "64000.5" }));
    expect(quotes.latest()).toBeUndefined();
    await quotes.refresh();
    expect(quotes.latest()).toEqual({
      usdPerBtc: "64000.50000000",
      expiresAt: new Date("2026-01-01T00:02:00Z"),
    });
    clock.advance(120_000);
    expect(quotes.latest()).toBeUndefined();
  });

  test("asks again after half a minute, and keeps the last price when nobody answers", async () => {
    let asked = 0;
    const { clock, quotes } = board(async () => {
      asked += 1;
      if (asked > 1) throw new Error("down");
      return { usdPerBtc: "64000" };
    });
    await quotes.refresh();
    clock.advance(29_000);
    await quotes.refresh();
    expect(asked).toBe(1);
    clock.advance(1_000);
    await quotes.refresh();
    expect(asked).toBe(2);
    expect(quotes.latest()?.usdPerBtc).toBe("64000.00000000");
  });

  test.each(["0", "1.00", "9999.99"])(
    "takes %s for no price: it would pay a fortune",
    async (usdPerBtc) => {
      const { quotes } = board(async () => ({ usdPerBtc }));
      await quotes.refresh();
      expect(quotes.latest()).toBeUndefined();
    },
  );
});
