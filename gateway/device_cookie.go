package main

import (
	"crypto/hmac"
	"encoding/base64"
	"encoding/binary"
	"net/http"
	"strings"
	"time"

	"mcwick.example/platform/config"
)

const (
	// deviceAge is how long a device cookie is good for after it was last minted.
	deviceAge = 180 * 24 * time.Hour
	// renewAfter is how old a device cookie is when the next page that is opened renews it.
	renewAfter = 24 * time.Hour

	deviceBytes = 16
	sealBytes   = 16
	timeBytes   = 8
	maxCookie   = 128 // characters of a device cookie: more than any that we mint
)

var cookieText = base64.RawURLEncoding.Strict() // one text for the same bytes

// deviceCookie is what a request brought.
type deviceCookie struct {
	device []byte // nil without a cookie that we sealed
	due    bool   // the next answer that may renews it
	// refused is why a cookie that came is not accepted, as security events have it; empty for one that is, and for
	// one that expired.
	refused string
}

// Why a cookie is refused.
const (
	cookieAltered    = "altered"
	cookieUnknownKey = "unknown_key"
)

// read returns the device of a request. A cookie that expired, is changed, or has a retired key is
// as good as none.
func (d devices) read(r *http.Request) deviceCookie {
	c, err := r.Cookie(d.cookie)
	if err != nil {
		return deviceCookie{due: true}
	}
	if len(c.Value) > maxCookie {
		return deviceCookie{due: true, refused: cookieAltered}
	}
	keys := d.seals.Get()
	if strings.Contains(c.Value, ".") {
		return keys.openSecond(c.Value, d.now())
	}
	first := deviceCookie{device: keys.openFirst(c.Value), due: true}
	switch {
	case first.device != nil:
	case keys.deviceKey == "":
		first.refused = cookieUnknownKey
	default:
		first.refused = cookieAltered
	}
	return first
}

// set sends the browser a cookie of the device.
func (d devices) set(w http.ResponseWriter, device []byte) {
	http.SetCookie(w, &http.Cookie{
		Name: d.cookie, Value: d.seals.Get().mint(device, d.now()),
		Path: "/", MaxAge: int(deviceAge.Seconds()), HttpOnly: true, Secure: d.secure, SameSite: http.SameSiteLaxMode,
	})
}

// mint makes a cookie of version 2, or of version 1 while no seal keys are configured: gateways of
// the last release read no other.
func (s seals) mint(device []byte, now time.Time) string {
	if s.minting == nil {
		return cookieText.EncodeToString(append(device[:deviceBytes:deviceBytes],
			sealFor(s.deviceKey, "device", device)...))
	}
	body := binary.BigEndian.AppendUint64(nil, uint64(now.Unix()))
	body = binary.BigEndian.AppendUint64(body, uint64(now.Add(deviceAge).Unix()))
	text := "2." + s.minting.ID + "." + cookieText.EncodeToString(append(body, device[:deviceBytes]...))
	return text + "." + cookieText.EncodeToString(sealFor(s.minting.Secret, "cookie", []byte(text)))
}

// openFirst reads version 1: the device and its seal.
func (s seals) openFirst(value string) []byte {
	b, err := cookieText.DecodeString(value)
	if err != nil || len(b) != deviceBytes+sealBytes || s.deviceKey == "" {
		return nil
	}
	if !hmac.Equal(b[deviceBytes:], sealFor(s.deviceKey, "device", b[:deviceBytes])) {
		return nil
	}
	return b[:deviceBytes]
}

// openSecond reads version 2: the version, the id of a key, what is sealed (seconds of minting and
// expiry, the device) and the seal of all that comes before it, with dots between.
func (s seals) openSecond(value string, now time.Time) deviceCookie {
	none := deviceCookie{due: true, refused: cookieAltered}
	parts := strings.Split(value, ".")
	if len(parts) != 4 || parts[0] != "2" {
		return none
	}
	key, accepted := s.accepted[parts[1]]
	body, bad := cookieText.DecodeString(parts[2])
	seal, worse := cookieText.DecodeString(parts[3])
	if bad != nil || worse != nil || len(body) != 2*timeBytes+deviceBytes {
		return none
	}
	if !accepted {
		return deviceCookie{due: true, refused: cookieUnknownKey}
	}
	if !hmac.Equal(seal, sealFor(key, "cookie", []byte(value[:len(value)-len(parts[3])-1]))) {
		return none
	}
	minted := time.Unix(int64(binary.BigEndian.Uint64(body)), 0)
	expires := time.Unix(int64(binary.BigEndian.Uint64(body[timeBytes:])), 0)
	if minted.Sub(now) > clockSkew || !now.Before(expires) {
		return deviceCookie{due: true}
	}
	another := s.minting == nil || s.minting.ID != parts[1]
	return deviceCookie{device: body[2*timeBytes:], due: another || now.Sub(minted) >= renewAfter}
}

// sealFor is the code of a cookie's text or bytes; version 1 and 2 have purposes of their own, so
// neither passes for the other.
func sealFor(key config.Secret, purpose string, sealed []byte) []byte {
	return mac(key, purpose, sealed)[:sealBytes]
}
