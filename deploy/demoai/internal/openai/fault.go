package openai

import (
	"cmp"
	"encoding/base64"
	"net"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// A fault is what a test makes this provider do, by a mark such as [demo:500] or [demo:hang:3] in the prompt; the argument, 0 for none, is
// a time in seconds. A mark in the prompt reaches the provider through every layer of the platform, which a header or a switch would not.
// A fault that reports true has not answered, and the work is done after all.
type fault func(w http.ResponseWriter, r *http.Request, argument time.Duration) (draw bool)

// faults are those of every call.
var faults = map[string]fault{
	"401":        refuse(wrongKey),
	"500":        refuse(serverError),
	"429":        limited,
	"quota":      refuse(unpaid),
	"hang":       hang,
	"slow":       slow,
	"reset":      reset,
	"moderation": refuse(blocked),
}

// imageFaults are answers that are no picture.
var imageFaults = map[string]fault{
	"empty": func(w http.ResponseWriter, _ *http.Request, _ time.Duration) bool {
		return writeData(w, []map[string]string{})
	},
	"notimage": notImage,
	"toolarge": tooLarge,
}

// markPattern allows three digits of seconds: more than any caller waits.
var markPattern = regexp.MustCompile(`\[demo:([a-z0-9]+)(?::([0-9]{1,3}))?\]`)

// markIn gives the mark in a text and its argument, nothing for none.
func markIn(text string) (mark string, argument time.Duration) {
	m := markPattern.FindStringSubmatch(text)
	if m == nil {
		return "", 0
	}
	seconds, _ := strconv.Atoi(m[2]) // digits or nothing
	return m[1], time.Duration(seconds) * time.Second
}

// faultIn gives the fault that a text asks for, of those of every call and of its own, and its argument; nil for none.
func faultIn(text string, own map[string]fault) (fault, time.Duration) {
	mark, argument := markIn(text)
	if f := faults[mark]; f != nil {
		return f, argument
	}
	return own[mark], argument
}

func refuse(p *problem) fault {
	return func(w http.ResponseWriter, _ *http.Request, _ time.Duration) bool {
		p.write(w)
		return false
	}
}

// hang answers nothing until the caller gives up, or 408 after the given time.
func hang(w http.ResponseWriter, r *http.Request, after time.Duration) bool {
	if after == 0 {
		<-r.Context().Done()
	} else if pass(r, after) {
		timedOut.write(w)
	}
	return false
}

// slowly is how long slow takes without an argument.
const slowly = 5 * time.Second

func slow(_ http.ResponseWriter, r *http.Request, after time.Duration) bool {
	return pass(r, cmp.Or(after, slowly))
}

// pass lets time pass; false when the caller gave up meanwhile.
func pass(r *http.Request, d time.Duration) bool {
	select {
	case <-r.Context().Done():
		return false
	case <-time.After(d):
		return true
	}
}

func limited(w http.ResponseWriter, _ *http.Request, _ time.Duration) bool {
	w.Header().Set("Retry-After", "1")
	tooMany.write(w)
	return false
}

// reset breaks the connection after the request was read, so the caller cannot know whether it was served.
func reset(w http.ResponseWriter, _ *http.Request, _ time.Duration) bool {
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

func notImage(w http.ResponseWriter, _ *http.Request, _ time.Duration) bool {
	page := base64.StdEncoding.EncodeToString([]byte("<!doctype html><title>not a picture</title>"))
	return writeData(w, []map[string]string{{"b64_json": page}})
}

// tooLarge sends a picture of 24 MB: more than the specification's 10 MB, and in base64 more than the platform reads.
func tooLarge(w http.ResponseWriter, _ *http.Request, _ time.Duration) bool {
	return writeData(w, []map[string]string{{"b64_json": strings.Repeat("iVBORw0KGgoA", 24<<20/9)}})
}

func writeData(w http.ResponseWriter, data []map[string]string) (draw bool) {
	writeJSON(w, http.StatusOK, map[string]any{"created": time.Now().Unix(), "data": data})
	return false
}
