package main

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// securityTxtPath is where RFC 9116 has those look who found a vulnerability.
const securityTxtPath = "/.well-known/security.txt"

// securityTxtLifetime is how long the contact is good for; the RFC allows a year at most.
const securityTxtLifetime = 90 * 24 * time.Hour

// validateSecurityContact reports a contact that the RFC does not allow.
func (c *configuration) validateSecurityContact() error {
	if c.SecurityContact == "" {
		return nil
	}
	u, err := url.Parse(c.SecurityContact)
	isMail := err == nil && u.Scheme == "mailto" && strings.Contains(u.Opaque, "@")
	if isMail || err == nil && u.Scheme == "https" && u.Host != "" {
		return nil
	}
	return errors.New("SECURITY_CONTACT must be an address such as mailto:security@mcwick.example or https://mcwick.example/contact")
}

// serveSecurityTxt says to whom vulnerabilities are reported. Without a contact there is no such file.
func (g *gateway) serveSecurityTxt(w http.ResponseWriter, r *http.Request) {
	if g.config.SecurityContact == "" {
		writeProblem(r.Context(), w, errNoRoute)
		return
	}
	const day = 24 * time.Hour // so that the file changes once a day
	expires := time.Now().UTC().Truncate(day).Add(securityTxtLifetime)
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "public, max-age=3600")
	fmt.Fprintf(w, "Contact: %s\nExpires: %s\nPreferred-Languages: en\nCanonical: %s\n",
		g.config.SecurityContact, expires.Format(time.RFC3339), g.absolute(securityTxtPath))
}
