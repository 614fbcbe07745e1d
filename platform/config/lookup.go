package config

import (
	"os"
	"strings"
)

// Lookup gives an environment variable whose name only a file knows, or what the file at NAME_FILE holds; set is false when neither is there.
func Lookup(name string) (value Secret, set bool, err error) {
	text, set := os.LookupEnv(name)
	path := os.Getenv(name + "_FILE")
	if text != "" || path == "" {
		return Secret(text), set, nil
	}
	text, err = readValue(path)
	return Secret(text), true, err
}

// readValue gives what a file holds, without the line's end that editors add.
func readValue(path string) (string, error) {
	b, err := os.ReadFile(path)
	return strings.TrimRight(string(b), "\r\n"), err
}
