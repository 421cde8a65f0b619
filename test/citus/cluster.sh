#!/usr/bin/env bash
# A coordinator and two workers of Citus on this machine, beside the system's PostgreSQL: cluster.sh start FOLDER CITUS prints the
# coordinator's address, cluster.sh stop FOLDER ends all three and leaves nothing. CITUS is a folder with Citus installed for
# PostgreSQL 15 (usr/lib/postgresql/15, usr/share/postgresql/15). Debian has no package of it, so this is not part of CI.
# Kill and restart a worker with .ci/postgres.sh kill FOLDER/worker-1, and again.
set -euo pipefail
command=${1:?start or stop}
folder=$(realpath -m "${2:?a folder}")
postgres=$(dirname "$0")/../../.ci/postgres.sh
bin=$folder/lib/postgresql/15/bin

plainly() {
  if [ "$(id -u)" = 0 ]; then setpriv --reuid nobody --regid nogroup --clear-groups "$@"; else "$@"; fi
}

ask() {
  "$bin/psql" --quiet --no-psqlrc --set ON_ERROR_STOP=1 "postgres://postgres@127.0.0.1:$1/$2" -c "$3" > /dev/null
}

portOf() {
  sed -n 's/^port = //p' "$1/data/postgresql.conf" | tail -1
}

install() {
  cp -r "$1/usr/lib/postgresql/15/." "$folder/lib/postgresql/15/"
  cp -r "$1/usr/share/postgresql/15/." "$folder/share/postgresql/15/"
}

# Shards are many tables, and a transaction that makes them holds a lock on each.
configure() {
  cat >> "$1/data/postgresql.conf" << END
shared_preload_libraries = 'citus'
citus.node_conninfo = 'sslmode=disable'
recovery_init_sync_method = syncfs
max_locks_per_transaction = 1024
max_connections = 300
END
}

addWorker() {
  local worker=$folder/worker-$1
  mkdir -p "$worker/data"
  ln -s "$folder/lib" "$worker/lib"
  if [ "$(id -u)" = 0 ]; then chown nobody:nogroup "$worker/data"; fi
  plainly "$bin/initdb" --pgdata "$worker/data" --username postgres --auth trust --encoding UTF8 --no-locale > /dev/null
  printf "port = %s\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\n" $(($(portOf "$folder") + $1)) >> "$worker/data/postgresql.conf"
  configure "$worker"
  "$postgres" again "$worker"
  local port
  port=$(portOf "$worker")
  ask "$port" postgres 'CREATE ROLE remanence LOGIN CREATEDB'
  ask "$port" postgres 'CREATE DATABASE remanence OWNER remanence'
  ask "$port" remanence 'CREATE EXTENSION vector; CREATE EXTENSION citus'
}

start() {
  "$postgres" start "$folder" > "$folder.address"
  install "$1"
  configure "$folder"
  "$postgres" kill "$folder"
  "$postgres" again "$folder"
  local port
  port=$(portOf "$folder")
  ask "$port" remanence 'CREATE EXTENSION citus'
  for each in 1 2; do addWorker $each; done
  ask "$port" remanence "SELECT citus_set_coordinator_host('127.0.0.1', $port)"
  for each in 1 2; do ask "$port" remanence "SELECT citus_add_node('127.0.0.1', $((port + each)))"; done
  cat "$folder.address"
  rm "$folder.address"
}

stop() {
  for each in 1 2; do
    if [ -d "$folder/worker-$each/data" ]; then "$postgres" stop "$folder/worker-$each"; fi
  done
  "$postgres" stop "$folder"
}

case $command in
  start) start "$(realpath "${3:?a folder with Citus installed}")" ;;
  stop) stop ;;
  *) echo "start or stop, not $command" >&2 && exit 1 ;;
esac
