#!/bin/sh
# Measures the platform that it runs with: measure.sh [/ /gallery …]. See lighthouse.sh.
set -eu
cd "$(dirname "$0")/../.."
measure() {
	npm --prefix tools/lighthouse run --silent measure -- "$@"
}

measure "$@"
[ "${BESIDE_PLAIN:-}" = 1 ] || exit 0
trap 'npm --prefix frontend run --silent build >/dev/null' EXIT
node frontend/scripts/build-plain.mjs
MCWICK_REPORTS=$MCWICK_REPORTS/plain measure "$@"
