package fault

import (
	"errors"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestChecksReportEveryInvalidField(t *testing.T) {
	var c Checks
	if err := c.Err("INPUT_INVALID"); err != nil {
		t.Errorf("nothing is wrong: %v", err)
	}
	number := func(s string) (int, error) {
		n, err := strconv.Atoi(s)
		if err != nil {
			return 0, New(KindInvalid, "NUMBER_INVALID", "No number.")
		}
		return n, nil
	}
	if n := Check(&c, "size", "7", number); n != 7 {
		t.Errorf("got %d", n)
	}
	Check(&c, "age", "old", number)
	Check(&c, "name", "", func(string) (string, error) { return "", errors.New("a secret") })
	c.Reject("wall", "No wall.")
	c.Add(Field{Name: "cursor", Message: "No cursor."}, Field{Name: "pageSize", Message: "Too many."})
	want := []Field{{"age", "No number."}, {"name", errInternal.Message}, {"wall", "No wall."},
		{"cursor", "No cursor."}, {"pageSize", "Too many."}}
	got := From(c.Err("INPUT_INVALID"))
	if diff := cmp.Diff(want, got.Fields); diff != "" || got.Reason != "INPUT_INVALID" || got.Message != "No number." {
		t.Errorf("%v (-want +got):\n%s", got, diff)
	}
}
