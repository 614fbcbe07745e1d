package history

import (
	"encoding/json"
	"errors"
	"io"
	"slices"
	"sync"
	"time"
)

// Recorder keeps calls and writes each as a line of JSON when it ends. Any number of clients may
// use it at a time.
type Recorder struct {
	began time.Time

	mu    sync.Mutex
	out   *json.Encoder
	calls []Call
	err   error // of the first line that could not be written
}

// NewRecorder writes to out.
func NewRecorder(out io.Writer) *Recorder {
	return &Recorder{began: time.Now(), out: json.NewEncoder(out)}
}

// Now is the time of the record: it never goes back, whatever the machine's clock does.
func (r *Recorder) Now() int64 { return int64(time.Since(r.began)) }

// Add records a call that has ended and gives it its id.
func (r *Recorder) Add(c Call) {
	r.mu.Lock()
	defer r.mu.Unlock()
	c.ID = len(r.calls) + 1
	r.calls = append(r.calls, c)
	if err := r.out.Encode(c); err != nil && r.err == nil {
		r.err = err
	}
}

// Calls gives what was recorded, in the order in which it began, and the error of a line that could
// not be written.
func (r *Recorder) Calls() ([]Call, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return inOrder(r.calls), r.err
}

// Read gives the calls of a file that a Recorder wrote.
func Read(in io.Reader) ([]Call, error) {
	var calls []Call
	for lines := json.NewDecoder(in); ; {
		var c Call
		switch err := lines.Decode(&c); {
		case errors.Is(err, io.EOF):
			return inOrder(calls), nil
		case err != nil:
			return nil, err
		}
		calls = append(calls, c)
	}
}

func inOrder(calls []Call) []Call {
	sorted := slices.Clone(calls)
	slices.SortStableFunc(sorted, func(a, b Call) int { return int(a.Start - b.Start) })
	return sorted
}
