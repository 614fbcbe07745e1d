package text

import (
	"regexp"
	"strings"
)

// handleForm is X's own rule for names, up to the 50 that we take.
var handleForm = regexp.MustCompile(`^[A-Za-z0-9_]{1,50}$`)

// ParseHandle reads an X handle with or without its '@' and gives it with one; ok is false when it
// is none.
func ParseHandle(s string) (handle string, ok bool) {
	name := strings.TrimPrefix(s, "@")
	if !handleForm.MatchString(name) {
		return "", false
	}
	return "@" + name, true
}
