#!/bin/sh
# Writes the digests that the tags in bases.txt have now into it, asking the registry, and today as the day of Debian's packages.
#   pin.sh [FILE]
# ENGINE is docker or podman (default: docker).
set -eu
file=${1:-$(dirname "$0")/bases.txt}
ENGINE=${ENGINE:-docker}
written=$(mktemp)
trap 'rm -f "$written"' EXIT
while read -r argument image; do
	case $argument in '#'* | '')
		echo "$argument${image:+ $image}"
		continue
		;;
	esac
	if [ "$argument" = SNAPSHOT ]; then
		echo "SNAPSHOT $(date -u +%Y%m%dT000000Z)"
		continue
	fi
	tag=${image%@*}
	"$ENGINE" pull --quiet "$tag" </dev/null >/dev/null
	digest=$("$ENGINE" image inspect --format '{{index .RepoDigests 0}}' "$tag" </dev/null)
	case $digest in *@sha256:*) ;; *)
		echo "pin.sh: $ENGINE knows no digest of $tag" >&2
		exit 1
		;;
	esac
	echo "$argument $tag@${digest##*@}"
done <"$file" >"$written"
cat "$written" >"$file"
