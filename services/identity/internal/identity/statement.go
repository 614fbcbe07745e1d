package identity

import "strings"

// Action is what a signature is for.
type Action string

// The actions. The words stand in what is signed.
const (
	ActionRegister Action = "register"
	ActionLogin    Action = "login"
	ActionRotate   Action = "rotate"
)

// Statement is what is signed. The page and this service each write it from what they know themselves; of the other side they take the nonce
// and the time alone. So a signature that another site, another purpose or another key was meant for fits nothing here.
type Statement struct {
	Action    Action
	Origin    string // of the page, such as https://mcwick.example
	PublicKey PublicKey
	VerifyKey VerifyKey
	Nonce     string
	IssuedAt  string // RFC 3339 in UTC, whole seconds

	// The key to come; only with ActionRotate.
	NewPublicKey PublicKey
	NewVerifyKey VerifyKey
}

// Text is the statement in UTF-8: a line for each value, LF between them. Its first line says whose it is and in which form.
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
