package identity

import "strings"

// Action is the purpose of a signature.
type Action string

// The actions. Their text is part of the signed statement.
const (
	ActionRegister Action = "register"
	ActionLogin    Action = "login"
	ActionRotate   Action = "rotate"
)

// Statement is the signed text. The page and this service each build it from what they know
// themselves; they exchange only the nonce and the time. So a signature for another site, purpose
// or key is invalid here.
type Statement struct {
	Action    Action
	Origin    string // of the page, such as https://mcwick.example
	PublicKey PublicKey
	VerifyKey VerifyKey
	Nonce     string
	IssuedAt  string // RFC 3339 in UTC, whole seconds

	// The new key; only with ActionRotate.
	NewPublicKey PublicKey
	NewVerifyKey VerifyKey
}

// Text is the statement in UTF-8: one line per value, separated by LF. Its first line names the
// protocol and its version.
func (s Statement) Text() string {
	lines := []string{
		"mcwick-auth-v1",
		"action: " + string(s.Action),
		"origin: " + s.Origin,
		"public_key: " + string(s.PublicKey),
		"verify_key: " + s.VerifyKey.String(),
	}
	if s.Action == ActionRotate {
		lines = append(lines, "new_public_key: "+string(s.NewPublicKey), "new_verify_key: "+s.NewVerifyKey.String())
	}
	return strings.Join(append(lines, "nonce: "+s.Nonce, "issued_at: "+s.IssuedAt), "\n")
}
