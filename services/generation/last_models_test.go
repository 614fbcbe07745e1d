package main

import (
	"net/http"
	"testing"

	"mcwick.example/platform/testkit"
	generationv1 "mcwick.example/services/generation/api/generation/v1"
)

// demoProvider starts the demo AI provider on a day, and returns its address.
func demoProvider(t *testing.T, program, day string) string {
	t.Helper()
	addr := testkit.FreeAddr(t)
	testkit.StartProgram(t, program, "HTTP_ADDR="+addr, "OPS_ADDR=", "API_KEY="+key, "TODAY="+day)
	testkit.Eventually(t, "the provider responds", func() bool {
		resp, err := http.Get("http://" + addr + "/healthz")
		if err != nil {
			return false
		}
		return resp.Body.Close() == nil && resp.StatusCode == http.StatusOK
	})
	return "http://" + addr + "/v1"
}

// After the provider's last speech models have ended, the defaults still make everything: only a
// key and the second voice are configured.
// Verifies LIMIT-10.
func TestDefaultsSurviveModelRetirement(t *testing.T) {
	t.Parallel()
	program := testkit.BuildProgramAt(t, "../../deploy/demoai")
	w := newEnvironment(t, "AI_PROVIDERS_FILE=", "AI_BASE_URL="+demoProvider(t, program, "2027-02-01"),
		"AI_VOICE_URL="+demoProvider(t, program, "2027-02-01"), "AI_VOICE_KEY="+key)
	for name, request := range map[string]*generationv1.CreateJobRequest{"meme": surfing(), "portrait": allTraits(),
		"script": haunted(), "speech": say("Hello, broh.")} {
		if job := w.awaitSuccess(t, request); job.GetState() != generationv1.JobState_JOB_STATE_SUCCEEDED {
			t.Errorf("%s: %v", name, job)
		}
	}
	if got := w.ledger(t); got["settled"] != 4 || got["failed"] != 1 { // the speech's first model has ended
		t.Errorf("ledger %v", got)
	}
}
