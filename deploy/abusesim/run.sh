#!/bin/sh
# Simulates the same day twice, each on an empty platform of its own: without bots and with bots; prints the tables and fails when a
# target is missed: run.sh [FLAG …]
#   --for SECONDS  how long they arrive (600)    --rate N  arrivals a second, bots included (33)    --seed N (1)
#   --wait-ratio N, --honest-share N  the targets (1.5, 0.9)
# The limits are those of production. The workers are as many as arrive in a second, and a picture takes a second: the honest 70 % of
# the arrivals keep 70 % of them busy. The hour's money is enough for what they order divided by 0.6.
set -eu
cd "$(dirname "$0")/../.."
seconds=600 rate=33 seed=1 wait_ratio=1.5 honest_share=0.9
while [ $# -gt 0 ]; do
	case $1 in
	--for)
		seconds=${2%s}
		case $seconds in '' | *[!0-9]*) echo "--for takes seconds, not $2" >&2 && exit 2 ;; esac
		;;
	--rate) rate=$2 ;;
	--seed) seed=$2 ;;
	--wait-ratio) wait_ratio=$2 ;;
	--honest-share) honest_share=$2 ;;
	*) echo "unknown flag $1" >&2 && exit 2 ;;
	esac
	shift 2
done
data=.local/abuse-sim
rm -rf "$data"
mkdir -p "$data"

money=$(awk -v rate="$rate" -v seconds="$seconds" 'BEGIN { printf "%d", rate * 0.7 * seconds * 10000 / 0.6 }')

export AI_PROVIDERS_FILE=deploy/abusesim/providers.yaml FIXED_PICTURE=1s WORKERS="$rate" VIDEO_SIZE=360x640
export LIMITS_FILE="$PWD/gateway/limits/limits.json" DEVICE_SETTLES_AFTER=30m
simulate() { # NAME FLAG …
	name=$1
	shift
	# The budget's day, of which each hour has a 24th, begins now: at any other minute more or less of the hour would be left.
	AI_BUDGET_MICRO_USD=$((money * 24)) AI_BUDGET_DAY_BEGINS=$(date -u +%-Hh%-Mm%-Ss) \
		bin/local run --data "$data/$name" --offset "${OFFSET:-2500}" --empty -- \
		bin/abusesim --seed "$seed" --for "${seconds}s" --rate "$rate" --out "$data/$name.json" "$@"
}
simulate alone --bots=false
simulate bots
exec bin/abusesim --judge "$data/alone.json,$data/bots.json" --wait-ratio "$wait_ratio" --honest-share "$honest_share"
