#!/bin/sh
# Looks for known vulnerabilities in what programs call (govulncheck) and in npm's packages (npm audit). A database that cannot be
# asked is said to be so, and fails: silence would look like safety. GOVULNDB may be a copy, such as file:///srv/vulndb.
set -u
cd "$(dirname "$0")/.."
govulncheck=${GOVULNCHECK:-bin/govulncheck}
failed=0

say() { # what, whether it was asked and found nothing (0), found something (found), or could not be asked
	case $2 in
	0) echo "scan: $1: nothing known" ;;
	found) echo "scan: $1: VULNERABILITIES, see above" && failed=1 ;;
	*) echo "scan: $1: NOT RUN, its database could not be asked" && failed=1 ;;
	esac
}

[ -x "$govulncheck" ] || GOBIN="$PWD/bin" go install golang.org/x/vuln/cmd/govulncheck@v1.9.0 || govulncheck=false
for module in . tools; do
	"$govulncheck" -C "$module" ${GOVULNDB:+-db "$GOVULNDB"} ./...
	case $? in 0) say "Go ($module)" 0 ;; 3) say "Go ($module)" found ;; *) say "Go ($module)" away ;; esac
done
for folder in frontend tools tools/lighthouse; do
	report=$(npm --prefix "$folder" audit --json 2>/dev/null)
	case $? in
	0) say "npm ($folder)" 0 ;;
	*)
		case $report in
		*'"auditReportVersion"'*) npm --prefix "$folder" audit; say "npm ($folder)" found ;;
		*) say "npm ($folder)" away ;;
		esac
		;;
	esac
done
exit $failed
