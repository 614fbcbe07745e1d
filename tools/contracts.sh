#!/bin/sh
# Keeps the contracts as they were at the last release, in deploy/contracts.binpb, so that nothing breaks what others rely on.
#   contracts.sh check   fails when a call, a message or a field of that release is gone or means something else
#   contracts.sh keep    takes the contracts of now as those of the release
# Both want what make generate fills third_party with.
set -eu
cd "$(dirname "$0")/.."
mkdir -p .local/check
buf=tools/node_modules/.bin/buf
kept=deploy/contracts.binpb

# build IMAGE [FLAG]: our own contracts and what they import.
build() {
	image=$1
	shift
	for folder in gateway/api/*/v1 platform/*/api/* services/*/api/*/v1; do
		set -- "$@" --path "$folder"
	done
	$buf build "$@" -o "$image"
}

case ${1:-} in
check)
	build .local/check/contracts.binpb
	if ! $buf breaking .local/check/contracts.binpb --against $kept --exclude-imports; then
		echo "check: programs of the last release could not talk to this one; add beside what is there, and say deprecated" >&2
		exit 1
	fi
	echo "check: the contracts of the last release are kept"
	;;
keep) build $kept --exclude-source-info ;;
*)
	sed -n '3,4s/^# *//p' "$0" >&2
	exit 2
	;;
esac
