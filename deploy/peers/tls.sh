#!/bin/sh
# What certificates between programs, TLS to every store and names at the broker cost: the processor time of a request on a platform in
# plain text and on one with --secure, which run in turn, each first in every other round. Prints a table for docs/reports/secure.md.
#   ROUNDS  of each platform (4); OFFSET as for run.sh; flags are those of bin/peers
set -eu
cd "$(dirname "$0")/../.."
(cd tools && go build -o ../bin/load ./load)
logs=.local/tls
mkdir -p "$logs"
: >"$logs/rows"

# measure NAME FLAGS FLAG...: one round on one platform
measure() {
	name=$1 flags=$2
	shift 2
	DATA=.local/peers-$name PLATFORM="--apache-kafka $flags" deploy/peers/run.sh --alone --rounds 1 --journey bin/load "$@" >"$logs/run.log"
	awk -F ' *[|] *' -v name="$name" '$4 ~ /µs$/ { print $2 "|" name "|" $4 + 0 "|" $5 }' "$logs/run.log" | tee -a "$logs/rows" >&2
}

for round in $(seq "${ROUNDS:-4}"); do
	case $((round % 2)) in 1) order="plain secure" ;; *) order="secure plain" ;; esac
	for name in $order; do
		case $name in secure) flags=--secure ;; *) flags= ;; esac
		measure "$name" "$flags" "$@"
	done
done
grep '^Measured' "$logs/run.log"
echo
awk -F '|' '
	function median(key, values, n, i, j, swap) {
		n = split(all[key], values, " ")
		for (i = 1; i < n; i++) for (j = i + 1; j <= n; j++) if (values[j] < values[i]) { swap = values[i]; values[i] = values[j]; values[j] = swap }
		low[key] = values[1]; high[key] = values[n]
		return n % 2 ? values[(n + 1) / 2] : (values[n / 2] + values[n / 2 + 1]) / 2
	}
	!($1 in seen) { seen[$1] = 1; order[++works] = $1 }
	{ all[$1, $2] = all[$1, $2] " " $3; parts[$1, $2] = $4 }
	END {
		print "| Work | plain | secure | more | secure, of which (last round) |\n|---|---|---|---|---|"
		for (w = 1; w <= works; w++) {
			work = order[w]
			plain = median(work SUBSEP "plain"); secure = median(work SUBSEP "secure")
			printf "| %s | %d µs (%d to %d) | %d µs (%d to %d) | %d %% | %s |\n", work, plain, low[work, "plain"], high[work, "plain"],
				secure, low[work, "secure"], high[work, "secure"], (secure / plain - 1) * 100, parts[work, "secure"]
		}
	}' "$logs/rows"
