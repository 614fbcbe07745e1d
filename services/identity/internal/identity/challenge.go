package identity

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"time"
)

const (
	// challengeLife is how long a nonce is valid.
	challengeLife = 120 * time.Second
	// clockSkew is how far the clocks of two replicas may differ.
	clockSkew = 5 * time.Second
)

// Challenge is a nonce and when it was issued.
type Challenge struct {
	Nonce   string    // base64url
	Issued  time.Time // whole seconds, UTC
	Expires time.Time
}

// IssuedAt is the time as it is written in the statement.
func (c Challenge) IssuedAt() string { return c.Issued.Format(time.RFC3339) }

// Hash is what is stored of a consumed nonce.
func (c Challenge) Hash() []byte {
	sum := sha256.Sum256([]byte(c.Nonce))
	return sum[:]
}

// purpose is what a nonce is bound to, besides its origin and time.
type purpose struct {
	action  Action
	key     PublicKey
	visitor string
}

// Challenger creates and verifies nonces. It stores none: a nonce carries its time and a MAC over
// its purpose, so many requests fill no table. The MAC's key is derived and changes every day, so
// all replicas know it.
type Challenger struct {
	secrets func() [][]byte
	origin  string
	now     func() time.Time
}

// NewChallenger returns a challenger for pages of this origin. Secrets have at least 32 bytes and
// are the same in all replicas: the first signs, all verify, so that a secret can be replaced while
// challenges are open.
func NewChallenger(secrets func() [][]byte, origin string, now func() time.Time) *Challenger {
	return &Challenger{secrets: secrets, origin: origin, now: now}
}

// A nonce is eight bytes of seconds, random bytes and the MAC.
const (
	timeBytes   = 8
	randomBytes = 16
	codeBytes   = 16
	nonceBytes  = timeBytes + randomBytes + codeBytes
)

func (c *Challenger) issue(p purpose) Challenge {
	issued := c.now().UTC().Truncate(time.Second)
	b := make([]byte, timeBytes+randomBytes, nonceBytes)
	binary.BigEndian.PutUint64(b, uint64(issued.Unix()))
	_, _ = rand.Read(b[timeBytes:]) // never fails
	b = append(b, c.code(c.secrets()[0], p, issued, b)...)
	return Challenge{Nonce: base64.RawURLEncoding.EncodeToString(b), Issued: issued, Expires: issued.Add(challengeLife)}
}

// verify returns the challenge of a nonce that was issued here for this purpose and has not
// expired, else ErrChallenge.
func (c *Challenger) verify(nonce string, p purpose) (Challenge, error) {
	b, err := base64.RawURLEncoding.Strict().DecodeString(nonce)
	// decoding skips line ends
	if err != nil || len(b) != nonceBytes || len(nonce) != base64.RawURLEncoding.EncodedLen(nonceBytes) {
		return Challenge{}, ErrChallenge
	}
	issued := time.Unix(int64(binary.BigEndian.Uint64(b)), 0).UTC()
	age := c.now().Sub(issued)
	if age < -clockSkew || age > challengeLife {
		return Challenge{}, ErrChallenge
	}
	body := b[:timeBytes+randomBytes]
	for _, secret := range c.secrets() {
		if hmac.Equal(b[len(body):], c.code(secret, p, issued, body)) {
			return Challenge{Nonce: nonce, Issued: issued, Expires: issued.Add(challengeLife)}, nil
		}
	}
	return Challenge{}, ErrChallenge
}

func (c *Challenger) code(secret []byte, p purpose, issued time.Time, body []byte) []byte {
	key, err := hkdf.Key(sha256.New, secret, nil, "mcwick challenge "+issued.Format(time.DateOnly), sha256.Size)
	if err != nil {
		panic(err) // never: the length is a hash's
	}
	m := hmac.New(sha256.New, key)
	for _, part := range []string{string(p.action), string(p.key), p.visitor, c.origin} {
		m.Write([]byte(part))
		m.Write([]byte{0}) // no part can contain it
	}
	m.Write(body)
	return m.Sum(nil)[:codeBytes]
}
