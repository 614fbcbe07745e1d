package config

import "testing"

// Verifies OPS-58.
func TestOriginsAreSpelledAsBrowsersDo(t *testing.T) {
	for origin, ok := range map[string]bool{
		"https://mcwick.example":          true,
		"https://xn--kerze-kva.example":   true,
		"https://mcwick.example:8443":     true,
		"http://localhost:8080":           true,
		"http://127.0.0.1:443":            true,
		"http://[::1]:8080":               true,
		"https://[::443]":                 true,
		"https://McWick.example":          false,
		"HTTPS://mcwick.example":          false,
		"https://kärze.example":           false,
		"https://mcwick.example:443":      false,
		"http://mcwick.example:80":        false,
		"https://mcwick.example:0443":     false,
		"https://mcwick.example:":         false,
		"https://mcwick.example/":         false,
		"https://mcwick.example?":         false,
		"https://wick@mcwick.example":     false,
		"https://mcwick.example\n":        false,
		"https://":                        false,
		"ftp://mcwick.example":            false,
		"mcwick.example":                  false,
		"https://mcwick.example, http://": false,
	} {
		if err := CheckOrigin("PUBLIC_ORIGIN", origin); (err == nil) != ok {
			t.Errorf("%q: %v", origin, err)
		}
	}
}
