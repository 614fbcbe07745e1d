package main

import (
	"net"
	"slices"
	"testing"

	"github.com/google/uuid"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/service/servicetest"
	"mcwick.example/platform/testkit"
	generationv1 "mcwick.example/services/generation/api/generation/v1"
	"mcwick.example/services/moderation/api/wordfilter/wordfiltertest"
)

// startModeration starts the moderation service with a provider's address, and returns its own. It
// checks texts without a database.
func startModeration(t *testing.T, providerURL string) (addr string, kill func()) {
	t.Helper()
	addr = testkit.FreeAddr(t)
	environment := []string{"GRPC_ADDR=" + addr, "OPS_ADDR=" + testkit.FreeAddr(t), "AI_BASE_URL=" + providerURL,
		"AI_MODERATION_KEY=" + key, "DATABASE_URL=postgres://moderation:p@" + testkit.FreeAddr(t) + "/moderation",
		"KAFKA_BROKERS=" + testkit.Kafka(t)[0]}
	for name, value := range servicetest.OperatorEnvironment(t) {
		environment = append(environment, name+"="+value)
	}
	kill = testkit.StartProgram(t, testkit.BuildProgramAt(t, "../moderation"), environment...)
	testkit.Eventually(t, "the moderation service listens", func() bool {
		conn, err := net.Dial("tcp", addr)
		return err == nil && conn.Close() == nil
	})
	return addr, kill
}

// checkAsLastRelease sends texts as services of the last release do: those that their word filter
// passed, and the same joined.
func checkAsLastRelease(t *testing.T, w *environment, texts ...string) ([]bool, error) {
	t.Helper()
	client := generationv1.NewModerationServiceClient(w.Conn)                                                     //nolint:staticcheck // deprecated, and not gone yet
	answer, err := client.CheckTexts(withVisitor(t.Context(), ""), &generationv1.CheckTextsRequest{Texts: texts}) //nolint:staticcheck // the same
	return answer.GetFlagged(), err
}

