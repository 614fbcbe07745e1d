package stack

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mcwick.example/platform/aiprovider/providersfile"
	"mcwick.example/platform/testkit"
)

// TestMain removes the AI providers of the environment that the tests run in.
func TestMain(m *testing.M) {
	for _, variable := range os.Environ() {
		if name, _, _ := strings.Cut(variable, "="); strings.HasPrefix(name, "AI_") || name == "OPENAI_API_KEY" ||
			name == "COMPOSER" {
			_ = os.Unsetenv(name) // a name from the environment is a valid one
		}
	}
	os.Exit(m.Run())
}

func TestOnlyTwoServicesGetKeys(t *testing.T) {
	const another = "sk-another"
	for name, c := range map[string]struct {
		given map[string]string
		have  []string // who has the real key
	}{
		"the usual name": {map[string]string{"OPENAI_API_KEY": realKey}, []string{"generation", "moderation"}},
		"our name":       {map[string]string{"AI_API_KEY": realKey}, []string{"generation", "moderation"}},
		"a further one":  {map[string]string{"AI_OTHER_KEY": realKey}, []string{"generation"}},
		"moderation's":   {map[string]string{"AI_MODERATION_KEY": realKey}, []string{"moderation"}},
		"one for each": {map[string]string{"AI_API_KEY": another, "AI_MODERATION_KEY": realKey},
			[]string{"moderation"}},
		"generation's": {map[string]string{"AI_API_KEY": realKey, "AI_MODERATION_KEY": another},
			[]string{"generation"}},
	} {
		t.Run(name, func(t *testing.T) {
			testkit.SetEnvironment(t, c.given)
			s := newStack(t, Settings{Key: KeyFromEnvironment()})
			for _, svc := range s.programs() {
				has := strings.Contains(strings.Join(s.environment(svc), "\n"), realKey)
				if has != slices.Contains(c.have, svc.name) {
					t.Errorf("%s has the key: %v", svc.name, has)
				}
			}
		})
	}
}

func TestModerationProviderEnvironment(t *testing.T) {
	for name, c := range map[string]struct {
		given map[string]string
		want  []string // variables
		not   []string // beginnings of variables
	}{
		"nothing": {nil, []string{"AI_DEMO_URL=http://127.0.0.1:28090/v1"}, []string{"AI_MODERATION_KEY"}},
		"a key in a file": {map[string]string{"AI_API_KEY_FILE": "/run/key"},
			[]string{"AI_MODERATION_KEY_FILE=/run/key"}, []string{"AI_MODERATION_FILE"}},
		"its own key": {map[string]string{"AI_MODERATION_KEY": realKey}, []string{"AI_MODERATION_KEY=" + realKey},
			[]string{"AI_MODERATION_FILE"}},
		"its own key in a file": {map[string]string{"AI_MODERATION_KEY_FILE": "/run/key"},
			[]string{"AI_MODERATION_KEY_FILE=/run/key"}, []string{"AI_MODERATION_FILE"}},
		"another address": {map[string]string{"AI_API_KEY": realKey, "AI_BASE_URL": "http://127.0.0.1:1/v1"},
			[]string{"AI_BASE_URL=http://127.0.0.1:1/v1"}, nil},
		"a file": {map[string]string{"AI_MODERATION_FILE": "/m.yaml"},
			[]string{"AI_MODERATION_FILE=/m.yaml"}, nil},
		"a mix, and no key": {map[string]string{"AI_PROVIDERS_FILE": "/mix.yaml"}, nil,
			[]string{"AI_MODERATION_KEY", "AI_PROVIDERS_FILE"}},
	} {
		t.Run(name, func(t *testing.T) {
			testkit.SetEnvironment(t, c.given)
			s := newStack(t, Settings{Key: KeyFromEnvironment()})
			env := s.moderationProvider()
			checkVariables(t, env, c.want, c.not)
			demo := slices.ContainsFunc(env,
				func(variable string) bool { return strings.HasSuffix(variable, "deploy/local/moderation.yaml") })
			if hasNone := c.given == nil || c.given["AI_PROVIDERS_FILE"] != ""; demo != hasNone {
				t.Errorf("the demo provider judges: %v", demo)
			}
			if strings.Contains(strings.Join(s.provider(), " "), "AI_MODERATION_") {
				t.Error("generation gets it, too")
			}
		})
	}
}

// checkVariables reports variables that are missing, and those with a beginning that none may have.
func checkVariables(t *testing.T, env, want, not []string) {
	t.Helper()
	for _, variable := range want {
		if !slices.Contains(env, variable) {
			t.Errorf("%s is missing in %q", variable, env)
		}
	}
	for _, beginning := range not {
		if slices.ContainsFunc(env, func(variable string) bool { return strings.HasPrefix(variable, beginning) }) {
			t.Errorf("%s is in %q", beginning, env)
		}
	}
}

