package main

import (
	"regexp"
	"testing"
	"time"
)

// Verifies SAFE-3.
func TestSecurityTxtNamesTheContact(t *testing.T) {
	w := newEnvironment(t)
	w.gateway.config.SecurityContact = "mailto:security@mcwick.example"
	resp, body := w.do(t, "GET", securityTxtPath, "")
	fields := regexp.MustCompile(`^Contact: mailto:security@mcwick\.example
Expires: (\S+)
Preferred-Languages: en
Canonical: http://localhost:8080/\.well-known/security\.txt
$`).FindStringSubmatch(body)
	if h := resp.Header; resp.StatusCode != 200 || fields == nil || h.Get("Content-Type") != "text/plain; charset=utf-8" ||
		len(resp.Cookies()) != 0 {
		t.Fatalf("%s %v %s", resp.Status, h, body)
	}
	expires, err := time.Parse(time.RFC3339, fields[1])
	if left := time.Until(expires); err != nil || left > 90*24*time.Hour || left < 88*24*time.Hour {
		t.Errorf("good until %v, %v", expires, err)
	}
	if resp, body := w.do(t, "HEAD", securityTxtPath, ""); resp.StatusCode != 200 || body != "" {
		t.Errorf("HEAD: %s %s", resp.Status, body)
	}
}

// Verifies SAFE-3.
func TestSecurityTxtNeedsAContact(t *testing.T) {
	w := newEnvironment(t)
	if resp, body := w.do(t, "GET", securityTxtPath, ""); resp.StatusCode != 404 {
		t.Errorf("%s %s", resp.Status, body)
	}
}

// Verifies SAFE-3.
func TestSecurityContactIsAnAddress(t *testing.T) {
	for contact, isValid := range map[string]bool{
		"": true, "mailto:security@mcwick.example": true, "https://mcwick.example/contact": true,
		"security@mcwick.example": false, "http://mcwick.example": false, "https:": false, "mailto:": false,
		"https://mcwick.example\nExpires: never": false, "mailto:a@b\nContact: mailto:c@d": false,
	} {
		c := configuration{SecurityContact: contact}
		if err := c.validateSecurityContact(); (err == nil) != isValid {
			t.Errorf("%q: %v", contact, err)
		}
	}
}
