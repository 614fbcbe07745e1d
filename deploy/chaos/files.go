package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	"mcwick.example/deploy/chaos/history"
)

// statePath is the file of the state after a history, beside that.
func statePath(historyPath string) string {
	folder, name := filepath.Split(historyPath)
	return filepath.Join(folder, strings.Replace(strings.TrimSuffix(name, ".jsonl"), "history", "state", 1)+".json")
}

func save(historyPath string, state history.State) error {
	text, err := json.MarshalIndent(state, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(statePath(historyPath), append(text, '\n'), 0o600)
}

// load gives what an earlier run recorded.
func load(historyPath string) (calls []history.Call, state history.State, err error) {
	file, err := os.Open(historyPath)
	if err != nil {
		return nil, state, err
	}
	defer file.Close()
	if calls, err = history.Read(file); err != nil {
		return nil, state, err
	}
	text, err := os.ReadFile(statePath(historyPath))
	if err != nil {
		return nil, state, err
	}
	return calls, state, json.Unmarshal(text, &state)
}
