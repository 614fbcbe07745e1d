package catalog

import (
	"testing"
	"time"
)

// A provider may postpone what it announced; the file's date never gets later by that.
func TestLatestSunsetAnnouncementWins(t *testing.T) {
	day := func(n int) time.Time { return time.Date(2027, 1, n, 0, 0, 0, 0, time.UTC) }
	var none time.Time
	for name, c := range map[string]struct {
		inFile    time.Time
		announced []time.Time
		wantsDay  int // 0: no end is known
	}{
		"announced earlier than the file": {day(9), []time.Time{day(5)}, 5},
		"announced later than the file":   {day(9), []time.Time{day(20)}, 9},
		"postponed":                       {none, []time.Time{day(5), day(20)}, 20},
		"withdrawn":                       {none, []time.Time{day(5), none}, 0},
		"withdrawn, and in the file":      {day(9), []time.Time{day(5), none}, 9},
	} {
		t.Run(name, func(t *testing.T) {
			s, m := &Sunsets{end: map[taskModel]time.Time{}}, taskModel{task: "speech"}
			for _, date := range c.announced {
				s.record(m, c.inFile, date)
			}
			if end, known := s.end[m]; known != (c.wantsDay > 0) || known && !end.Equal(day(c.wantsDay)) {
				t.Errorf("got %v, %v", end, known)
			}
		})
	}
}
