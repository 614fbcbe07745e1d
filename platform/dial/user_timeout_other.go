//go:build !linux

package dial

import "syscall"

// setUserTimeout does nothing where the system has no such bound; keep-alive and each client's own
// time-outs remain.
func setUserTimeout(string, string, syscall.RawConn) error { return nil }
