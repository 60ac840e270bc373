# Makes itself known to the guardian, then becomes the command: what runs is guarded from its first
# instruction on. $1: the guardian's pid, $2: holdfast's pid, $3: group or tree, then the command.
#
# If holdfast died meanwhile, the guardian may be gone or past listening. Our parent tells: once the
# line was written and holdfast is still our parent, the guardian reads the line before it sees the
# death.

refuse() {
  echo 'holdfast: holdfast died; the command was not run' >&2
  exit 70
}

{ echo "child $$ $3" >"/proc/$1/fd/0"; } 2>/dev/null || refuse
read -r _ _ _ parent _ <"/proc/$$/stat"
[ "$parent" = "$2" ] || refuse
shift 3
exec -- "$@"
