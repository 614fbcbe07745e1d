package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/config"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/text"
)

// devices reads and makes the signed cookie that tells one browser from another. What the services
// see is derived from it, so that no row leads back to a cookie.
type devices struct {
	ids    config.Secret // derives what services learn
	seals  *config.Reloader[seals]
	cookie string
	secure bool
	now    func() time.Time
}

// newDevices names the cookie by what the origin allows: __Host- cookies need https.
func newDevices(c configuration) (devices, error) {
	d := devices{ids: c.visitorKey(), cookie: "vid", now: time.Now}
	if strings.HasPrefix(c.PublicOrigin, "https:") {
		d.cookie, d.secure = "__Host-vid", true
	}
	var err error
	d.seals, err = config.NewReloader("SEAL_KEYS", config.SecretLoader(c.SealKeys, c.SealKeysFile, c.readSeals))
	return d, err
}

// visitorOf is the opaque id under which the services know a device.
func (d devices) visitorOf(device []byte) string {
	return base64.RawURLEncoding.EncodeToString(mac(d.ids, "visitor", device)[:16])
}

// laneOf is the lane of an address: a keyed hash of its network, so that no service learns an
// address.
func (d devices) laneOf(remote string) string {
	return base64.RawURLEncoding.EncodeToString(mac(d.ids, "lane", []byte(laneNetwork(remote)))[:8])
}

func mac(key config.Secret, purpose string, of []byte) []byte {
	m := hmac.New(sha256.New, []byte(key.Reveal()))
	m.Write([]byte(purpose))
	m.Write(of)
	return m.Sum(nil)
}

// newDevice makes a device that carries when it was made: a UUID of version 7. A client cannot
// choose it, because it is sealed.
func newDevice() []byte {
	id := uuid.Must(uuid.NewV7()) // never fails
	return id[:]
}

// clockSkew is how far the clocks of two gateways may differ.
const clockSkew = time.Minute

// isSettled reports whether a device was made so long ago. Devices of earlier releases are random
// bytes, which say nothing of their age or a time to come; they are from before, and settled.
func isSettled(device []byte, after time.Duration, now time.Time) bool {
	id := uuid.UUID(device)
	if id.Version() != 7 || id.Variant() != uuid.RFC4122 {
		return true
	}
	made := time.Unix(id.Time().UnixTime())
	return now.Sub(made) >= after || made.Sub(now) > clockSkew
}

// withVisitor puts the caller into the request's context, as services learn of them, but for the
// account: see withAccount. A write without a cookie gets one with its answer; it is limited by its
// address alone, because a new device costs nothing.
func (g *gateway) withVisitor(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := r.Header.Get("Idempotency-Key")
		if key != "" {
			var ok bool
			if key, ok = text.ParseIdempotencyKey(key); !ok || len(r.Header["Idempotency-Key"]) > 1 {
				writeProblem(r.Context(), w, errKeyFormat)
				return
			}
		}
		client := clientOf(r)
		caller := rpc.Caller{IdempotencyKey: key, Lane: g.devices.laneOf(client.address), Visitor: client.visitor}
		if token := g.sessions.read(r); token != "" {
			caller.Session = hashOf(token)
		}
		if client.device != nil && isSettled(client.device, g.config.DeviceSettlesAfter, time.Now()) {
			caller.Standing = rpc.StandingSettled
		}
		if client.visitor == "" && r.Method != http.MethodGet && r.Method != http.MethodHead {
			device := newDevice()
			g.devices.set(w, device)
			g.activity.recordNewDevice(caller.Lane)
			caller.Visitor = g.devices.visitorOf(device)
		}
		h.ServeHTTP(w, r.WithContext(rpc.WithCaller(r.Context(), caller)))
	})
}
