package page

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"pgregory.net/rapid"
)

// The first and the last microsecond that a cursor may name.
var (
	first = time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC).UnixMicro()
	last  = time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC).UnixMicro() - 1
)

func draw(t *rapid.T, micro *rapid.Generator[int64]) TimeCursor {
	return TimeCursor{Key: time.UnixMicro(micro.Draw(t, "micro")).UTC(),
		ID: uuid.UUID(rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "id"))}
}

func TestTimeCursorsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := draw(t, rapid.Int64Range(first, last))
		got, ok := parseCursor[time.Time](c.String())
		if !ok || !cmp.Equal(got, c) {
			t.Errorf("%v came back as %v, %v", c, got, ok)
		}
	})
}

func TestCountCursorsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := CountCursor{Key: rapid.Int64().Draw(t, "count"),
			ID: uuid.UUID(rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "id"))}
		got, ok := parseCursor[int64](c.String())
		if ok != (c.Key >= 0) || ok && got != c {
			t.Errorf("%v came back as %v, %v", c, got, ok)
		}
	})
}

func TestCursorsOutOfRangeAreRejected(t *testing.T) {
	outside := rapid.OneOf(rapid.Int64Max(first-1), rapid.Int64Min(last+1))
	rapid.Check(t, func(t *rapid.T) {
		if got, ok := parseCursor[time.Time](draw(t, outside).String()); ok {
			t.Errorf("got %v", got)
		}
	})
}

func TestParseCursorAcceptsOnlyItsOwnEncoding(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "s")
		c, ok := parseCursor[time.Time](s)
		if ok && s != "" && c.String() != s {
			t.Errorf("%q was read as %v, which is %q", s, c, c.String())
		}
	})
}
