#!/bin/sh
# Fails when two migrations of a service have one number, or one gives up building an index, when names or prose use words that the
# glossary replaces, when a file of the repository changes by generating everything anew, or when a contract breaks a promise of the
# last release.
set -eu
cd "$(dirname "$0")/../.."
mkdir -p .local/check

# Two branches that each add the next migration merge without a conflict.
twice=$(find services platform -path '*/migrations/*.sql' | sed 's/_[^/]*$//' | LC_ALL=C sort | uniq -d)
if [ -n "$twice" ]; then
	echo "check: these numbers have two migrations; give the later one the next number:"
	printf '%s\n' "$twice" | sed 's/^/  /'
	exit 1
fi

# A build that gives way to older transactions begins again, which in a busy database never ends.
indexes=$(grep -rl CONCURRENTLY --include='*.sql' services platform)
bounded=$({ grep -L 'SET lock_timeout = 0' $indexes; grep -L 'RESET lock_timeout' $indexes; } || true)
if [ -n "$bounded" ]; then
	echo "check: these migrations build indexes and have no SET lock_timeout = 0, or no RESET of it:"
	printf '%s\n' "$bounded" | sed 's/^/  /'
	exit 1
fi

git ls-files --cached --others --exclude-standard >.local/check/files
node frontend/scripts/list-names.mjs <.local/check/files >.local/check/names
go run ./deploy/setup/vocabulary .local/check/names <.local/check/files

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
(cd tools && go vet ./... && go test ./...) # what nothing else compiles, such as the load test
tools/contracts.sh check
