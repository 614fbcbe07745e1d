#!/usr/bin/env bash
# Writes what docs/retention.md says of how long everything is kept into the template of the privacy notice.
set -euo pipefail
cd "$(dirname "$0")/.."
notice=docs/legal/privacy.md
table=$(awk -F' [|] ' '/^\| / { sub(/ *\|$/, "", $2); print $1 " | " $2 " |" } /^\|---/ { print "|---|---|" }' docs/retention.md)
{
	sed '/^<!-- table of/q' "$notice"
	printf '%s\n' "$table"
	sed -n '/^<!-- end of the table/,$p' "$notice"
} >"$notice.new"
mv "$notice.new" "$notice"
