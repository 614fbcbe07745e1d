package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
	"time"

	"mcwick.example/platform/config"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/text"
)

// devices reads and makes the signed cookie that tells one browser from another. What the services
// see is derived from it, so that no row leads back to a cookie.
type devices struct {
	ids            config.Secret // derives what services learn
	seals          *config.Reloader[seals]
	cookie         string
	standingCookie string
	secure         bool
	now            func() time.Time

	addressLifetime time.Duration // of addresses of private objects
}

// newDevices names the cookie by what the origin allows: __Host- cookies need https.
func newDevices(c configuration) (devices, error) {
	d := devices{ids: c.visitorKey(), cookie: "vid", standingCookie: "standing", now: time.Now,
		addressLifetime: c.MediaAddressLifetime}
	if strings.HasPrefix(c.PublicOrigin, "https:") {
		d.cookie, d.standingCookie, d.secure = "__Host-vid", "__Host-standing", true
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
func (d devices) laneOf(remote string) string { return d.hashOf("lane", laneNetwork(remote)) }

// supernetOf is the network above the lane's.
func (d devices) supernetOf(remote string) string { return d.hashOf("supernet", supernet(remote)) }

// subnetOf is the network that limits count an address in.
func (d devices) subnetOf(remote string) string { return d.hashOf("subnet", subnet(remote)) }

// subscriberOf is what one customer of a provider has.
func (d devices) subscriberOf(remote string) string {
	return d.hashOf("subscriber", subscriber(remote))
}

// flowOf is what a request without a device of its own takes its turns as, and limits count: its address.
func (d devices) flowOf(remote string) string { return d.hashOf("flow", addressPrefix(remote)) }

func (d devices) hashOf(purpose, network string) string {
	return base64.RawURLEncoding.EncodeToString(mac(d.ids, purpose, []byte(network))[:8])
}

func mac(key config.Secret, purpose string, of []byte) []byte {
	m := hmac.New(sha256.New, []byte(key.Reveal()))
	m.Write([]byte(purpose))
	m.Write(of)
	return m.Sum(nil)
}

// withVisitor puts the caller into the request's context, as services learn of them, but for the
// standing and the account: see withStanding and withAccount. A write without a cookie gets one
// with its answer; it is limited by its address alone, because a new device costs nothing.
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
		caller := rpc.Caller{IdempotencyKey: key, Visitor: client.visitor, Lane: client.lane()}
		if token := g.sessions.read(r); token != "" {
			caller.Session = hashOf(token)
		}
		if err := g.checkAccountBlocks(r, caller.Session); err != nil {
			writeProblem(r.Context(), w, err)
			return
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
