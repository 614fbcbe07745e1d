#!/bin/sh
# Starts a platform of its own, empty and with two replicas of everything, and breaks it: run.sh [FLAG …]
#   --last COMMIT  of the release whose programs run beside these now and then (default: see release.sh)
#   --from COMMIT  begin as that release, and be upgraded while clients run
#   --apache-kafka in place of the built-in broker, where Java is
# Any other flag is for bin/chaos. Its money lasts for some hundred pictures (AI_BUDGET_MICRO_USD=12000000 for five minutes).
set -eu
cd "$(dirname "$0")/../.."
data=.local/chaos
last='' from='' kafka=''
for argument; do
	shift
	case $argument in
	--last | --from) expected=$argument ;;
	--apache-kafka) kafka=$argument ;;
	*)
		case ${expected:-} in
		--last) last=$argument ;;
		--from) from=$argument last=$argument ;;
		*) set -- "$@" "$argument" ;;
		esac
		expected=''
		;;
	esac
done
rm -rf "$data"
mkdir -p "$data"
set -- bin/chaos "$@"
if [ -n "$from" ]; then
	set -- --last "$(deploy/chaos/release.sh "$last")" --from-last -- "$@" --upgrade
elif release=$(deploy/chaos/release.sh "$last"); then
	set -- --last "$release" -- "$@"
else
	echo "not run: the last release's programs beside these" >&2
	set -- -- "$@"
fi
set -- bin/local run --data "$data" --offset "${OFFSET:-2500}" --empty --replicas 2 $kafka "$@"
export VIDEO_SIZE="${VIDEO_SIZE:-360x640}"
export AI_PROVIDERS_FILE=deploy/chaos/providers.yaml AI_BUDGET_MICRO_USD="${AI_BUDGET_MICRO_USD:-3000000}" AI_BUDGET_BY_HOUR=false
# Disks that can be full, in memory. Only what is started here sees them, so nothing is left of them afterwards.
mount='for disk in postgres objects; do mkdir -p "$0/$disk" && mount -t tmpfs -o size=4g,mode=755 tmpfs "$0/$disk" || exit; done'
if unshare --mount sh -c "$mount" "$data" 2>/dev/null; then
	exec unshare --mount sh -c "$mount; exec \"\$@\"" "$data" "$@"
fi
echo "not run: full disks; this account may not mount any" >&2
exec "$@"
