#!/bin/sh
# Runs parts of the test run one after the other, all of them even when one fails, and sums up.
#   parts.sh lint check test-go …
# The last line counts tests as the runners themselves do; lint and check count as one each.
set -u
cd "$(dirname "$0")/../.."
mkdir -p .local/test

# summary FILE WORD: the runner's own last number of "passed" or "failed" tests.
summary() {
	sed 's/\x1b\[[0-9;]*m//g' "$1" | awk -v word="$2" '
		/^DONE [0-9]+ tests/ { # gotestsum: DONE 120 tests, 2 skipped, 1 failure in 3.1s
			bad = 0; skip = 0
			for (i = 1; i < NF; i++) { if ($(i + 1) ~ /^failure/) bad = $i; if ($(i + 1) ~ /^skipped/) skip = $i }
			n = word == "failed" ? bad : $2 - bad - skip
		}
		/^ *Tests  .*(passed|failed)/ { n = 0; for (i = 1; i < NF; i++) if ($(i + 1) ~ "^" word) n = $i } # vitest
		/^ +[0-9]+ (passed|failed)/ && $2 == word { n = $1 } # playwright
		/^Operations fuzzed: [0-9]+ passed, [0-9]+ failed/ { n = word == "failed" ? $5 : $3 } # tools/fuzz
		END { print n + 0 }'
}

passed=0 failed=0 broken=
for part in "$@"; do
	echo "== $part"
	began=$(date +%s)
	log=.local/test/$part.log
	{ make --no-print-directory "$part" 2>&1; echo $? >"$log.code"; } | tee "$log"
	code=$(cat "$log.code")
	good=$(summary "$log" passed) bad=$(summary "$log" failed)
	if [ "$code" = 0 ]; then
		[ "$good" -gt 0 ] || good=1
	else
		broken="$broken $part"
		[ "$bad" -gt 0 ] || bad=1
	fi
	passed=$((passed + good)) failed=$((failed + bad))
	echo "== $part: $([ "$code" = 0 ] && echo ok || echo FAILED) in $(($(date +%s) - began)) s"
	echo
done
[ -z "$broken" ] || echo "failed parts:$broken"
echo "$passed passed, $failed failed"
[ -z "$broken" ]
