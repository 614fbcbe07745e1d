package identity

import (
	"time"

	"github.com/google/uuid"
)

// Assurance is how a session was opened.
type Assurance string

// The assurances.
const (
	// Claimed sessions named a public key, which anybody may know. They see their handle and may do
	// nothing that a stranger may not.
	Claimed Assurance = "claimed"
	// Proven sessions signed with the private key.
	Proven Assurance = "proven"
)

// How long a session lasts.
const (
	SessionIdle = 14 * 24 * time.Hour // since it was last seen
	SessionLife = 90 * 24 * time.Hour // in total
)

// User is the holder of a key.
type User struct {
	Account   uuid.UUID // opaque, the same after a change of keys
	PublicKey PublicKey
	VerifyKey VerifyKey
	Handle    string // begins with '@'
	IsPrivate bool   // no other visitor sees a profile of the account
}

// SessionID is the SHA-256 of a session's token, in base64url; only the browser and the gateway
// know the token itself.
type SessionID string

// Session is an open session with its user.
type Session struct {
	ID        SessionID
	User      User
	Assurance Assurance
	// AccountCreated is when the first key of the user's account was registered.
	AccountCreated time.Time
}
