package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestDocumentIsFresh(t *testing.T) {
	const document = "../../docs/capacity.md"
	want, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	again := filepath.Join(t.TempDir(), "capacity.md")
	if err := os.WriteFile(again, want, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := run("costs.json", again); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(again); err != nil || string(got) != string(want) {
		t.Errorf("make generate writes its tables anew: %v", err)
	}
}

func TestTables(t *testing.T) {
	m := model{
		Busy:   0.5,
		Loads:  []load{{Name: "likes", PerSecond: 1000}},
		Costs:  []cost{{Part: "gallery", Work: "a like", Load: "likes", Milliseconds: 1, Source: "here", Estimate: true}},
		Limits: []limit{{Name: "rows", Load: "likes", PerSecond: 25_000, Source: "there", Remedy: "shards"}},
	}
	for got, want := range map[string]string{
		m.costTable():  "| gallery | a like | 1 | 500 | here (estimate) |\n",
		m.coreTable():  "| gallery (partly estimated) | 2 | 20 | 200 | 2,000 |\n",
		m.limitTable(): "| rows | 25,000 | 4 % | 40 % | 400 % | 4,000 % | 25× | there | shards |\n",
	} {
		if len(got) < len(want) || got[len(got)-len(want):] != want {
			t.Errorf("%q does not end with %q", got, want)
		}
	}
}
