package publications

// Owner is whose a publication is: the device's that made it, and the account's that had been proven there or was later.
type Owner struct {
	Visitor string
	Account string // empty for none
}

// Is reports whether a caller is the owner: by the device or by the account.
func (o Owner) Is(caller Owner) bool {
	return o.Visitor == caller.Visitor || (o.Account != "" && o.Account == caller.Account)
}
