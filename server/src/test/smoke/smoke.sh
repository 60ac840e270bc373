#!/usr/bin/env bash
# The command line as a user runs it, through the launcher, expected failures included.
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for name in $(compgen -e | grep -E '^(PG|HOLDFAST_)'); do unset "$name"; done
export HOLDFAST_DATA="$work/data dir"
ln -s "$root/holdfast" "$work/hf"
cd "$work" || exit 1
failures=0

# expect CODE DESCRIPTION COMMAND...: runs it; $work/out and $work/err hold what it said
expect() {
  local want=$1 title=$2 got
  shift 2
  "$@" >"$work/out" 2>"$work/err" </dev/null
  got=$?
  if [ "$got" -eq "$want" ]; then
    echo "ok      $title"
  else
    echo "FAILED  $title: exit code $got, not $want"
    sed 's/^/        /' "$work/out" "$work/err"
    failures=$((failures + 1))
  fi
}

# says FILE TEXT: the last command's out or err holds the text
says() {
  grep -qF -- "$2" "$work/$1" || {
    echo "FAILED  standard $1 lacks: $2"
    sed 's/^/        /' "$work/$1"
    failures=$((failures + 1))
  }
}

expect 0 'version' ./hf --version
says out 'holdfast '
expect 0 'help' ./hf --help
says out 'hold'
expect 64 'no command' ./hf
expect 64 'an unknown command' ./hf frobnicate
expect 0 'completion' ./hf completion
cp out completion.sh
expect 0 'completion is a shell script' bash -n completion.sh
expect 0 'schema print' ./hf schema print
says out 'create schema'

cp "$root/examples/evalium/holdfast-policy.yaml" .
expect 0 'policy lint' ./hf policy lint
says err 'is in order'
expect 0 'policy doc' ./hf policy doc
expect 0 'policy doc --check' ./hf policy doc --check
sed -i 's/- passages/- paragraphs/' holdfast-policy.yaml
expect 1 'policy doc --check after a change' ./hf policy doc --check
says out '`paragraphs`'
expect 0 'policy graph' ./hf policy graph
says out '<svg'
expect 1 'policy lint finds contradictions' ./hf policy lint --json \
  --policy "$root/policy/src/test/resources/evalium/as-written.yaml"
says out '"id":"opposite-order"'
echo 'clusters: {}' >holdfast-policy.yaml
expect 2 'a file that is not a policy' ./hf policy lint
says out 'holdfast-policy.yaml:1:1: error: The key holdfast-policy is missing here.'

expect 0 'hold on a fresh data directory' ./hf hold nightly -- echo done
says out 'done'
says err 'holding nightly (fence 1)'
expect 7 "the command's own exit code" ./hf hold nightly -- bash -c 'exit 7'
expect 143 'a command that a signal ended' ./hf hold nightly -- bash -c 'kill -TERM $$'
expect 0 'arguments are not interpreted' ./hf hold nightly -- printf '%s' '$(id) * "x y"'
says out '$(id) * "x y"'
expect 127 'a command that is not there' ./hf hold nightly -- no-such-command
expect 126 'a command that cannot be run' ./hf hold nightly -- "$work/err"
expect 64 'a bad ttl' ./hf hold nightly --ttl soon -- true
expect 64 'a password in a flag' ./hf locks --url postgresql://u:hunter2@127.0.0.1/db
expect 69 'no database there' ./hf locks --url postgresql://u@127.0.0.1:1/db

# one that holds, and others that want it
mkfifo "$work/gate"
./hf hold busy --holder first -- bash -c 'read -r _ <"$0"' "$work/gate" 2>"$work/holder.err" &
holder=$!
for _ in $(seq 1200); do
  grep -q holding "$work/holder.err" && break
  sleep 0.1
done
expect 75 'held by somebody else' ./hf hold busy -- true
says err 'busy is held by first'
expect 0 'locks' ./hf locks
says out 'busy'
expect 0 'locks --json' ./hf locks --json
says out '"holder":"first"'
expect 0 'why' ./hf why busy
says out 'by first, fence 1'
expect 64 'release without --yes' ./hf release busy --fence 1 --reason test
expect 1 'release of another fence' ./hf release busy --fence 99 --reason test --yes
expect 0 'release by force' ./hf release busy --fence 1 --reason test --yes
wait "$holder"
[ $? -eq 70 ] && echo 'ok      the holder ends with 70' || {
  echo 'FAILED  the holder did not end with 70'
  cat "$work/holder.err"
  failures=$((failures + 1))
}
expect 0 'history' ./hf history busy
says out 'forced'
expect 0 'schema apply' ./hf schema apply
expect 0 'schema verify' ./hf schema verify

[ "$failures" -eq 0 ] && echo 'smoke: all is well' || echo "smoke: $failures failure(s)"
[ "$failures" -eq 0 ]
