package console

import (
	"bytes"
	"sync"
)

// longest bounds the memory of a program that writes without ending its line.
const longest = 64 << 10

// Lines is a writer that calls Each once for every whole line, without its end. Write may be called
// from several goroutines.
type Lines struct {
	Each func(line string)

	mu      sync.Mutex
	pending []byte
}

// Write never fails.
func (l *Lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pending = append(l.pending, p...)
	for {
		end := bytes.IndexByte(l.pending, '\n')
		if end < 0 {
			break
		}
		l.Each(string(bytes.TrimRight(l.pending[:end], "\r")))
		l.pending = l.pending[end+1:]
	}
	if len(l.pending) > longest {
		l.flush()
	}
	return len(p), nil
}

// Close hands on a last line that has no end.
func (l *Lines) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.flush()
	return nil
}

func (l *Lines) flush() {
	if len(l.pending) > 0 {
		l.Each(string(l.pending))
		l.pending = nil
	}
}
