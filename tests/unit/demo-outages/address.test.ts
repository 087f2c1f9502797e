import { expect, test } from "vitest";
import { addressThrough, reachOf } from "../../../demo-chat/console/outages/address.ts";
import type { Outage } from "../../../demo-chat/console/wire.ts";

const at = (host: string, port: number) => ({ target: { host, port } });

test.each<[Outage, string, object]>([
  ["database", "postgres://placard:pw@127.0.0.1:5433/placard", at("127.0.0.1", 5433)],
  ["database", "postgresql://localhost/placard", at("localhost", 5432)],
  ["database", "postgres://u@[::1]:5440/db?sslmode=disable", at("::1", 5440)],
  ["redis", "redis://localhost", at("localhost", 6379)],
  ["redis", "redis://:secret@127.0.0.1:6390/2", at("127.0.0.1", 6390)],
])("the %s at %s can be taken away", (store, address, reach) => {
  expect(reachOf(store, address, {})).toEqual(reach);
});

test.each<[Outage, string, RegExp, Record<string, string>?]>([
  ["database", "postgres:///placard?host=/var/run/postgresql", /socket file/],
  ["database", "postgres://u@%2Fvar%2Frun%2Fpostgresql/placard", /socket file/],
  ["database", "socket:/var/run/postgresql?db=placard", /socket file/],
  ["database", "postgres://db.example.com/placard", /another machine/],
  ["database", "postgres://u@localhost/db?sslmode=require", /TLS/],
  ["database", "postgres://u@localhost/db?ssl=true", /TLS/],
  ["database", "postgres://u@localhost/db", /TLS/, { PGSSLMODE: "require" }],
  ["database", "not an address", /cannot read/],
  ["redis", "rediss://localhost:6379", /TLS/],
  ["redis", "redis://cache.internal", /another machine/],
])("the %s at %s cannot, and the reason is said", (store, address, why, environment = {}) => {
  expect(reachOf(store, address, environment)).toEqual({ why: expect.stringMatching(why) });
});

test("PostgreSQL's own variable for the port holds where the address names none", () => {
  const environment = { PGPORT: "5499" };
  expect(reachOf("database", "postgres://u@localhost/db", environment)).toEqual(
    at("localhost", 5499),
  );
});

test("only host and port change on the way through the relay", () => {
  expect(addressThrough("postgres://u:p%40w@localhost:5433/db?sslmode=disable", 6000)).toBe(
    "postgres://u:p%40w@127.0.0.1:6000/db?sslmode=disable",
  );
  expect(addressThrough("redis://:pw@localhost/2", 6001)).toBe("redis://:pw@127.0.0.1:6001/2");
});
