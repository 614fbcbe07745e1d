#!/bin/sh
# Runs parts of the test run one after the other, all of them even when one fails, and sums up.
#   parts.sh lint check test-go …
# Tests are counted from the JUnit files that a part leaves in .local/test, PART.xml and PART-*.xml; a part without any counts as one.
set -u
cd "$(dirname "$0")/../.."
mkdir -p .local/test
go build -o bin/tally ./deploy/setup/tally || exit

passed=0 failed=0 broken=
for part in "$@"; do
	echo "== $part"
	began=$(date +%s)
	rm -f ".local/test/$part.xml" ".local/test/$part"-*.xml
	if make --no-print-directory "$part" 2>&1; then outcome=ok; else outcome=FAILED; fi
	counts=$(bin/tally ".local/test/$part.xml" ".local/test/$part"-*.xml) || outcome=FAILED counts='0 0'
	good=${counts% *} bad=${counts#* }
	if [ "$outcome" = ok ]; then
		[ "$good" -gt 0 ] || good=1
	else
		broken="$broken $part"
		[ "$bad" -gt 0 ] || bad=1
	fi
	passed=$((passed + good)) failed=$((failed + bad))
	echo "== $part: $outcome, $good passed, $bad failed in $(($(date +%s) - began)) s"
	echo
done
[ -z "$broken" ] || echo "failed parts:$broken"
echo "$passed passed, $failed failed"
[ -z "$broken" ]
