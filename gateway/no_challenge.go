package main

import "net/http"

// serveNoChallenge answers that there is nothing to solve before a call that costs money.
func serveNoChallenge(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Cache-Control", "private, no-store")
	w.WriteHeader(http.StatusNoContent)
}
