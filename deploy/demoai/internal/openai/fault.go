package openai

import (
	"cmp"
	"encoding/base64"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"mcwick.example/deploy/internal/wait"
)

// A fault is what a test makes this provider do, by a mark in the prompt. A fault that reports true
// has not answered, and the work is done after all.
type fault func(w http.ResponseWriter, r *http.Request, argument int) (work bool)

// faults are those of every call.
var faults = map[string]fault{
	"401":          refuse(wrongKey),
	"organization": refuse(unverified),
	"region":       refuse(wrongRegion),
	"500":          refuse(serverError),
	"503":          refuse(overloaded),
	"429":          limit,
	"quota":        refuse(unpaid),
	"hang":         hangUntilCanceled,
	"slow":         slow,
	"reset":        reset,
	"html":         page,
	"texterror":    textError,
	"moderation":   refuse(blocked),
	"policy":       refuse(againstPolicy),
	"prompt":       refuse(disallowedPrompt),
}

// imageFaults are answers that are no picture.
var imageFaults = map[string]fault{
	"empty": func(w http.ResponseWriter, _ *http.Request, _ int) bool {
		return writeData(w, []map[string]string{})
	},
	"notimage": notImage,
	"toolarge": tooLarge,
}

// fail does what a mark in a text asks for; done reports that the request is answered.
func (h *handler) fail(
	w http.ResponseWriter, r *http.Request, text string, m *model, own map[string]fault,
) (done bool) {
	mark := h.markIn(text, m)
	f := faults[mark.name]
	switch {
	case mark.name == "model":
		unknownModel(m.name).write(w)
		return true
	case f == nil:
		f = own[mark.name]
	}
	return f != nil && !f(w, r, mark.argument)
}

func refuse(p *problem) fault {
	return func(w http.ResponseWriter, _ *http.Request, _ int) bool {
		p.write(w)
		return false
	}
}

// hangUntilCanceled answers nothing until the caller gives up, or 408 after the given seconds.
func hangUntilCanceled(w http.ResponseWriter, r *http.Request, seconds int) bool {
	if seconds == 0 {
		<-r.Context().Done()
	} else if wait.Sleep(r.Context(), time.Duration(seconds)*time.Second) {
		timedOut.write(w)
	}
	return false
}

func slow(_ http.ResponseWriter, r *http.Request, seconds int) bool {
	return wait.Sleep(r.Context(), time.Duration(cmp.Or(seconds, 5))*time.Second)
}

// limit refuses until so many seconds have passed, it says.
func limit(w http.ResponseWriter, _ *http.Request, seconds int) bool {
	setRateLimitHeaders(w, time.Duration(cmp.Or(seconds, 1))*time.Second)
	tooMany.write(w)
	return false
}

// page answers with the page of a proxy in between.
func page(w http.ResponseWriter, _ *http.Request, status int) bool {
	w.Header().Set("Content-Type", "text/html")
	w.WriteHeader(statusOr(status, http.StatusBadGateway))
	// the client may be gone
	_, _ = io.WriteString(w,
		"<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>")
	return false
}

// textError answers as some servers that speak nearly the same API do.
func textError(w http.ResponseWriter, _ *http.Request, status int) bool {
	writeJSON(w, statusOr(status, http.StatusBadRequest), map[string]string{"error": "something went wrong"})
	return false
}

// statusOr is a status if it may be sent, or the other one.
func statusOr(status, otherwise int) int {
	if status < 200 || status > 599 {
		return otherwise
	}
	return status
}

// reset breaks the connection after the request was read, so the caller cannot know whether it was
// served.
func reset(w http.ResponseWriter, _ *http.Request, _ int) bool {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0) // reset instead of an orderly end
	}
	_ = conn.Close()
	return false
}

func notImage(w http.ResponseWriter, _ *http.Request, _ int) bool {
	page := base64.StdEncoding.EncodeToString([]byte("<!doctype html><title>not a picture</title>"))
	return writeData(w, []map[string]string{{"b64_json": page}})
}

// tooLarge sends a picture of 24 MB: more than the specification's 10 MB, and in base64 more than
// the platform reads.
func tooLarge(w http.ResponseWriter, _ *http.Request, _ int) bool {
	return writeData(w, []map[string]string{{"b64_json": strings.Repeat("iVBORw0KGgoA", 24<<20/9)}})
}

func writeData(w http.ResponseWriter, data []map[string]string) (work bool) {
	writeJSON(w, http.StatusOK, map[string]any{"created": time.Now().Unix(), "data": data})
	return false
}
