package history

// checkSessions checks that a session is invalid from the response on that ended it. A logout ends
// its session, a login the one that it replaces; logging out everywhere and rotating the key end all
// sessions of the account.
func checkSessions(calls []Call, _ State, found *findings) {
	reads := group(calls, func(c Call) string { return c.Arguments.Session }, GetSession)
	opened := map[string]Call{} // by the name of the session
	for _, c := range withOutcome(calls, Acknowledged) {
		if c.isOf(Register, LogIn, Rotate) {
			opened[c.Answer.Session] = c
		}
	}
	for _, end := range withOutcome(calls, Acknowledged) {
		for name, opening := range opened {
			if !ends(end, name, opening) {
				continue
			}
			for _, r := range withOutcome(reads[name], Acknowledged) {
				if r.Start > end.End && r.Answer.LoggedIn {
					found.add(RevokedStayRevoked, []Call{opening, end, r}, "%s still logs in", name)
				}
			}
		}
	}
}

// ends reports whether a call ended a session that another one had opened before.
func ends(c Call, session string, opening Call) bool {
	switch {
	case opening.ID == c.ID || opening.Client != c.Client || opening.End > c.Start:
		return false
	case c.isOf(Rotate, LogOutEverywhere):
		return true
	case c.isOf(LogOut, LogIn, Register):
		return c.Arguments.Session == session
	}
	return false
}
