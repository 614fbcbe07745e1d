package ports

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

const listening = "0A" // TCP_LISTEN in /proc/net/tcp

// holder names the program that listens on a port, as "redis-server (process 42)"; empty when it
// cannot be seen.
func holder(port int) string {
	inodes := listeners(port)
	if len(inodes) == 0 {
		return ""
	}
	links, _ := filepath.Glob("/proc/[0-9]*/fd/*")
	for _, link := range links {
		target, err := os.Readlink(link)
		if err != nil || !inodes[target] {
			continue
		}
		pid := strings.Split(link, "/")[2]
		name, _ := os.ReadFile("/proc/" + pid + "/comm")
		return fmt.Sprintf("%s (process %s)", strings.TrimSpace(string(name)), pid)
	}
	return ""
}

// listeners finds the sockets that listen on a port, by the names under which /proc/<pid>/fd shows
// them.
func listeners(port int) map[string]bool {
	found := map[string]bool{}
	suffix := fmt.Sprintf(":%04X", port)
	for _, table := range []string{"/proc/net/tcp", "/proc/net/tcp6"} {
		text, _ := os.ReadFile(table)
		for line := range strings.Lines(string(text)) {
			f := strings.Fields(line) // sl local remote state queues timer retransmits uid timeout inode
			if len(f) > 9 && strings.HasSuffix(f[1], suffix) && f[3] == listening {
				found["socket:["+f[9]+"]"] = true
			}
		}
	}
	return found
}
