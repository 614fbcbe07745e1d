package main

import "strings"

// violationsPath is where browsers report what the policy of the page made them refuse.
const violationsPath = "/api/v1/telemetry/violations"

// workerFolders are those of the remotes that start a worker: the build puts workers apart from other
// code (frontend/packages/mf-config).
var workerFolders = []string{"/mfe/studio/workers/", "/mfe/bictok/workers/", "/mfe/verse/workers/", "/mfe/wall/workers/"}

// trustedTypes are the policies of the page that may make a script's address or markup of a text: the
// address of a worker, and XMP that is read as XML. Each remote that solves challenges makes the first.
const trustedTypes = "mcwick-worker mcwick-xmp 'allow-duplicates'"

// edgeHeaders are those that only the edge says: no server behind it gives cookies, widens the reach of a
// service worker, or has browsers report to somewhere.
var edgeHeaders = []string{"Set-Cookie", "X-Content-Type-Options", serviceWorkerAllowed, "Reporting-Endpoints",
	"Report-To", "Nel", "Clear-Site-Data", "Strict-Transport-Security"}

// serviceWorkerHeader comes with the request for the script of a service worker, of which the page has
// none: who registers one wants to stay.
const (
	serviceWorkerHeader  = "Service-Worker"
	serviceWorkerAllowed = "Service-Worker-Allowed"
)

// securityHeaders go with every answer. The page loads nothing from elsewhere but its media, where
// these are on a host of their own; it runs no inline script and no eval, makes no code of texts, and no
// one may frame it.
func securityHeaders(c configuration) map[string]string {
	media := strings.TrimSpace("'self' " + c.mediaOrigin())
	headers := map[string]string{
		"Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src " + media +
			" blob: data:; " +
			"media-src " + media + " blob:; font-src 'self'; connect-src " + media +
			"; manifest-src 'self'; worker-src " + c.PublicOrigin + strings.Join(workerFolders, " "+c.PublicOrigin) + "; " +
			"frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'; " +
			"require-trusted-types-for 'script'; trusted-types " + trustedTypes + "; " +
			"report-uri " + violationsPath,
		"Cross-Origin-Opener-Policy":   "same-origin",
		"Cross-Origin-Resource-Policy": "same-origin",
		"X-Content-Type-Options":       "nosniff",
		"Referrer-Policy":              "strict-origin-when-cross-origin",
		"Permissions-Policy":           "camera=(), geolocation=(), microphone=(), payment=()",
	}
	// The successor of report-uri, which browsers with both use alone, and over HTTPS alone.
	if strings.HasPrefix(c.PublicOrigin, "https:") {
		headers["Content-Security-Policy"] += "; report-to violations"
		headers["Reporting-Endpoints"] = `violations="` + violationsPath + `"`
	}
	return headers
}
