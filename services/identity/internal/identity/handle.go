package identity

import (
	"crypto/rand"
	"regexp"
	"strings"
)

// handleForm is X's own rule for names, up to the specified 50.
var handleForm = regexp.MustCompile(`^[A-Za-z0-9_]{1,50}$`)

// ParseHandle reads an X handle with or without its '@' and gives it with one.
func ParseHandle(s string) (string, error) {
	name := strings.TrimPrefix(s, "@")
	if !handleForm.MatchString(name) {
		return "", errHandle
	}
	return "@" + name, nil
}

const (
	handlePrefix  = "@mcanon"
	handleSuffix  = 6
	handleLetters = "abcdefghijklmnopqrstuvwxyz0123456789"
)

// randomHandle invents a handle. It may be taken: there are 36^6, about two thousand million.
func randomHandle() string {
	// Bytes from here up would make the first letters likelier than the others.
	const fair = 256 / len(handleLetters) * len(handleLetters)
	handle := []byte(handlePrefix)
	for b := make([]byte, 1); len(handle) < len(handlePrefix)+handleSuffix; {
		_, _ = rand.Read(b) // never fails
		if int(b[0]) < fair {
			handle = append(handle, handleLetters[int(b[0])%len(handleLetters)])
		}
	}
	return string(handle)
}
