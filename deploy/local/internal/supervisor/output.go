package supervisor

import (
	"os"
	"strings"
	"sync"

	"mcwick.example/deploy/local/internal/console"
)

const remembered = 8 // lines of a program that a failure message repeats

// output takes the lines of one program.
type output struct {
	console.Lines
	file *os.File

	mu   sync.Mutex
	last []string
}

func (o *output) remember(line string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.last = append(o.last, "    "+console.Readable(line))
	if len(o.last) > remembered {
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
