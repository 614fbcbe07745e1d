#!/bin/sh
# Generates everything anew and fails when a file of the repository changes by it.
set -eu
cd "$(dirname "$0")/../.."
mkdir -p .local/check

# Every file that is, or could be, committed; so work in progress does no harm.
sums() {
	git ls-files --cached --others --exclude-standard | LC_ALL=C sort | tr '\n' '\0' | xargs -0 sha256sum 2>/dev/null || true
}

sums >.local/check/before
make --silent generate
sums >.local/check/after
if ! diff .local/check/before .local/check/after >.local/check/difference; then
	echo "check: these files were not fresh; commit what make generate wrote:"
	sed -n 's/^[<>] [0-9a-f]*  /  /p' .local/check/difference | LC_ALL=C sort -u
	exit 1
fi
echo "check: generated code is fresh"
