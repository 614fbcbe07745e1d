package page

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"
)

func TestPagesCoverTheListOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := make([]TimeCursor, rapid.IntRange(0, 20).Draw(t, "entries")) // newest first, two of each moment
		for i := range all {
			all[i] = TimeCursor{Key: time.UnixMicro(int64(-i / 2)).UTC(), ID: uuid.UUID{15: byte(100 - i)}}
		}
		size := rapid.IntRange(1, 8).Draw(t, "size")
		var got []TimeCursor
		for cursor, more := "", true; more; more = cursor != "" {
			after, size, bad := Parse[time.Time](cursor, size)
			if len(bad) > 0 {
				t.Fatal(bad)
			}
			begin := 0
			if after != First[time.Time]() {
				begin = slices.Index(all, after) + 1
			}
			var entries []TimeCursor
			entries, cursor = Paginate(all[begin:min(begin+size+1, len(all))], size,
				func(c TimeCursor) TimeCursor { return c })
			if len(entries) > size || (len(entries) == 0 && len(all) > 0) {
				t.Fatalf("a page of %d", len(entries))
			}
			got = append(got, entries...)
		}
		if !slices.Equal(all, got) {
			t.Errorf("got %v of %v", got, all)
		}
	})
}

func TestParseReportsEveryInvalidField(t *testing.T) {
	if after, size, bad := Parse[time.Time]("", 0); after != First[time.Time]() || size != DefaultSize || len(bad) > 0 {
		t.Errorf("nothing asked for: %v, %d, %v", after, size, bad)
	}
	for _, size := range []int{-1, MaxSize + 1} {
		if _, _, bad := Parse[time.Time]("!!", size); len(bad) != 2 || bad[0].Name != "cursor" ||
			bad[1].Name != "pageSize" {
			t.Errorf("%d: %v", size, bad)
		}
	}
}
