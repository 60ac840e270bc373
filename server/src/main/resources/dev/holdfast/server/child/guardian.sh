# Ends a command when the holdfast that runs it has died or hangs.
#
# $1: milliseconds between TERM and KILL. Standard input, a line each:
#   child PID group|tree   whom to end: its process group, or its descendants
#   left MS                from now on there are MS milliseconds until it must be ended
#   done                   the command has ended: nothing to do any more
# No line for MS milliseconds: holdfast hangs. End of input: holdfast is dead.

trap '' INT HUP TERM TSTP
grace=$1
child='' mode='' left=''

# read and sleep take fractions of a second from bash 4 on; macOS has bash 3
seconds() {
  if [ "${BASH_VERSINFO[0]}" -ge 4 ]; then
    printf '%d.%03d' $(($1 / 1000)) $(($1 % 1000))
  else
    printf '%d' $((($1 + 999) / 1000))
  fi
}

# a pid and all that descend from it, by repeated looks at one list of "pid parent" lines
descendants() {
  local all=" $1 " list before='' pid parent
  list=$(ps -A -o pid= -o ppid= 2>/dev/null)
  while [ "$all" != "$before" ]; do
    before=$all
    while read -r pid parent; do
      case $all in *" $pid "*) continue ;; esac
      case $all in *" $parent "*) all="$all$pid " ;; esac
    done <<<"$list"
  done
  printf '%s' "$all"
}

finish() {
  local targets="-$child"
  [ -n "$child" ] || exit 0
  [ "$mode" = group ] || targets=$(descendants "$child")
  # shellcheck disable=SC2086  # a list of pids
  kill -s TERM -- $targets 2>/dev/null || exit 0
  echo "holdfast: $1; ending the command (process $child)" >&2
  sleep "$(seconds "$grace")"
  # shellcheck disable=SC2086
  kill -s KILL -- $targets 2>/dev/null
  exit 0
}

while :; do
  if [ -n "$left" ]; then
    read -r -t "$(seconds "$left")" word first second
  else
    read -r word first second
  fi
  status=$?
  [ "$status" -le 128 ] || finish 'holdfast hangs and did not renew the lease'
  [ "$status" -eq 0 ] || finish 'holdfast died'
  case $word in
    child) child=$first mode=$second ;;
    left) left=$first ;;
    done) exit 0 ;;
  esac
done
