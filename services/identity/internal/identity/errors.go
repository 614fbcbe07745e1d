package identity

import "mcwick.example/platform/fault"

// The errors of this service. The texts of the first two and of the handle are specified.
var (
	ErrKeyUnknown = fault.New(fault.KindNotFound, "KEY_UNKNOWN", "Sorry that key doesn't exist, broh!")
	// ErrKeyTaken means that the public key was registered with another verify key, or was
	// replaced.
	ErrKeyTaken = fault.New(fault.KindConflict, "KEY_TAKEN", "That key is spoken for, broh. Generate a new one.")
	// ErrChallenge means that a nonce is invalid, has another purpose, has expired or was used.
	ErrChallenge = fault.New(fault.KindUnauthenticated, "CHALLENGE_INVALID",
		"That challenge burnt down. Try again, broh.")
	ErrSignature = fault.New(fault.KindUnauthenticated, "SIGNATURE_INVALID",
		"That signature does not fit the key, broh.")
	// ErrSignedOut means that the account signed out everywhere after the browser stored its key.
	ErrSignedOut = fault.New(fault.KindForbidden, "SIGNED_OUT",
		"You signed out everywhere, broh. Enter your private key to come back.")
	// ErrNotProven means that the session is only claimed.
	ErrNotProven   = fault.New(fault.KindForbidden, "PROOF_REQUIRED", "Enter with your private key for that, broh.")
	ErrHandleTaken = fault.New(fault.KindConflict, "HANDLE_TAKEN", "Somebody else wears that handle, broh.")

	// ErrProfileNotFound means that no account has the handle, or that its profile is private.
	ErrProfileNotFound = fault.New(fault.KindNotFound, "PROFILE_NOT_FOUND", "Nobody burns under that handle, broh.")

	// ErrHandleReserved means that no account may take the handle.
	ErrHandleReserved = fault.New(fault.KindConflict, "HANDLE_RESERVED",
		"That handle is not for grabs, broh. Pick another one.")
	// These are for operators.
	ErrHandleFree          = fault.New(fault.KindNotFound, "HANDLE_NOT_RESERVED", "That handle is not reserved.")
	ErrHandleKept          = fault.New(fault.KindConflict, "HANDLE_ALREADY_RESERVED", "That handle is reserved already.")
	ErrHandleNotFound      = fault.New(fault.KindNotFound, "HANDLE_NOT_FOUND", "No account has that handle.")
	ErrEarlyAccessNotFound = fault.New(fault.KindNotFound, "EARLY_ACCESS_NOT_FOUND",
		"That name did not request early access.")

	// ErrRevokeFuture is for operators: later calls would end the sessions that are opened until then, too.
	ErrRevokeFuture = newInvalid("REVOKE_INVALID", "beforeTime", "That time is in the future by the database's clock.")

	errPublicKey = newInvalid("PUBLIC_KEY_INVALID", "publicKey", "Invalid public key format")
	errVerifyKey = fault.New(fault.KindInvalid, "VERIFY_KEY_INVALID", "That is no key to check signatures with.")
	errHandle    = newInvalid("HANDLE_INVALID", "xHandle", "Please enter a valid X username")
	errAction    = newInvalid("ACTION_INVALID", "action", "A challenge is for register, login or rotate.")
	errClaimsOff = fault.New(fault.KindForbidden, "CLAIMS_OFF",
		"The public key alone opens nothing here, broh. Enter your private key.")
	errSameKey = newInvalid("NEW_KEY_INVALID", "newPublicKey", "The new key must be another one.")
)

// newInvalid returns the error for one invalid field, in any call.
func newInvalid(reason, field, message string) *fault.Error {
	return &fault.Error{Kind: fault.KindInvalid, Reason: reason, Message: message,
		Fields: []fault.Field{{Name: field, Message: message}}}
}
