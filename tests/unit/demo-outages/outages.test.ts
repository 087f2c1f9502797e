import { expect, test } from "vitest";
import { createOutages } from "../../../demo-chat/console/outages/outages.ts";

const open = () => createOutages({ now: () => 0, environment: {}, warn: () => undefined });

test("without REDIS_URL the switch says that there is no Redis", () => {
  const redis = open()
    .list()
    .find(({ store }) => store === "redis");
  expect(redis).toMatchObject({ isPossible: false, untilMs: null });
  expect(redis?.why).toContain("REDIS_URL");
});

test("where no relay can stand the address stays as it is, and the switch says why", async () => {
  const outages = open();
  const address = "postgres://u@db.example.com/placard";
  expect(await outages.addressFor("database", address)).toBe(address);
  expect(outages.list()[0]).toMatchObject({
    store: "database",
    isPossible: false,
    why: expect.stringContaining("another machine"),
  });
  await outages.close();
});

test("where one can, the address leads through it", async () => {
  const outages = open();
  const address = await outages.addressFor("database", "postgres://u:p@localhost:1/placard");
  expect(address).toMatch(/^postgres:\/\/u:p@127\.0\.0\.1:\d{2,5}\/placard$/);
  expect(outages.list()[0]).toEqual({ store: "database", isPossible: true, untilMs: null });
  await outages.close();
});
