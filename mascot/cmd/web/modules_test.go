package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestGeneratedModulesAreUpToDate(t *testing.T) {
	all, err := modules()
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range all {
		data, err := os.ReadFile(filepath.Join("../../../frontend/remotes/studio/src/gen", name))
		if err != nil || string(data) != text {
			t.Errorf("%s is not fresh: go generate ./mascot", name)
		}
	}
}
