package main

import (
	"context"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"google.golang.org/protobuf/proto"

	"mcwick.example/platform/config"
	"mcwick.example/platform/rpc"
)

const (
	mediaPath = "/media/"
	// signatureParameter is all of the query of an address that is signed.
	signatureParameter = "signature="
	// addressPurpose separates these signatures from all others.
	addressPurpose = "media address"
	// maxSignature is more than any that we make, in characters.
	maxSignature = 128
	// minAddressLifetime leaves an address a second at least.
	minAddressLifetime = 2 * time.Second
)

// signAddress is the path at which one device reads an object that is not public, for the lifetime
// of addresses at most and half of it at least. Within such a half it is the same at each read, so
// that a page that reads again does not load again.
func (d devices) signAddress(name, visitor string) string {
	keys := d.seals.Get()
	half := d.addressLifetime / 2
	expires := strconv.FormatInt(d.now().Truncate(half).Add(2*half).Unix(), 10)
	id := keys.signingID()
	code := addressCode(keys.addressKeys[id], name, visitor, expires)
	return mediaPath + name + "?" + signatureParameter + expires + "." + id + "." + cookieText.EncodeToString(code)
}

// isSigned reports whether a signature opens an object to a device now.
func (d devices) isSigned(signature, name, visitor string) bool {
	if visitor == "" || len(signature) > maxSignature {
		return false
	}
	parts := strings.Split(signature, ".")
	if len(parts) != 3 {
		return false
	}
	key, accepted := d.seals.Get().addressKeys[parts[1]]
	code, bad := cookieText.DecodeString(parts[2])
	if !accepted || bad != nil || !hmac.Equal(code, addressCode(key, name, visitor, parts[0])) {
		return false
	}
	expires, err := strconv.ParseInt(parts[0], 10, 64)
	return err == nil && d.now().Before(time.Unix(expires, 0))
}

// addressCode is the code of an address. The name comes last, and nothing before it has a zero byte.
func addressCode(key []byte, name, visitor, expires string) []byte {
	m := hmac.New(sha256.New, key)
	for _, part := range []string{addressPurpose, expires, visitor} {
		m.Write([]byte(part))
		m.Write([]byte{0})
	}
	m.Write([]byte(name))
	return m.Sum(nil)
}

// deriveAddressKeys derives a key for addresses from each key that seals cookies, under its id.
func deriveAddressKeys(accepted map[string]config.Secret) (map[string][]byte, error) {
	derived := make(map[string][]byte, len(accepted))
	for id, secret := range accepted {
		key, err := hkdf.Key(sha256.New, []byte(secret.Reveal()), nil, addressPurpose, sha256.Size)
		if err != nil {
			return nil, fmt.Errorf("derive the key of addresses: %w", err)
		}
		derived[id] = key
	}
	return derived, nil
}

type verifiedAddressKey struct{}

// isVerifiedAddress reports whether verifyAddress found the request's address good.
func isVerifiedAddress(ctx context.Context) bool {
	verified, _ := ctx.Value(verifiedAddressKey{}).(bool)
	return verified
}

// verifyAddress notes that the request's address is signed for its device. One that is signed for
// another device or another object, that expired or was changed leads nowhere. An address without a
// signature opens what is public; any other query says nothing.
func (g *gateway) verifyAddress(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if signature, signed := strings.CutPrefix(r.URL.RawQuery, signatureParameter); signed {
			name := strings.TrimPrefix(r.URL.Path, mediaPath)
			if !g.devices.isSigned(signature, name, clientOf(r).visitor) {
				writeProblem(r.Context(), w, errNoRoute)
				return
			}
			r = r.WithContext(context.WithValue(r.Context(), verifiedAddressKey{}, true))
		}
		h.ServeHTTP(w, r)
	})
}

// fillAddresses sets the addresses of private objects in an answer, for the device that gets it.
func (g *gateway) fillAddresses(ctx context.Context, answer proto.Message) {
	visitor := rpc.CallerFrom(ctx).Visitor
	if visitor == "" {
		return // without a device there is none that may read it
	}
	g.privateObjects.fill(answer.ProtoReflect(),
		func(name string) string { return g.devices.signAddress(name, visitor) })
}
