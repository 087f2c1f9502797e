#!/bin/bash
# Copies the primary once, then follows it. Promote it by: docker compose exec standby pg_ctl promote
set -euo pipefail
chmod 700 "$PGDATA"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  PGPASSWORD="$POSTGRES_PASSWORD" pg_basebackup -R -X stream -D "$PGDATA" \
    -d "host=primary user=replicator application_name=standby"
  # The standby itself has none to wait for.
  echo "synchronous_standby_names = ''" >>"$PGDATA/postgresql.auto.conf"
fi
exec postgres -c max_connections=200
