package fault

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"syscall"
)

// disks are the folders that can be small file systems in memory of their own, see run.sh.
var disks = []string{"postgres", "objects"}

const (
	tmpfs    = 0x01021994 // of statfs(2)
	diskSize = "size=4g"  // of such a file system while it is not full; it takes no more memory than it has files
)

// Disks gives the folders of a platform that can be full.
func Disks(data string) []string {
	return slices.DeleteFunc(slices.Clone(disks), func(name string) bool {
		var s syscall.Statfs_t
		return syscall.Statfs(filepath.Join(data, name), &s) != nil || s.Type != tmpfs
	})
}

// fill leaves no space on a disk. PostgreSQL then begins another file of its log, which it cannot
// do without.
func fill(disk string) begin {
	return func(ctx context.Context, p Platform) (func() error, error) {
		folder := filepath.Join(p.Data, disk)
		end := func() error { return resize(folder, diskSize) }
		if err := shrink(folder); err != nil {
			return end, err
		}
		if disk == "postgres" {
			if conn, err := p.Connect(ctx, "postgres"); err == nil { // else another fault broke that
				_, _ = conn.Exec(ctx, `SELECT pg_switch_wal()`)
				_ = conn.Close(ctx)
			}
		}
		return end, nil
	}
}

// shrink makes a file system as small as what is in it. That grows meanwhile, so it may take more
// than one try.
func shrink(folder string) (err error) {
	for range 20 {
		var s syscall.Statfs_t
		if err := syscall.Statfs(folder, &s); err != nil {
			return err
		}
		if err = resize(folder, fmt.Sprintf("size=%d", (s.Blocks-s.Bfree)*uint64(s.Bsize))); err == nil {
			return nil
		}
	}
	return err
}

func resize(folder, size string) error {
	if err := syscall.Mount("", folder, "", syscall.MS_REMOUNT, size); err != nil {
		return fmt.Errorf("change the size of %s: %w", folder, err)
	}
	return nil
}
