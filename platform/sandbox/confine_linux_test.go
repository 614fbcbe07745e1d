package sandbox

import (
	"encoding/binary"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/elastic/go-seccomp-bpf/arch"
	ll "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// The filter refuses sockets by the numbers of the native architecture, and every call of another.
// Verifies OPS-32.
func TestFilterRefusesCallsOfOtherArchitectures(t *testing.T) {
	instructions, err := filter()
	if err != nil {
		t.Fatal(err)
	}
	vm, err := bpf.NewVM(instructions)
	if err != nil {
		t.Fatal(err)
	}
	native, err := arch.GetInfo("")
	if err != nil {
		t.Fatal(err)
	}
	const refused = unix.SECCOMP_RET_ERRNO | int(unix.EPERM)
	for _, c := range []struct {
		of         string
		arch, call uint32
		want       int
	}{
		{"write", uint32(native.ID), unix.SYS_WRITE, unix.SECCOMP_RET_ALLOW},
		{"socket", uint32(native.ID), unix.SYS_SOCKET, refused},
		{"i386's socket", unix.AUDIT_ARCH_I386, 359, refused},
		{"i386's socketcall", unix.AUDIT_ARCH_I386, 102, refused},
		{"i386's ptrace", unix.AUDIT_ARCH_I386, 26, refused},
		{"ARM's socket", unix.AUDIT_ARCH_ARM, 281, refused},
	} {
		data := make([]byte, 64) // struct seccomp_data; the virtual machine reads it as big-endian
		binary.BigEndian.PutUint32(data, c.call)
		binary.BigEndian.PutUint32(data[archOffset:], c.arch)
		if got, err := vm.Run(data); err != nil || got != c.want {
			t.Errorf("%s: %#x, %v, want %#x", c.of, got, err, c.want)
		}
	}
}

// Verifies OPS-32.
func TestProgramSignalsNoOther(t *testing.T) {
	abi, err := ll.LandlockGetABIVersion()
	if err != nil {
		t.Fatal(err)
	}
	want := "refused"
	if slices.Contains(missingOfLandlock(abi), "landlock signals") {
		want = "done"
	}
	if got := try(t, Access{}, "signal", strconv.Itoa(os.Getpid())); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// What an older Landlock does not have is said.
// Verifies OPS-32.
func TestMissingOfLandlock(t *testing.T) {
	for abi, want := range map[int][]string{
		0: {"landlock"},
		1: {"landlock truncate", "landlock signals"},
		3: {"landlock signals"},
		6: nil,
		9: nil,
	} {
		if got := missingOfLandlock(abi); !slices.Equal(got, want) {
			t.Errorf("version %d: %q, want %q", abi, got, want)
		}
	}
}
