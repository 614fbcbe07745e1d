package backing

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"golang.org/x/sys/unix"
)

// unprivilegedUser is the account that owns nothing; PostgreSQL refuses to run as root and takes
// any other.
const unprivilegedUser = 65534

// account prepares a folder for PostgreSQL and returns the user that runs it. As root that is the
// system's unprivileged user. Below a closed folder such as /root that user keeps one of root's capabilities,
// without which it could not reach its own files. (A user namespace would do as well, but containers and
// chroots refuse to make one.)
func account(dir string) (syscall.SysProcAttr, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return syscall.SysProcAttr{}, err
	}
	if os.Getuid() != 0 {
		return syscall.SysProcAttr{}, nil
	}
	if err := chownTo(dir, unprivilegedUser); err != nil {
		return syscall.SysProcAttr{}, err
	}
	attr := syscall.SysProcAttr{Credential: &syscall.Credential{Uid: unprivilegedUser, Gid: unprivilegedUser}}
	if !reachable(filepath.Dir(dir)) {
		attr.AmbientCaps = []uintptr{unix.CAP_DAC_OVERRIDE}
	}
	return attr, nil
}

// writeFor writes a file that the account of a server may read, and no other.
func writeFor(attr syscall.SysProcAttr, path string, text []byte) error {
	if err := os.WriteFile(path, text, 0o600); err != nil || attr.Credential == nil {
		return err
	}
	return os.Chown(path, int(attr.Credential.Uid), int(attr.Credential.Gid))
}

// copyCertificate copies the certificate, the key and the authority in a folder into that of a server, for its
// account.
func copyCertificate(attr syscall.SysProcAttr, from, to string) error {
	for _, name := range []string{"tls.crt", "tls.key", "ca.crt"} {
		text, err := os.ReadFile(filepath.Join(from, name))
		if err != nil {
			return err
		}
		if err := writeFor(attr, filepath.Join(to, name), text); err != nil {
			return err
		}
	}
	return nil
}

// reachable reports whether every folder from the root down to dir lets everybody pass.
func reachable(dir string) bool {
	for ; ; dir = filepath.Dir(dir) {
		info, err := os.Stat(dir)
		if err != nil || info.Mode().Perm()&0o001 == 0 {
			return false
		}
		if dir == filepath.Dir(dir) {
			return true
		}
	}
}

// chownTo makes a folder and all in it belong to an account. It looks only when the folder itself
// has another owner, so a second start is quick.
func chownTo(dir string, uid int) error {
	info, err := os.Stat(dir)
	if err != nil {
		return err
	}
	if stat, ok := info.Sys().(*syscall.Stat_t); ok && int(stat.Uid) == uid {
		return nil
	}
	err = filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(path, uid, uid)
	})
	if err != nil {
		return fmt.Errorf("hand %s to the database account: %w", dir, err)
	}
	return nil
}
