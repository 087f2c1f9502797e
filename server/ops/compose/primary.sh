#!/bin/bash
# Logins and database as in server/docs/operations.md, and the login of the standby.
set -euo pipefail
psql -v ON_ERROR_STOP=1 -U postgres \
  -v owner="$OWNER_PASSWORD" -v app="$APP_PASSWORD" -v replicator="$POSTGRES_PASSWORD" <<'SQL'
create role placard_owner login password :'owner';
create role placard_app login password :'app';
alter role placard_app set statement_timeout = '30s';
create database placard owner placard_owner;
create role replicator login replication password :'replicator';
-- From the next start on, which follows at once: a commit waits for the standby.
alter system set synchronous_standby_names = 'standby';
SQL
echo "host replication replicator all scram-sha-256" >>"$PGDATA/pg_hba.conf"
