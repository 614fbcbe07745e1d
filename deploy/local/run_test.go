package main

import (
	"os"
	"testing"

	"mcwick.example/platform/testkit"
)

// A test run must not pay for its pictures with a developer's key.
// Verifies OPS-48.
func TestCommandsUseDemoProvider(t *testing.T) {
	providers := map[string]string{"OPENAI_API_KEY": "sk-1", "AI_API_KEY": "sk-2", "AI_API_KEY_FILE": "/run/key",
		"AI_BASE_URL": "http://127.0.0.1:1/v1", "AI_OTHERKEY": "sk-3", "AI_MODERATION_KEY": "sk-4"}
	testkit.SetEnvironment(t, providers)
	t.Setenv("AI_BUDGET_MICRO_USD", "1")
	if o, err := parse("run", nil); err != nil || o.Key != "sk-2" {
		t.Fatalf("without a command: %q, %v", o.Key, err)
	}
	if o, err := parse("run", []string{"--", "true"}); err != nil || o.Key != "" {
		t.Errorf("with a command: %q, %v", o.Key, err)
	}
	for name := range providers {
		if value := os.Getenv(name); value != "" {
			t.Errorf("%s=%s", name, value)
		}
	}
	if os.Getenv("AI_BUDGET_MICRO_USD") != "1" {
		t.Error("the budget was removed, too")
	}
}
