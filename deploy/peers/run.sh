#!/bin/sh
# Measures a platform of its own beside other servers, and prints the table of docs/reports/peers.md: run.sh [FLAG …]
# Flags are those of bin/peers. Nothing limits the requests; the other figures are those of make run.
#   OTEL_TRACES_SAMPLER_ARG  the share of traces that is recorded (0.01)
#   DATA, PLATFORM           folder of the platform (.local/peers), and flags of bin/local run
set -eu
cd "$(dirname "$0")/../.."
case " $* " in *" --alone "*) alone=yes ;; *) alone= ;; esac
if [ ! "$alone" ]; then
	[ -x bin/pocketbase ] || echo "compiling PocketBase (once, some minutes)"
	if (cd deploy/peers/pocketbase && go build -o ../../../bin/pocketbase .); then # an older one would not be durable
		set -- --pocketbase bin/pocketbase "$@"
	else
		echo "not measured: PocketBase" >&2
	fi
fi
export LIMITS_FILE="$PWD/deploy/peers/limits.json" OTEL_TRACES_SAMPLER_ARG="${OTEL_TRACES_SAMPLER_ARG:-0.01}"
exec bin/local run ${PORT:+--port $PORT} --data "${DATA:-.local/peers}" ${PLATFORM:-} --offset "${OFFSET:-3000}" -- bin/peers "$@"
