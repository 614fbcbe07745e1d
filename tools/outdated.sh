#!/bin/sh
# What we import ourselves and has a newer version, as "name version newest". Some are held back on purpose: go.mod excludes two,
# and the federation plugin's runtime has to be the one that the plugin asks for (deploy/decisions/0004).
set -eu
cd "$(dirname "$0")/.."

for module in . tools charts/check deploy/observability/collector deploy/peers/pocketbase; do
	(cd "$module" && go list -m -f '{{if not (or .Main .Indirect)}}{{.Path}}{{end}}' all |
		xargs go list -u -m -f '{{if .Update}}{{.Path}} {{.Version}} {{.Update.Version}}{{end}}')
done
for folder in frontend tools tools/lighthouse; do
	# name@version:name@wanted... is the form; the newest that is tagged so may be older than ours
	npm --prefix "$folder" outdated --parseable 2>/dev/null |
		sed -E 's/^[^:]*:[^:]*:([^:]*)@([^:@]*):[^:]*@([^:@]*):.*/\1 \2 \3/' | sort -u |
		while read -r name now newest; do
			[ "$now" = "$newest" ] || [ "$(printf '%s\n' "$now" "$newest" | sort -V | tail -1)" = "$now" ] || echo "$name $now $newest"
		done
done
