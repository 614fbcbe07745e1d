package openai

import (
	"encoding/base64"
	"net"
	"net/http"
	"regexp"
	"time"
)

// faults are what tests can make this provider do, by a mark such as [demo:500] in the prompt. A mark in the prompt reaches the provider
// through every layer of the platform, which a header or a switch would not.
var faults = map[string]http.HandlerFunc{
	"500":        func(w http.ResponseWriter, _ *http.Request) { serverError.write(w) },
	"429":        limited,
	"hang":       func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
	"reset":      reset,
	"empty":      func(w http.ResponseWriter, _ *http.Request) { writeData(w, []map[string]string{}) },
	"notimage":   notImage,
	"moderation": func(w http.ResponseWriter, _ *http.Request) { blocked.write(w) },
}

var markPattern = regexp.MustCompile(`\[demo:([a-z0-9]+)\]`)

// faultIn returns the fault that a prompt asks for, nil for none.
func faultIn(prompt string) http.HandlerFunc {
	m := markPattern.FindStringSubmatch(prompt)
	if m == nil {
		return nil
	}
	return faults[m[1]]
}

func limited(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Retry-After", "1")
	tooMany.write(w)
}

// reset breaks the connection after the request was read, so the caller cannot know whether it was served.
func reset(w http.ResponseWriter, _ *http.Request) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0) // reset instead of an orderly end
	}
	_ = conn.Close()
}

func notImage(w http.ResponseWriter, _ *http.Request) {
	page := base64.StdEncoding.EncodeToString([]byte("<!doctype html><title>not a picture</title>"))
	writeData(w, []map[string]string{{"b64_json": page}})
}

func writeData(w http.ResponseWriter, data []map[string]string) {
	writeJSON(w, http.StatusOK, map[string]any{"created": time.Now().Unix(), "data": data})
}
