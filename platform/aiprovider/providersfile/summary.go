package providersfile

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// SunsetWarning is how long before a model's known end it is time to choose another.
const SunsetWarning = 60 * 24 * time.Hour

// Summary shows who is asked for each of the tasks, a line a model, and what is to be done about
// it.
func (f *File) Summary(servers map[string]Server, now time.Time, tasks ...string) string {
	var b strings.Builder
	byTask := f.ByTask()
	for _, task := range tasks {
		if len(byTask[task]) == 0 {
			fmt.Fprintf(&b, "%s: no provider\n", task)
		}
		for i, m := range byTask[task] {
			fmt.Fprintf(&b, "%s %d: %s, at most %v a call", task, i+1, m.Name(), m.Timeout)
			if _, ok := servers[m.Provider]; !ok {
				b.WriteString("; LEFT OUT: its provider has no address or key")
			}
			b.WriteString(sunsetNote(m.Sunset, now))
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func sunsetNote(sunset Date, now time.Time) string {
	switch {
	case sunset.IsZero():
		return ""
	case !now.Before(sunset.Time):
		return fmt.Sprintf("; WARNING: its provider ended it on %v", sunset)
	case sunset.Sub(now) < SunsetWarning:
		return fmt.Sprintf("; WARNING: its provider ends it on %v, in %d days", sunset, int(sunset.Sub(now).Hours()/24))
	}
	return fmt.Sprintf("; its provider ends it on %v", sunset)
}

// Variables are the environment variables that the file names, for addresses and keys, in order.
func (f *File) Variables() (names []string) {
	for _, p := range f.Providers {
		names = append(names, p.BaseURLVariable, p.KeyVariable)
	}
	slices.Sort(names)
	return slices.Compact(slices.DeleteFunc(names, func(name string) bool { return name == "" }))
}
