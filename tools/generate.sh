#!/usr/bin/env bash
# Regenerates everything that follows from the contracts: Go messages and servers, the REST routes,
# gateway/openapi.json and the TypeScript client; and what follows from the values of the charts. The results are committed; `make check` runs this
# and fails when a committed file differs. `make generate` installs what this needs.
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '  generate: %s\n' "$*"; }

buf=tools/node_modules/.bin/buf

step "plug-ins"
GOBIN="$PWD/bin" go install tool
(cd tools && GOBIN="$PWD/../bin" go install ./protodeps ./openapi)

step "shared proto files"
rm -rf third_party/proto && bin/protodeps third_party/proto

step "lint of the contracts"
$buf lint

step "Go code"
find gateway platform services -path '*/api/*' -name '*.pb*.go' -delete
rm -rf .local/openapi && mkdir -p .local/openapi
$buf generate

step "OpenAPI document"
$buf build -o .local/openapi/image.binpb
bin/openapiv3-merge $(find .local/openapi -name '*.json' | LC_ALL=C sort) >.local/openapi/merged.json
bin/openapi -image .local/openapi/image.binpb -in .local/openapi/merged.json -extra gateway/openapi.extra.json -out gateway/openapi.json
lint=.local/openapi/lint.txt
tools/node_modules/.bin/redocly lint --config tools/redocly.yaml gateway/openapi.json >$lint 2>&1 || { cat $lint; exit 1; }

step "schemas and values of the charts"
GOBIN="$PWD/bin" go install -C charts/check ./chartdoc
(cd charts && ../bin/chartdoc)

step "table of the privacy notice"
tools/retention-table.sh

step "tables of the capacity page"
(cd tools && go run ./capacity -costs capacity/costs.json -document ../docs/capacity.md)

step "drawings of the page"
go generate ./mascot

step "TypeScript client"
npm --prefix frontend run --silent generate
$buf generate --template buf.gen.console.yaml --clean
