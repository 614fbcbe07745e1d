package ffmpeg

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// watch reads ffmpeg's progress through a pipe, which is its file 3. The returned function ends the
// reading; call it when the program has ended, or was not started.
func watch(cmd *exec.Cmd, report func(time.Duration)) (end func(), err error) {
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	cmd.ExtraFiles = []*os.File{write}
	done := make(chan struct{})
	go func() {
		defer close(done)
		follow(read, report)
	}()
	return func() {
		write.Close() // this process's end; the program's own is closed with it
		<-done
		read.Close()
	}, nil
}

// follow parses lines such as out_time_us=1500000; before the first frame the time is N/A.
func follow(r io.Reader, report func(time.Duration)) {
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		if value, ok := strings.CutPrefix(lines.Text(), "out_time_us="); ok {
			if us, err := strconv.ParseInt(value, 10, 64); err == nil && us >= 0 {
				report(time.Duration(us) * time.Microsecond)
			}
		}
	}
}
