package strict

import (
	"errors"
	"strconv"
	"strings"

	"google.golang.org/grpc/status"

	"mcwick.example/platform/fault"
)

// faultPrefix begins the text of our refusals. The runtime keeps nothing of a decoding error but
// its text, so the text carries the field: mark, the quoted field, a colon, the sentence.
const faultPrefix = "refused at "

// unreadableField refuses a field; the empty field is the whole body.
func unreadableField(field, message string) error {
	return errors.New(faultPrefix + strconv.Quote(field) + ": " + message)
}

// Fault is what the runtime's error handler was given: a refusal of this package, as an invalid
// input that names the field, or what a service answered.
func Fault(err error) error {
	text, ours := strings.CutPrefix(status.Convert(err).Message(), faultPrefix)
	if !ours {
		return fault.FromStatus(err)
	}
	quoted, err := strconv.QuotedPrefix(text)
	if err != nil {
		return fault.FromStatus(err)
	}
	field, _ := strconv.Unquote(quoted) // QuotedPrefix has checked it
	message := strings.TrimPrefix(text[len(quoted):], ": ")
	return fault.Invalid("REQUEST_UNREADABLE", fault.Field{Name: field, Message: message})
}
