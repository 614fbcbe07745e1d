package aiprovider

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
)

// The limits of an answer, in bytes. A picture of 10 MB takes 14 MB in base64.
const (
	maxImage         = 10 << 20
	maxImageResponse = 24 << 20
	maxChat          = 8 << 20
	maxEvent         = 1 << 20 // of a stream; a longer one is scanned anew with each piece that comes
	maxSpeech        = 10 << 20
	maxSmall         = 1 << 20
)

// readJSON reads an answer of at most so many bytes into v. Fields of another type than v has are
// left as they are: a server may know more forms of a field than we do. An error inside of a
// success is the call's.
func readJSON(answer *http.Response, limit int64, v any) error {
	body, err := io.ReadAll(http.MaxBytesReader(nil, answer.Body, limit))
	if err != nil {
		return err
	}
	if err := embeddedError(answer.StatusCode, body); err != nil {
		return err
	}
	return decodeJSON(body, v)
}

// decodeJSON reads JSON as readJSON does.
func decodeJSON(b []byte, v any) error {
	if err := json.Unmarshal(b, v); err != nil && !errors.As(err, new(*json.UnmarshalTypeError)) {
		return newError(ReasonUnreadable, err)
	}
	return nil
}

// embeddedError returns the error that a success, or a part of a stream, holds; nil for none.
func embeddedError(status int, body []byte) error {
	if !bytes.Contains(body, []byte(`"error"`)) {
		return nil
	}
	var holds struct {
		Error any `json:"error"`
	}
	_ = json.Unmarshal(body, &holds) // what is no JSON holds none
	if holds.Error == nil {
		return nil
	}
	return errorFromBody(status, body)
}
