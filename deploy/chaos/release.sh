#!/bin/sh
# Builds the programs of another commit and prints the folder of its source tree: release.sh [COMMIT]
# Without a commit it is the last release: that of the contracts which make check holds everything to.
# Exit code 1, with the reason, when the history is not here.
set -eu
cd "$(dirname "$0")/../.."
revision=${1:-}
if [ -z "$revision" ]; then
	if [ "$(git rev-parse --is-shallow-repository 2>/dev/null)" != false ]; then
		echo "the history is not here: a shallow clone gets it by git fetch --unshallow" >&2
		exit 1
	fi
	revision=$(git log -1 --format=%H -- deploy/contracts.binpb)
fi
if ! commit=$(git rev-parse --verify --quiet "$revision^{commit}"); then
	echo "the commit $revision is not here" >&2
	exit 1
fi
folder=$PWD/.local/releases/$(echo "$commit" | cut -c 1-12)
if [ ! -d "$folder" ]; then
	echo "building the programs of $(git log -1 --format='%h, %cs' "$commit")" >&2
	part=$folder.part
	rm -rf "$part"
	mkdir -p "$part/bin"
	git archive "$commit" | tar -x -C "$part"
	for main in "$part"/services/*/main.go "$part"/gateway/main.go; do
		(cd "$(dirname "$main")" && go build -ldflags=-s -buildvcs=false -o "$part/bin/" .) >&2
	done
	ln -s "$PWD/frontend/dist" "$part/frontend/dist" # the page is this release's
	mv "$part" "$folder"
fi
echo "$folder"
