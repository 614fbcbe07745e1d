package gallery

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"pgregory.net/rapid"
)

func TestCursorsComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		micro := rapid.Int64Range(0, time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC).UnixMicro()).Draw(t, "micro")
		c := Cursor{Created: time.UnixMicro(micro).UTC(), ID: uuid.UUID(rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "id"))}
		got, err := ParseCursor(c.String())
		if err != nil || !cmp.Equal(*got, c) {
			t.Errorf("%v came back as %v, %v", c, got, err)
		}
	})
}

func TestNoTextBreaksTheCursor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "s")
		c, err := ParseCursor(s)
		if err == nil && c != nil && c.String() != s {
			t.Errorf("%q was read as %v, which is %q", s, c, c.String())
		}
	})
}
