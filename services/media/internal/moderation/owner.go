package moderation

import "mcwick.example/platform/rpc"

// Owner is the owner of a publication or of a shared video: the device that made it, and the account that
// was proven there or was linked to the device later. A video that is not shared is its device's alone.
type Owner struct {
	Visitor string
	Account string // empty without an account
}

// OwnerOf returns the caller as an owner.
func OwnerOf(c rpc.Caller) Owner { return Owner{Visitor: c.Visitor, Account: c.Account} }

// Is reports whether a caller is the owner: by the device or by the account.
func (o Owner) Is(caller Owner) bool {
	return o.Visitor == caller.Visitor || (o.Account != "" && o.Account == caller.Account)
}
