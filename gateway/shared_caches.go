package main

import "net/http"

// sharedControl is how long shared caches keep what is the same for everybody (RFC 9213): as long as the gateway
// itself, and for a second more while they ask again (RFC 5861), so that no visitor waits for it. Browsers
// read Cache-Control, which is about them alone.
const sharedControl = "max-age=1, stale-while-revalidate=1"

// allowSharedCaches lets shared caches keep an answer. Nothing in it may depend on who asks.
func allowSharedCaches(h http.Header) { h.Set("CDN-Cache-Control", sharedControl) }
