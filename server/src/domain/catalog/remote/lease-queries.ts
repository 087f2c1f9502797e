import type { Queryable } from "../../../core/db.ts";
import { finds, query } from "../../../core/sql.ts";

export interface Lease {
  readonly name: string;
  readonly holder: string;
  /** **Units** milliseconds from now, by the database's clock. */
  readonly durationMs: number;
}

/** Takes the lease, or makes the holder's own last longer; `false` while another has it. */
export function takeLease(db: Queryable, lease: Lease): Promise<boolean> {
  const { name, holder, durationMs } = lease;
  const values = [name, holder, durationMs];
  return finds(db, "catalog.take_lease", values)`insert into lease (name, holder, held_until)
    values ($1, $2, clock_timestamp() + $3::integer * interval '1 millisecond')
    on conflict (name) do update
    set holder = excluded.holder,
        held_until = excluded.held_until
    where lease.holder = excluded.holder
      or lease.held_until < clock_timestamp()
    returning name`;
}

export async function giveLeaseBack(
  db: Queryable,
  { name, holder }: Pick<Lease, "name" | "holder">,
): Promise<void> {
  await query(db, "catalog.give_lease_back", [name, holder])`delete from lease
    where name = $1
      and holder = $2`;
}
