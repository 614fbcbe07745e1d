#!/bin/sh
# Writes docs/reports/load.md: what a request, a picture, a job and an open stream cost, from the tools that measure each. Some nine
# minutes; other work on the machine shows. OFFSET is that of the platforms it starts (3000).
set -eu
cd "$(dirname "$0")/.."
export OFFSET="${OFFSET:-3000}"
report=docs/reports/load.md
logs=.local/loadtest
mkdir -p "$logs"

# benchmark PACKAGE PATTERN TIMES: what go test measures, as the rows of a table
benchmark() {
	bin/local testenv -- go test -run '^$' -bench "$2" -benchtime "$3" "$1" >"$logs/benchmark.log" 2>&1 || {
		cat "$logs/benchmark.log" >&2
		return 1
	}
	awk '/^Benchmark/ {
		name = $1; sub(/-[0-9]+$/, "", name); sub(/^Benchmark/, "", name); gsub(/_/, " ", name)
		row = ""
		for (i = 3; i < NF; i += 2) {
			value = $i " " $(i + 1)
			if ($(i + 1) == "ns/op") value = sprintf($i < 1e5 ? "%.1f µs" : "%.0f µs", $i / 1000)
			row = row (row ? ", " : "") value
		}
		print "| " name " | " row " |"
	}' "$logs/benchmark.log" | sort
}

table() { printf '\n## %s\n\n| What | Measured |\n|---|---|\n' "$1"; }

go build -o bin/peers ./deploy/peers
go build -o bin/streams ./deploy/streams
{
	echo "# Load"
	echo
	cat <<-END
		Written by \`make loadtest\` at $(git rev-parse --short=8 HEAD) on $(date -u +%Y-%m-%d): $(nproc) × $(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -1), load
		generators included, load $(cut -d' ' -f1 /proc/loadavg) before it. Compare within a table; what the figures mean
		is in the reports beside this one.
	END
	printf '\n## Requests\n\n'
	deploy/peers/run.sh --for 1s "$@" >"$logs/peers.log"
	sed -n '/^Measured/,$p' "$logs/peers.log"
	printf '\n## Streams of gallery updates\n'
	bin/local run --data .local/streams --offset "$OFFSET" --empty ${PORT:+--port "$PORT"} -- \
		bin/streams --open 2000 --idle 10s --publications 2 >"$logs/streams.log"
	awk '/^\| open/ { print "" } /^\|/' "$logs/streams.log"
	table "Reading objects: remembered, read each time, a range, all for a range"
	benchmark ./services/media/internal/objects Reads 300x
	table "One publication: all, and its parts, in milliseconds of processor time"
	benchmark ./services/media/internal/publishing/picture Publish 20x
	table "Compressing a page of 24 pictures"
	benchmark ./gateway Compress 1000x
	table "Jobs: one more among 2,000 that wait"
	benchmark ./platform/jobs Claim/added 60x
	table "Watchers of jobs, in milliseconds of a second"
	benchmark ./platform/jobs 'IdleWatchers' 15x
} >"$logs/load.md"
mv "$logs/load.md" "$report"
echo "written: $report"