func TestGenerationProvidersEnvironment(t *testing.T) {
	for name, c := range map[string]struct {
		given map[string]string
		want  []string // variables
		not   []string // beginnings of variables
		demo  bool
	}{
		"nothing": {nil, []string{"AI_DEMO_URL=http://127.0.0.1:28090/v1"}, []string{"AI_API_KEY", "AI_BASE_URL="},
			true},
		"a key": {map[string]string{"OPENAI_API_KEY": realKey},
			[]string{"AI_API_KEY=" + realKey, "AI_VOICE_URL=http://127.0.0.1:28090/v1"},
			[]string{"AI_PROVIDERS_FILE", "AI_BASE_URL="}, false},
		"a key by its own name": {
			map[string]string{"OPENAI_API_KEY": "sk-other", "AI_API_KEY": realKey}, []string{"AI_API_KEY=" + realKey},
			[]string{"OPENAI_API_KEY", "AI_API_KEY=sk-other"}, false,
		},
		"a key in a file": {map[string]string{"AI_API_KEY_FILE": "/run/key"}, []string{"AI_API_KEY_FILE=/run/key"},
			[]string{"AI_API_KEY=", "AI_PROVIDERS_FILE"}, false},
		"another address": {map[string]string{"AI_API_KEY": realKey, "AI_BASE_URL": "http://127.0.0.1:1/v1"},
			[]string{"AI_BASE_URL=http://127.0.0.1:1/v1"}, nil, false},
		"another voice": {map[string]string{"AI_VOICE_URL": "http://127.0.0.1:1/v1", "AI_VOICE_KEY": "v"},
			[]string{"AI_VOICE_URL=http://127.0.0.1:1/v1", "AI_VOICE_KEY=v"}, []string{"AI_VOICE_KEY_FILE"}, true},
		"other providers": {map[string]string{"AI_PROVIDERS_FILE": "mix.yaml", "AI_OTHER_KEY": "o"},
			[]string{"AI_OTHER_KEY=o"}, nil, false},
		"no composer": {map[string]string{"COMPOSER": "false"}, []string{"COMPOSER=false"}, nil, true},
		"no money": {map[string]string{"AI_BUDGET_MICRO_USD": "0"}, []string{"AI_BUDGET_MICRO_USD=0"}, nil,
			true},
		// generation says what it is called now
		"an old variable": {map[string]string{"AI_IMAGE_MODEL": "gpt-image-2"}, []string{"AI_IMAGE_MODEL=gpt-image-2"},
			nil, true},
		"less time": {map[string]string{"IMAGE_JOB_DEADLINE": "9s"}, []string{"IMAGE_JOB_DEADLINE=9s"}, nil,
			true},
		"nothing by a key": {map[string]string{"AI_API_KEY": "", "OPENAI_API_KEY": ""}, nil, []string{"AI_API_KEY"},
			true},
	} {
		t.Run(name, func(t *testing.T) {
			testkit.SetEnvironment(t, c.given)
			s := newStack(t, Settings{Key: KeyFromEnvironment()})
			env := s.provider()
			checkVariables(t, env, c.want, c.not)
			if s.Demo() != c.demo {
				t.Errorf("demo: %v", s.Demo())
			}
			if faults := slices.Contains(s.demoAI().env, "FAULTS=true"); faults == s.hasKey() {
				t.Errorf("marks in texts are obeyed: %v", faults)
			}
		})
	}
}

func TestProvidersFileIsRelativeToWorkingDirectory(t *testing.T) {
	t.Setenv("AI_PROVIDERS_FILE", "mix.yaml")
	want, err := filepath.Abs("mix.yaml")
	if err != nil {
		t.Fatal(err)
	}
	env := newStack(t, Settings{}).provider()
	if last := env[len(env)-1]; last != "AI_PROVIDERS_FILE="+want { // the last of a name counts
		t.Errorf("got %s", last)
	}
}

func TestBaseURLRequiresKey(t *testing.T) {
	testkit.SetEnvironment(t, map[string]string{"AI_BASE_URL": "http://127.0.0.1:1/v1"})
	if _, err := New(Settings{Data: t.TempDir()}); err == nil || !strings.Contains(err.Error(), "AI_API_KEY") {
		t.Errorf("got %v", err)
	}
}

func TestLocalProvidersAreFree(t *testing.T) {
	f, err := providersfile.Read("../../providers.yaml")
	if err != nil {
		t.Fatal(err)
	}
	moderation, err := providersfile.Read("../../moderation.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if len(moderation.Tasks.Moderation) != 1 {
		t.Errorf("texts are judged by %v", moderation.ByTask())
	}
	for _, file := range []providersfile.File{f, moderation} {
		for task, models := range file.ByTask() {
			for _, m := range models {
				if m.Provider != "demo" || m.Sunset.String() != "" {
					t.Errorf("%s: %+v", task, m)
				}
			}
		}
	}
	for _, m := range f.Tasks.Picture {
		if m.Price.MicroUSD != 0 {
			t.Errorf("%s costs something", m.Name())
		}
	}
	if len(f.Tasks.Picture) != 2 || f.Tasks.Picture[1].Dialect != "legacy" {
		t.Errorf("pictures come from %v", f.ByTask()["picture"])
	}
}
