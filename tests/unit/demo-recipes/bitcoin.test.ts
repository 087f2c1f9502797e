import { validate } from "bitcoin-address-validation";
import { expect, test } from "vitest";
import { newBitcoinAddress } from "../../../demo-chat/console/recipes/bitcoin.ts";

test("the example of BIP 173 comes out", () => {
  const program = Buffer.from("751e76e8199196d454941c45d1b3a323f1433bd6", "hex");
  expect(newBitcoinAddress(program)).toBe("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4");
});

test("every address is valid and new", () => {
  const addresses = Array.from({ length: 200 }, () => newBitcoinAddress());
  expect(addresses.filter((address) => !validate(address))).toEqual([]);
  expect(new Set(addresses).size).toBe(200);
});
