// Package console prints the one log stream of the local platform: the lines of every process under
// its coloured name, and our own progress between them.
package console

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"
)

const nameWidth = 10

// Console writes whole lines only, so processes never mix within one. The zero value is not usable;
// use New.
type Console struct {
	mu       sync.Mutex
	out      io.Writer
	useColor bool
	started  time.Time
	colors   map[string]string
}

// New makes a console. Colours are for terminals; see ForTerminal.
func New(out io.Writer, colour bool) *Console {
	return &Console{out: out, useColor: colour, started: time.Now(), colors: map[string]string{}}
}

// ForTerminal makes a console on standard error, coloured when that is a terminal and NO_COLOR is
// not set. Standard output stays with the commands that are run.
func ForTerminal() *Console {
	info, err := os.Stderr.Stat()
	terminal := err == nil && info.Mode()&os.ModeCharDevice != 0
	return New(os.Stderr, terminal && os.Getenv("NO_COLOR") == "")
}

// Progress prints a line of our own with the seconds since the start.
func (c *Console) Progress(format string, args ...any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	seconds := fmt.Sprintf("%6.1f s", time.Since(c.started).Seconds())
	fmt.Fprintf(c.out, "%s  %s\n", c.paint(gold, seconds), fmt.Sprintf(format, args...))
}

// Warn prints a line of our own that should be seen.
func (c *Console) Warn(format string, args ...any) {
	c.Progress("%s", c.paint(red, fmt.Sprintf(format, args...)))
}

// Plain prints text as it is.
func (c *Console) Plain(text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	fmt.Fprint(c.out, text)
}

// Line prints one line of a process.
func (c *Console) Line(name, line string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	colour, known := c.colors[name]
	if !known {
		colour = palette[len(c.colors)%len(palette)]
		c.colors[name] = colour
	}
	fmt.Fprintf(c.out, "%s %s\n", c.paint(colour, fmt.Sprintf("%-*s |", nameWidth, name)),
		strings.ToValidUTF8(line, "?"))
}

// Seconds prints a duration for people.
func Seconds(d time.Duration) string { return fmt.Sprintf("%.1f s", d.Seconds()) }

const (
	gold = "\x1b[33m"
	red  = "\x1b[31m"
)

var palette = []string{"\x1b[36m", "\x1b[32m", "\x1b[35m", "\x1b[34m", "\x1b[33m", "\x1b[96m", "\x1b[92m", "\x1b[95m",
	"\x1b[94m"}

func (c *Console) paint(colour, text string) string {
	if !c.useColor {
		return text
	}
	return colour + text + "\x1b[0m"
}
