import { expect, test } from "vitest";
import { systemClock } from "../../server/src/core/clock.ts";
import { checkPostbackUrl, isPublicAddress } from "../../server/src/providers/postback/address.ts";
import { createPostbackSender } from "../../server/src/providers/postback/sender.ts";

/** Answered by the platform of a cloud to the machines that run in it. */
const PLATFORMS = [
  ["Azure's WireServer", "168.63.129.16"],
  ["IBM Cloud's services", "161.26.0.10"],
  ["IBM Cloud's private endpoints", "166.8.14.1"],
  ["Equinix Metal's metadata", "192.80.8.124"],
  ["Google's restricted APIs", "199.36.153.4"],
  ["Google's private APIs", "199.36.153.8"],
  ["Google's private APIs in IPv6", "2600:2d00:2:2000::1"],
  ["Azure's WireServer in IPv6", "::ffff:168.63.129.16"],
] as const;

test.each(PLATFORMS)("%s is no address for postbacks", async (_name, address) => {
  expect(isPublicAddress(address)).toBe(false);
  const host = address.includes(":") ? `[${address}]` : address;
  expect(() => checkPostbackUrl(`https://${host}/`, new Set())).toThrow();
  const sender = createPostbackSender({
    clock: systemClock,
    allowedHosts: new Set(),
    resolve: async () => ["203.0.114.7", address],
  });
  const request = { url: "https://hooks.example.com/", headers: {}, body: "{}" };
  expect(await sender.send(request)).toEqual({ kind: "blocked" });
  sender.close();
});

test("neighbours of those addresses stay public", () => {
  const near = ["168.63.129.15", "168.63.129.17", "161.27.0.1", "166.12.0.1", "199.36.153.12"];
  expect(near.filter((address) => !isPublicAddress(address))).toEqual([]);
});
