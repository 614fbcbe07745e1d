package main

import (
	"crypto/ed25519"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// manifestName is the file in which the build signs all files of a part of the page.
const manifestName = "manifest.jws"

// partManifest is what the build signs: the SHA-256 of each file of a part, in base64, by its name.
type partManifest struct {
	Part  string            `json:"part"`
	Files map[string]string `json:"files"`
}

// pageKey is a key that the build of the page may sign with.
type pageKey ed25519.PublicKey

// UnmarshalText reads a public key of Ed25519 as one line: the body of its PEM file.
func (k *pageKey) UnmarshalText(text []byte) error {
	der, err := base64.StdEncoding.DecodeString(string(text))
	if err != nil {
		return fmt.Errorf("a public key is one line of base64: %w", err)
	}
	parsed, err := x509.ParsePKIXPublicKey(der)
	if err != nil {
		return err
	}
	key, ok := parsed.(ed25519.PublicKey)
	if !ok {
		return fmt.Errorf("want a public key of Ed25519, not %T", parsed)
	}
	*k = pageKey(key)
	return nil
}

// manifestHeader is the only one that is accepted: what names another algorithm, or a key of its own, is
// refused unread.
var manifestHeader = base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"EdDSA"}`))

// readManifest reads the manifest of a part from a JWS (RFC 7515, RFC 8037) that one of the keys signed.
func readManifest(jws, part string, keys []pageKey) (m partManifest, err error) {
	parts := strings.Split(jws, ".")
	if len(parts) != 3 {
		return m, errors.New("the manifest is no JWS")
	}
	header, payload, signature := parts[0], parts[1], parts[2]
	signed := header + "." + payload
	code, err := cookieText.DecodeString(signature)
	if err != nil || header != manifestHeader || !slices.ContainsFunc(keys, func(k pageKey) bool {
		return ed25519.Verify(ed25519.PublicKey(k), []byte(signed), code)
	}) {
		return m, errors.New("the manifest is not signed by a key of PAGE_SIGNERS")
	}
	body, err := cookieText.DecodeString(payload)
	if err == nil {
		err = json.Unmarshal(body, &m)
	}
	if err == nil && m.Part != part {
		err = fmt.Errorf("the manifest is of %q", m.Part)
	}
	return m, err
}
