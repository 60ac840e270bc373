#!/usr/bin/env bash
# The servers of the peers that come from the distribution: there, or installed now on Debian when we
# are root, or named. The bench then measures without them and says so in its results.
set -uo pipefail

need() {
  if command -v "$1" >/dev/null 2>&1 || [ -x "/usr/sbin/$1" ]; then
    return 0
  fi
  if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "bench: installing $2 (for $1)" >&2
    install_quietly "$2" && return 0
  fi
  echo "bench: $1 is missing. Debian, Ubuntu: apt-get install --no-install-recommends $2" >&2
  return 1
}

# RUNLEVEL=1 keeps Debian from starting the service that comes with a package.
install_quietly() {
  local log
  log=$(mktemp)
  if ! (RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$1" ||
    { apt-get update && RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive \
      apt-get install -y --no-install-recommends "$1"; }) >"$log" 2>&1 </dev/null; then
    tail -n 15 "$log" >&2
    rm -f "$log"
    return 1
  fi
  rm -f "$log"
}

missing=0
need redis-server redis-server || missing=1
need etcd etcd-server || missing=1
exit "$missing"