// Verifies MOD-5.
func TestForwardedTextChecksOfLastRelease(t *testing.T) {
	t.Parallel()
	addr, kill := startModeration(t, demoProvider(t, testkit.BuildProgramAt(t, "../../deploy/demoai"), "2026-11-22"))
	w := newEnvironment(t, "MODERATION_ADDR="+addr)
	for name, c := range map[string]struct {
		texts []string
		want  []bool
	}{
		"clean": {[]string{"gm", "gn", "gm gn", "gmgn"}, []bool{false, false, false, false}},
		"flagged": {[]string{"gm", "snuff every candle", "gm snuff every candle", "gmsnuff every candle"},
			[]bool{false, true, true, true}},
		"together": {[]string{"snuff every", "candle", "snuff every candle", "snuff everycandle"},
			[]bool{false, false, true, false}},
		// The caller's word filter knows that a line ends here; the joined text does not show it.
		"a joined text that is no word": {[]string{"the candle's", "pic of the day", "the candle's pic of the day",
			"the candle'spic of the day"}, []bool{false, false, false, false}},
	} {
		if got, err := checkAsLastRelease(t, w, c.texts...); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	if _, err := checkAsLastRelease(t, w, make([]string, 17)...); fault.From(err).Reason != "TEXTS_INVALID" {
		t.Errorf("too many: %v", err)
	}
	if n := w.provider.calls(); n != 0 {
		t.Errorf("generation called its own provider %d times", n)
	}
	kill()
	if _, err := checkAsLastRelease(t, w, "gm"); fault.From(err).Kind != fault.KindUnavailable {
		t.Errorf("moderation is away: %v", err)
	}
}

// A configuration of the last release names no moderation service, and its providers file has
// models for moderation.
// Verifies MOD-5.
func TestConfigurationOfLastReleaseIsAccepted(t *testing.T) {
	t.Parallel()
	w := newEnvironmentWith(t, false, "  speech:",
		"  moderation:\n    - {provider: openai, model: omni-moderation-latest}\n  speech:")
	if _, err := checkAsLastRelease(t, w, "gm"); fault.From(err).Reason != "MODERATION_AWAY" {
		t.Errorf("got %v", err)
	}
	if job := w.createMeme(t); job.GetState() != generationv1.JobState_JOB_STATE_SUCCEEDED {
		t.Errorf("%v", job)
	}
}

// Verifies MOD-7.
func TestIndecentTextIsRejected(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	meme, script := surfing(),
		&generationv1.CreateJobRequest{Input: &generationv1.CreateJobRequest_Script{Script: &generationv1.ScriptInput{
			Text: "a candle that is a sl.ut", Genre: generationv1.Genre_GENRE_COMEDY,
		}}}
	meme.GetMeme().Action, meme.GetMeme().Style = "yelling sl.ut", "Sl4t, sl.ut"
	halves := surfing()
	halves.GetMeme().Action, halves.GetMeme().Scene = "yelling sl", "ut"
	for _, c := range []struct {
		request *generationv1.CreateJobRequest
		fields  []string
	}{{meme, []string{"meme.action", "meme.style"}}, {halves, []string{"meme.action", "meme.scene"}},
		{script, []string{"script.text"}}} {
		_, err := w.client.CreateJob(withVisitor(t.Context(), uuid.NewString()), c.request)
		f := fault.From(err)
		if f == nil || f.Reason != "TEXT_INDECENT" {
			t.Fatalf("got %v", err)
		}
		var fields []string
		for _, field := range f.Fields {
			fields = append(fields, field.Name)
		}
		if !slices.Equal(fields, c.fields) {
			t.Errorf("got %q", fields)
		}
	}
	if w.provider.calls() != 0 {
		t.Error("they are made anyway")
	}
}

// speak asks for speech.
func speak(t *testing.T, w *environment, text string) error {
	t.Helper()
	_, err := w.client.CreateJob(withVisitor(t.Context(), uuid.NewString()), &generationv1.CreateJobRequest{
		Input: &generationv1.CreateJobRequest_Speech{Speech: &generationv1.SpeechInput{Text: text}}})
	return err
}

// Verifies MOD-30.
func TestDisguisedWordsAreNotSpoken(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	for _, text := range wordfiltertest.Disguises {
		err := speak(t, w, "Good evening. "+text+" is here.")
		if f := fault.From(err); f == nil || f.Reason != "TEXT_INDECENT" || f.Fields[0].Name != "speech.text" {
			t.Errorf("%q: %v", text, err)
		}
	}
	w.wantNothingSpent(t)
}

// A script that a visitor edited is checked by its meaning too before it is spoken.
// Verifies MOD-31.
func TestSpokenTextIsJudgedBeforeItCostsMoney(t *testing.T) {
	t.Parallel()
	addr, kill := startModeration(t, demoProvider(t, testkit.BuildProgramAt(t, "../../deploy/demoai"), "2026-11-22"))
	w := newEnvironment(t, "MODERATION_ADDR="+addr)
	const text = "Once upon a time we chose to snuff every\ncandle."
	if f := fault.From(speak(t, w, text)); f == nil || f.Reason != "TEXT_INDECENT" ||
		f.Fields[0].Name != "speech.text" {
		t.Errorf("got %v", f)
	}
	w.wantNothingSpent(t)
	kill()
	if err := speak(t, w, text); err != nil {
		t.Errorf("moderation is away: %v", err)
	}
	if err := speak(t, w, "you sl.ut"); fault.From(err) == nil || fault.From(err).Reason != "TEXT_INDECENT" {
		t.Errorf("moderation is away, and the word filter lets pass: %v", err)
	}
}

// wantNothingSpent reports jobs, reservations and calls of the provider.
func (w *environment) wantNothingSpent(t *testing.T) {
	t.Helper()
	rows := testkit.QueryOne[int](t, w.pool,
		`SELECT (SELECT count(*) FROM jobs) + (SELECT count(*) FROM reservations) + (SELECT count(*) FROM ai_calls)`)
	if rows != 0 || w.provider.calls() != 0 {
		t.Errorf("%d rows and %d calls", rows, w.provider.calls())
	}
}
