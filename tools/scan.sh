#!/bin/sh
# Looks for known vulnerabilities in what programs call (govulncheck) and in npm's packages (npm audit). A database that cannot be
# asked, or does not answer within SCAN_TIMEOUT seconds (600), is said to be so, and fails: silence would look like safety.
# GOVULNDB may be a copy, such as file:///srv/vulndb.
set -u
cd "$(dirname "$0")/.."
govulncheck=${GOVULNCHECK:-bin/govulncheck}
limit=${SCAN_TIMEOUT:-600}
failed=0

within_limit() { timeout --kill-after=10 "$limit" "$@"; }

say() { # what, how it ended: nothing, found, or the status of what could not be run
	case $2 in
	nothing) echo "scan: $1: nothing known" && return ;;
	found) echo "scan: $1: FOUND, see above" ;;
	124 | 137) echo "scan: $1: NOT RUN, no answer within $limit s" ;;
	*) echo "scan: $1: NOT RUN, see above" ;;
	esac
	failed=1
}

[ -x "$govulncheck" ] || GOBIN="$PWD/bin" within_limit go install golang.org/x/vuln/cmd/govulncheck@v1.9.0 || govulncheck=false
for module in . tools charts/check deploy/observability/collector deploy/peers/pocketbase; do
	within_limit "$govulncheck" -C "$module" ${GOVULNDB:+-db "$GOVULNDB"} ./...
	status=$?
	case $status in 0) status=nothing ;; 3) status=found ;; esac
	say "Go ($module)" $status
done
for folder in frontend tools tools/lighthouse; do
	report=$(within_limit npm --prefix "$folder" audit --json --fetch-retries=0 2>&1)
	status=$?
	case $status,$report in
	0,*) status=nothing ;;
	*'"auditReportVersion"'*) # the same for people
		within_limit npm --prefix "$folder" audit --fetch-retries=0
		status=found
		;;
	*) echo "$report" | head -n 3 ;;
	esac
	say "npm ($folder)" $status
done
exit $failed
