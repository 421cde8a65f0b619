#!/usr/bin/env bash
# A PostgreSQL server of our own, with pgvector: .ci/postgres.sh start FOLDER prints its address, .ci/postgres.sh stop FOLDER ends it and
# leaves nothing. Debian 12 has PostgreSQL 15 and no pgvector; that is built from the source of a newer Debian. Of the
# system's own folders only one setting is changed, that Debian starts no cluster: PostgreSQL finds its files relative to where it is
# started from.
# `kill FOLDER` crashes it, and `again FOLDER` starts it again with the same data and port.
set -euo pipefail
version=15
source=http://deb.debian.org/debian/pool/main/p/pgvector/pgvector_0.8.0.orig.tar.gz
digest=867a2c328d4928a5a9d6f052cd3bc78c7d60228a9b914ad32aa3db88e9de27b0
command=${1:?start, stop, kill or again}
folder=$(realpath -m "${2:?a folder}")
bin=$folder/lib/postgresql/$version/bin
data=$folder/data

# PostgreSQL does not run as root; nobody has no rights elsewhere.
plainly() {
  if [ "$(id -u)" = 0 ]; then setpriv --reuid nobody --regid nogroup --clear-groups "$@"; else "$@"; fi
}

stop() {
  [ -d "$data" ] && plainly "$bin/pg_ctl" --pgdata "$data" --mode immediate --silent stop || true
  rm -rf "$folder"
}

install() {
  if [ ! -x /usr/lib/postgresql/$version/bin/postgres ] || [ ! -f /usr/include/postgresql/$version/server/postgres.h ]; then
    apt-get update -qq
    # Without a cluster of the system's.
    mkdir -p /etc/postgresql-common && echo 'create_main_cluster = false' >> /etc/postgresql-common/createcluster.conf
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql-$version postgresql-server-dev-$version make gcc libc6-dev > /dev/null
  fi
  mkdir -p "$folder/lib/postgresql" "$folder/share/postgresql" "$folder/pgvector"
  chmod 755 "$folder"
  cp -r /usr/lib/postgresql/$version "$folder/lib/postgresql/"
  cp -r /usr/share/postgresql/$version "$folder/share/postgresql/"
  curl -fsSL "$source" -o "$folder/pgvector.tar.gz"
  echo "$digest  $folder/pgvector.tar.gz" | sha256sum --check --status
  tar xzf "$folder/pgvector.tar.gz" --strip-components=1 -C "$folder/pgvector"
  make -s -C "$folder/pgvector" OPTFLAGS= with_llvm=no PG_CONFIG=/usr/lib/postgresql/$version/bin/pg_config > "$folder/build.log" 2>&1
  make -s -C "$folder/pgvector" with_llvm=no PG_CONFIG=/usr/lib/postgresql/$version/bin/pg_config DESTDIR="$folder/stage" install >> "$folder/build.log" 2>&1
  cp -r "$folder/stage/usr/lib/postgresql/$version/." "$folder/lib/postgresql/$version/"
  cp -r "$folder/stage/usr/share/postgresql/$version/." "$folder/share/postgresql/$version/"
}

again() {
  plainly "$bin/pg_ctl" --pgdata "$data" --wait --silent --log "$data/server.log" start
}

# With SIGKILL, so that nothing is flushed; waits until the other processes have noticed and left.
crash() {
  pid=$(head -1 "$data/postmaster.pid")
  children=$(cat "/proc/$pid/task/$pid/children")
  kill -9 "$pid"
  for each in $children; do
    while kill -0 "$each" 2> /dev/null; do sleep 0.02; done
  done
}

start() {
  trap 'cat "$folder"/*.log >&2 || true; stop' ERR
  install
  port=$(node -e 'const s = require("node:net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
  mkdir -p "$data"
  if [ "$(id -u)" = 0 ]; then chown nobody:nogroup "$data"; fi
  plainly "$bin/initdb" --pgdata "$data" --username postgres --auth trust --encoding UTF8 --no-locale > "$folder/init.log"
  printf "port = %s\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\nmax_connections = 200\n" "$port" >> "$data/postgresql.conf"
  again
  # Every database has pgvector. Tests are served as a role that owns its databases and is no superuser: the walls hold for it.
  "$bin/psql" --quiet --no-psqlrc "postgres://postgres@127.0.0.1:$port/template1" -c 'CREATE EXTENSION vector'
  "$bin/psql" --quiet --no-psqlrc "postgres://postgres@127.0.0.1:$port/postgres" \
    -c 'CREATE ROLE remanence LOGIN CREATEDB' -c 'CREATE DATABASE remanence OWNER remanence'
  echo "postgres://remanence@127.0.0.1:$port/remanence"
}

case $command in
  start) start ;;
  stop) stop ;;
  kill) crash ;;
  again) again ;;
  *) echo "start, stop, kill or again, not $command" >&2 && exit 1 ;;
esac
