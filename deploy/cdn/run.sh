#!/bin/sh
# Starts a platform of its own, with media at a Varnish that is another origin than the page, and runs the drill: run.sh [FLAG …]
set -eu
cd "$(dirname "$0")/../.."
offset=${OFFSET:-3000}
varnish=${VARNISH_PORT:-$((8081 + offset))}
export MEDIA_BASE="http://127.0.0.1:$varnish/media/" PURGE_KIND=varnish PURGE_URL="http://127.0.0.1:$varnish"
export VIDEO_SIZE=360x640
exec bin/local run --data .local/cdn --offset "$offset" ${PORT:+--port "$PORT"} --empty -- bin/cdndrill --varnish "$varnish" "$@"
