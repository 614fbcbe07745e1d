package audit

import (
	"strings"
	"testing"
	"time"
)

// stored is an entry as the database has it.
type stored struct {
	Entry
	hash, payload []byte
}

// newChain returns a valid chain of three entries.
func newChain() []stored {
	var all []stored
	head := Start()
	for i, payload := range []string{`{"note":"one"}`, `{"note":"two"}`, `{"note":"three"}`} {
		e := Entry{Number: int64(i + 1), Time: time.UnixMicro(int64(1_700_000_000_000_000 + i)), Operator: "ada",
			Act: "hide", CaseID: "0192a8c0-0000-7000-8000-000000000001", Digest: Digest([]byte(payload)),
			Previous: head.Hash}
		head = Head{Number: e.Number, Hash: e.Hash()}
		all = append(all, stored{e, e.Hash(), []byte(payload)})
	}
	return all
}

func verify(all []stored) error {
	head := Start()
	for _, s := range all {
		next, err := head.Verify(s.Entry, s.hash, s.payload)
		if err != nil {
			return err
		}
		head = next
	}
	return nil
}

// Verifies MOD-26.
func TestChangedChainsAreFound(t *testing.T) {
	for name, c := range map[string]struct {
		change func([]stored) []stored
		want   string
	}{
		"nothing":           {func(all []stored) []stored { return all }, ""},
		"a payload is gone": {func(all []stored) []stored { all[1].payload = nil; return all }, ""},
		"another operator":  {func(all []stored) []stored { all[1].Operator = "bob"; return all }, "entry 2 is not what"},
		"another act": {func(all []stored) []stored {
			all[1].Act = "leave"
			all[1].hash = all[1].Hash()
			return all
		}, "entry 3 does not follow"},
		"another payload":      {func(all []stored) []stored { all[2].payload = []byte(`{}`); return all }, "the payload of entry 3"},
		"one is missing":       {func(all []stored) []stored { return append(all[:1], all[2]) }, "entry 3 follows entry 1"},
		"the first is missing": {func(all []stored) []stored { return all[1:] }, "entry 2 follows entry 0"},
		"two changed places":   {func(all []stored) []stored { all[0], all[1] = all[1], all[0]; return all }, "entry 2 follows entry 0"},
		"another time": {func(all []stored) []stored {
			all[0].Time = all[0].Time.Add(time.Microsecond)
			return all
		}, "entry 1 is not what"},
		// Fields that only moved a border between each other have another hash.
		"fields that run together": {func(all []stored) []stored {
			all[0].Operator, all[0].Act = "adah", "ide"
			return all
		}, "entry 1 is not what"},
	} {
		t.Run(name, func(t *testing.T) {
			err := verify(c.change(newChain()))
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}
