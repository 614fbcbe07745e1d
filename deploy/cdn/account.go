package main

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/hex"
	"net/http"
	"strings"
)

// register gives the visitor an account and a session, with a key as the page makes it.
func (b *browser) register(ctx context.Context, origin string) error {
	verify, signing, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return err
	}
	var public [32]byte
	_, _ = rand.Read(public[:]) // never fails; any 32 bytes do
	publicKey, verifyKey := hex.EncodeToString(public[:]), hex.EncodeToString(verify)
	var challenge struct{ Nonce, IssuedAt string }
	if err := b.Call(ctx, http.MethodPost, origin+"/api/v1/identity/challenges",
		map[string]string{"action": "ACTION_REGISTER", "publicKey": publicKey}, &challenge); err != nil {
		return err
	}
	statement := strings.Join([]string{"mcwick-auth-v1", "action: register", "origin: " + origin,
		"public_key: " + publicKey, "verify_key: " + verifyKey, "nonce: " + challenge.Nonce,
		"issued_at: " + challenge.IssuedAt}, "\n")
	b.own = append(b.own, publicKey)
	return b.Call(ctx, http.MethodPost, origin+"/api/v1/identity/keys", map[string]string{
		"publicKey": publicKey, "verifyKey": verifyKey, "nonce": challenge.Nonce,
		"signature": hex.EncodeToString(ed25519.Sign(signing, []byte(statement))),
	}, nil)
}
