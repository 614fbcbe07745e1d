package supervisor

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"mcwick.example/deploy/local/internal/console"
)

const (
	maxTailLines = 8        // lines of a program that a failure message repeats
	logBytes     = 32 << 20 // a log file that grows beyond is begun anew
)

// output takes the lines of one program.
type output struct {
	console.Lines
	file    *os.File
	written int64 // to the file; Each is never called twice at once

	mu   sync.Mutex
	last []string
}

// keep writes a line to the log file, where a full disk must not stop the program, and remembers
// it for a while.
func (o *output) keep(line string) {
	if o.written > logBytes {
		_ = o.file.Truncate(0)
		_, _ = o.file.Seek(0, io.SeekStart)
		o.written = 0
	}
	n, _ := fmt.Fprintln(o.file, line)
	o.written += int64(n)
	o.mu.Lock()
	defer o.mu.Unlock()
	o.last = append(o.last, "    "+console.Readable(line))
	if len(o.last) > maxTailLines {
		o.last = o.last[1:]
	}
}

// tail is the program's last lines, for the message that says why it failed.
func (o *output) tail() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.last) == 0 {
		return "    (it printed nothing)"
	}
	return strings.Join(o.last, "\n")
}

// Close hands on what is left and closes the log file.
func (o *output) Close() error {
	_ = o.Lines.Close()
	return o.file.Close()
}
