// Package scan tests the search for known vulnerabilities, tools/scan.sh.
package scan
