#!/bin/sh
# Starts a platform of its own, empty and with two replicas of everything, and breaks it: run.sh [FLAG …]
#   --last COMMIT  of the release whose programs run beside these now and then (default: see release.sh)
#   --from COMMIT  begin as that release, and be upgraded while clients run
# Any other flag is for bin/chaos. Its money lasts for some hundred pictures (AI_BUDGET_MICRO_USD=12000000 for five minutes).
set -eu
cd "$(dirname "$0")/../.."
data=.local/chaos
last='' from=''
for argument; do
	shift
	case $argument in
	--last | --from) expected=$argument ;;
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
set -- bin/chaos "$@"
if [ -n "$from" ]; then
	set -- --last "$(deploy/chaos/release.sh "$last")" --from-last -- "$@" --upgrade
elif release=$(deploy/chaos/release.sh "$last"); then
	set -- --last "$release" -- "$@"
else
	echo "not run: the last release's programs beside these" >&2
	set -- -- "$@"
fi
export AI_PROVIDERS_FILE=deploy/chaos/providers.yaml AI_BUDGET_MICRO_USD="${AI_BUDGET_MICRO_USD:-3000000}"
exec bin/local run --data "$data" --offset "${OFFSET:-2500}" --empty --replicas 2 "$@"
