package sandbox

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"unsafe"

	"github.com/elastic/go-seccomp-bpf"
	"github.com/elastic/go-seccomp-bpf/arch"
	"github.com/landlock-lsm/go-landlock/landlock"
	ll "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/net/bpf"
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
		if unix.Gettid() == unix.Getpid() {
			// The main thread would not end, and stand for this process: the program could signal it.
			missing, err = runConfined(cmd, access) // on another thread, as this one is taken
			runtime.UnlockOSThread()
			return
		}
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
	if err := restrictFiles(access); err != nil {
		return nil, fmt.Errorf("landlock: %w", err)
	}
	if err := refuseCalls(); errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.EINVAL) {
		missing = append(missing, "seccomp")
	} else if err != nil {
		return nil, fmt.Errorf("seccomp: %w", err)
	}
	abi, _ := ll.LandlockGetABIVersion()
	return append(missing, missingOfLandlock(abi)...), nil
}

// missingOfLandlock returns what a version of Landlock's interface does not have; 0 is no Landlock.
func missingOfLandlock(abi int) (missing []string) {
	if abi < 1 {
		return []string{"landlock"}
	}
	if abi < 3 {
		missing = append(missing, "landlock truncate") // files elsewhere can be emptied
	}
	if abi < 6 {
		missing = append(missing, "landlock signals") // other programs of the user can be ended
	}
	return missing
}

// The system's files that programs need: themselves and their libraries, and fonts. None has a key.
var (
	systemFolders = []string{"/usr", "/bin", "/lib", "/lib64", "/etc/fonts", "/var/cache/fontconfig"}
	systemFiles   = []string{"/etc/ld.so.cache", "/dev/urandom"}
)

// restrictFiles does nothing where the kernel has no Landlock.
func restrictFiles(access Access) error {
	rules := []landlock.Rule{
		landlock.RODirs(systemFolders...).IgnoreIfMissing(),
		landlock.ROFiles(systemFiles...).IgnoreIfMissing(),
		landlock.RWFiles(os.DevNull),
		landlock.RWDirs(access.Write...),
	}
	for _, path := range access.Read {
		info, err := os.Stat(path)
		if err != nil {
			return err
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
		return err
	}
	defer unix.Close(ruleset)
	return ll.LandlockRestrictSelf(ruleset, flags)
}

// policy refuses every socket, whichever its family, and what reaches into other programs or into
// rare parts of the kernel.
var policy = seccomp.Policy{
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
}

// archOffset is where struct seccomp_data has the architecture of a call.
const archOffset = 4

// filter returns the policy as a program. The library's own allows calls of every other
// architecture, and a program of 64 bits may make those of 32: they are refused first.
var filter = sync.OnceValues(func() ([]bpf.Instruction, error) {
	native, err := arch.GetInfo("")
	if err != nil {
		return nil, err
	}
	calls, err := policy.Assemble()
	return append([]bpf.Instruction{
		bpf.LoadAbsolute{Off: archOffset, Size: 4},
		bpf.JumpIf{Cond: bpf.JumpEqual, Val: uint32(native.ID), SkipTrue: 1},
		bpf.RetConstant{Val: unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)},
	}, calls...), err
})

// refuseCalls loads the filter. It holds for the calling thread alone.
func refuseCalls() error {
	instructions, err := filter()
	if err != nil {
		return err
	}
	raw, err := bpf.Assemble(instructions)
	if err != nil {
		return err
	}
	calls := make([]unix.SockFilter, len(raw))
	for i, r := range raw {
		calls[i] = unix.SockFilter{Code: r.Op, Jt: r.Jt, Jf: r.Jf, K: r.K}
	}
	program := &unix.SockFprog{Len: uint16(len(calls)), Filter: &calls[0]}
	_, _, errno := unix.Syscall(unix.SYS_PRCTL, unix.PR_SET_SECCOMP, unix.SECCOMP_MODE_FILTER,
		uintptr(unsafe.Pointer(program)))
	if errno != 0 {
		return errno
	}
	return nil
}
