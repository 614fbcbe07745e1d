package sandbox

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"

	"github.com/elastic/go-seccomp-bpf"
	"github.com/landlock-lsm/go-landlock/landlock"
	ll "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"
)

// runConfined starts the command from a thread of its own, which has given up what the program must
// not have: a program inherits that. (From Go 1.28 on, SysProcAttr takes a Landlock ruleset.)
// The thread is never unlocked, so it ends with its goroutine; it stays until the program has ended, because
// Pdeathsig is about the thread.
func runConfined(cmd *exec.Cmd, access Access) (missing []string, err error) {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		runtime.LockOSThread()
		if missing, err = confineThread(access); err == nil {
			err = cmd.Run()
		}
	}()
	<-ended
	return missing, err
}

// confineThread gives up what the calling thread may not do any more, and returns what the kernel
// does not have.
func confineThread(access Access) (missing []string, err error) {
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return nil, fmt.Errorf("no new privileges: %w", err)
	}
	hasLandlock, err := restrictFiles(access)
	if err != nil {
		return nil, fmt.Errorf("landlock: %w", err)
	}
	if !hasLandlock {
		missing = append(missing, "landlock")
	}
	if err := seccomp.LoadFilter(filter); errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.EINVAL) {
		missing = append(missing, "seccomp")
	} else if err != nil {
		return nil, err
	}
	return missing, nil
}

// The system's files that programs need: themselves and their libraries, and fonts. None has a key.
var (
	systemFolders = []string{"/usr", "/bin", "/lib", "/lib64", "/etc/fonts", "/var/cache/fontconfig"}
	systemFiles   = []string{"/etc/ld.so.cache", "/dev/urandom"}
)

// restrictFiles reports false where the kernel has no Landlock.
func restrictFiles(access Access) (bool, error) {
	rules := []landlock.Rule{
		landlock.RODirs(systemFolders...).IgnoreIfMissing(),
		landlock.ROFiles(systemFiles...).IgnoreIfMissing(),
		landlock.RWFiles(os.DevNull),
		landlock.RWDirs(access.Write...),
	}
	for _, path := range access.Read {
		info, err := os.Stat(path)
		if err != nil {
			return false, err
		}
		if info.IsDir() {
			rules = append(rules, landlock.RODirs(path))
		} else {
			rules = append(rules, landlock.ROFiles(path))
		}
	}
	// Signals, abstract sockets and TCP are restricted as well, where the kernel knows how.
	ruleset, flags, err := landlock.V9.BestEffort().NewRulesetFD(rules...)
	if err != nil || ruleset < 0 {
		return false, err
	}
	defer unix.Close(ruleset)
	return true, ll.LandlockRestrictSelf(ruleset, flags)
}

// filter refuses every socket, whichever its family, and what reaches into other programs or into
// rare parts of the kernel. It holds for the thread that loads it alone.
var filter = seccomp.Filter{Policy: seccomp.Policy{
	DefaultAction: seccomp.ActionAllow,
	Syscalls: []seccomp.SyscallGroup{{
		Action: seccomp.ActionErrno, // "operation not permitted"
		Names: []string{
			"socket", "socketpair", "io_uring_setup", // the latter would open sockets without these
			"ptrace", "process_vm_readv", "process_vm_writev", "pidfd_getfd", "process_madvise",
			"unshare", "setns", "mount", "pivot_root", "chroot",
			"bpf", "perf_event_open", "userfaultfd", "add_key", "request_key", "keyctl",
		},
	}},
}}
