package publications

// Owner is the owner of a publication: the device that made it, and the account that was proven
// there or was later.
type Owner struct {
	Visitor string
	Account string // empty without an account
}

// Is reports whether a caller is the owner: by the device or by the account.
func (o Owner) Is(caller Owner) bool {
	return o.Visitor == caller.Visitor || (o.Account != "" && o.Account == caller.Account)
}
