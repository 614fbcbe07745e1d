#!/bin/sh
# Runs parts of the test run, all of them even when one fails, and sums up.
#   parts.sh test-go+charts+test-web e2e …
# They run one after the other; of those that a + joins, the others run beside the first, which waits more than it computes, and are shown
# after it.
# Tests are counted from the JUnit files that a part leaves in .local/test, PART.xml and PART-*.xml; a part without any counts as one.
set -u
cd "$(dirname "$0")/../.."
results=.local/test/results
rm -rf "$results"
mkdir -p "$results"
go build -o bin/tally ./deploy/setup/tally || exit

# run PART [COMMAND…]: a part, started by a command, and its result.
run() {
	part=$1
	shift
	echo "== $part"
	began=$(date +%s)
	rm -f ".local/test/$part.xml" ".local/test/$part"-*.xml
	if "$@" make --no-print-directory "$part" 2>&1; then outcome=ok; else outcome=FAILED; fi
	counts=$(bin/tally ".local/test/$part.xml" ".local/test/$part"-*.xml) || outcome=FAILED counts='0 0'
	good=${counts% *} bad=${counts#* }
	if [ "$outcome" = ok ]; then
		[ "$good" -gt 0 ] || good=1
	else
		[ "$bad" -gt 0 ] || bad=1
	fi
	echo "$outcome $good $bad" >"$results/$part"
	echo "== $part: $outcome, $good passed, $bad failed in $(($(date +%s) - began)) s"
	echo
}

trap 'trap - INT TERM; kill 0' INT TERM # the parts behind another, too
for group in "$@"; do
	first=${group%%+*}
	others=$(echo "${group#"$first"}" | tr + ' ')
	[ -z "$others" ] || echo "beside $first, and shown after it:$others"
	for part in $others; do run "$part" nice -n 19; done >"$results/log" &
	run "$first"
	wait
	cat "$results/log"
done

passed=0 failed=0 broken=
for part in $(echo "$*" | tr + ' '); do
	read -r outcome good bad <"$results/$part" || outcome=FAILED good=0 bad=1
	[ "$outcome" = ok ] || broken="$broken $part"
	passed=$((passed + good)) failed=$((failed + bad))
done
[ -z "$broken" ] || echo "failed parts:$broken"
echo "$passed passed, $failed failed"
[ -z "$broken" ]
