package aiprovider

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strconv"
	"strings"
)

// requestID is what the provider calls the request; proxies have headers of their own for it.
func requestID(h http.Header) (id string) {
	for _, name := range []string{"X-Request-Id", "Request-Id", "X-Litellm-Call-Id"} {
		if id = sanitizeToken(h.Get(name)); id != "" {
			break
		}
	}
	return id
}

// errorBody is what servers say of a failure, in whichever form.
type errorBody struct {
	Message string
	Type    string
	Code    string
	Param   string
}

// parseErrorBody reads OpenAI's form {"error":{…}}, and what other servers send: {"error":"text"},
// the same fields without an envelope, FastAPI's {"detail":…}. Anything else is all message.
func parseErrorBody(body []byte) errorBody {
	var fields map[string]any
	if json.Unmarshal(body, &fields) != nil {
		return errorBody{Message: string(body)}
	}
	switch inner := fields["error"].(type) {
	case map[string]any:
		fields = inner
	case string:
		fields["message"] = inner
	}
	r := errorBody{Message: toText(fields["message"]), Type: toText(fields["type"]), Code: toText(fields["code"]),
		Param: toText(fields["param"])}
	if r.Message == "" {
		r.Message = string(body)
	}
	return r
}

// toText returns a string or an integer as text, and nothing for anything else.
func toText(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return ""
}

// errorFromBody makes the error of an answer that is a refusal.
func errorFromBody(status int, body []byte) *Error {
	r := parseErrorBody(body)
	e := newError(r.reason(status), nil)
	e.Status = status
	for _, code := range []string{r.Code, r.Type} {
		if e.Code == "" && code != "None" && code != strconv.Itoa(status) {
			e.Code = sanitizeToken(code)
		}
	}
	if status >= 500 && (status != http.StatusServiceUnavailable || isCutOff(r.Message)) || status < 300 {
		e.Payment = PaymentUnknown // whatever the reason, it may have been worked at
	}
	e.streaming = (status == http.StatusBadRequest || status == http.StatusUnprocessableEntity) &&
		(e.Reason == ReasonRejected || e.Reason == ReasonOrganization) &&
		strings.Contains(strings.ToLower(r.Param+" "+r.Message), "stream")
	return e
}

// unsent are the reasons for which Envoy ends a request before a server received it.
var unsent = regexp.MustCompile(`connection failure|connection timeout|overflow|refused stream`)

// isCutOff reports whether a message is Envoy's own, in front of a provider, of a request whose
// connection ended before the answer: unlike other servers' 503 it says nothing of whether the
// request was worked at.
func isCutOff(message string) bool {
	return strings.Contains(message, "reset before headers") && !unsent.MatchString(message)
}

// tokenPattern is what a code or an id looks like; other texts may hold anything.
var tokenPattern = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_.:-]{0,99}$`)

// sanitizeToken returns a provider's text when it looks like a code or an id.
func sanitizeToken(s string) string {
	if !tokenPattern.MatchString(s) {
		return ""
	}
	return s
}
