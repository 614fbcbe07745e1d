#!/bin/sh
# Measures a platform of its own over TLS and HTTP/2, for browsers take few files at a time over anything less.
#   lighthouse.sh [/ /gallery …]
# BESIDE_PLAIN=1 measures the same pages as one program without parts, too.
set -eu
cd "$(dirname "$0")/../.."
here=tools/lighthouse
work=$PWD/.local/lighthouse
offset=${OFFSET:-1500}

installed=$here/node_modules/.package-lock.json
if [ ! -e "$installed" ] || [ $here/package-lock.json -nt "$installed" ]; then
	npm ci --prefix $here --no-audit --no-fund --loglevel=error
	touch "$installed"
fi

mkdir -p "$work"
(cd "$work" && go run "$(go env GOROOT)/src/crypto/tls/generate_cert.go" --host localhost --ecdsa-curve P256 --duration 24h 2>/dev/null)

export TLS_ADDR="127.0.0.1:$((8443 + offset))" TLS_CERT_FILE="$work/cert.pem" TLS_KEY_FILE="$work/key.pem"
export MCWICK_SECURE_URL="https://localhost:$((8443 + offset))" MCWICK_CERT="$work/cert.pem" MCWICK_REPORTS="$work/reports"
exec bin/local run --data "$work/platform" --offset "$offset" -- $here/measure.sh "$@"
