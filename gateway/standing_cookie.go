package main

import (
	"crypto/hmac"
	"encoding/binary"
	"net/http"
	"strings"
	"time"
)

// The flags of a standing in its cookie.
const (
	flagSolved = 1 << iota
	flagProven
	flagSearched
	flagEarly
	flagCounted
)

// standingBody is what is sealed, in big endian: seconds since 1970, zero for no time.
type standingBody struct {
	Since    int64
	LastRead int64
	Flags    uint8
	Reads    uint8
}

// readStanding returns the standing of the device that a request brought. A cookie of another
// device, one that is changed, or one sealed with a retired key is as good as none.
func (d devices) readStanding(r *http.Request, device []byte) standing {
	c, err := r.Cookie(d.standingCookie)
	if err != nil || device == nil || len(c.Value) > maxCookie {
		return standing{}
	}
	return d.seals.Get().openStanding(c.Value, device)
}

// setStanding sends the browser the standing of the device.
func (d devices) setStanding(w http.ResponseWriter, device []byte, s standing) {
	http.SetCookie(w, &http.Cookie{
		Name: d.standingCookie, Value: d.seals.Get().sealStanding(device, s),
		Path: "/", MaxAge: int(deviceAge.Seconds()), HttpOnly: true, Secure: d.secure, SameSite: http.SameSiteLaxMode,
	})
}

// sealStanding makes a cookie: the version, the id of a key, the body and the seal of all that
// comes before it and of the device, with dots between.
func (s seals) sealStanding(device []byte, of standing) string {
	id, key := deviceKeyID, s.deviceKey
	if s.minting != nil {
		id, key = s.minting.ID, s.minting.Secret
	}
	body := standingBody{Since: toUnix(of.since), LastRead: toUnix(of.lastRead), Reads: of.reads}
	for flag, set := range map[uint8]bool{flagSolved: of.solved, flagProven: of.proven, flagSearched: of.searched,
		flagEarly: of.early, flagCounted: of.counted} {
		if set {
			body.Flags |= flag
		}
	}
	b, _ := binary.Append(nil, binary.BigEndian, body) // fixed size: never fails
	text := "1." + id + "." + cookieText.EncodeToString(b)
	return text + "." + cookieText.EncodeToString(sealFor(key, "standing", append([]byte(text), device...)))
}

func (s seals) openStanding(value string, device []byte) standing {
	parts := strings.Split(value, ".")
	if len(parts) != 4 || parts[0] != "1" {
		return standing{}
	}
	key, accepted := s.accepted[parts[1]]
	b, bad := cookieText.DecodeString(parts[2])
	seal, worse := cookieText.DecodeString(parts[3])
	text := value[:len(value)-len(parts[3])-1]
	if !accepted || bad != nil || worse != nil ||
		!hmac.Equal(seal, sealFor(key, "standing", append([]byte(text), device...))) {
		return standing{}
	}
	var body standingBody
	if n, err := binary.Decode(b, binary.BigEndian, &body); err != nil || n != len(b) {
		return standing{}
	}
	has := func(flag uint8) bool { return body.Flags&flag != 0 }
	return standing{
		since: fromUnix(body.Since), lastRead: fromUnix(body.LastRead), reads: body.Reads, solved: has(flagSolved),
		proven: has(flagProven), searched: has(flagSearched), early: has(flagEarly), counted: has(flagCounted),
	}
}

func toUnix(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.Unix()
}

func fromUnix(seconds int64) time.Time {
	if seconds == 0 {
		return time.Time{}
	}
	return time.Unix(seconds, 0)
}
