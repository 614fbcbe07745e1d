package stack

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"mcwick.example/deploy/local/ports"
)

// KeyFromEnvironment is the key of the AI provider, by its own name or by the one that many have
// set already.
func KeyFromEnvironment() string { return cmp.Or(os.Getenv("AI_API_KEY"), os.Getenv("OPENAI_API_KEY")) }

// providerVariable matches what leads to an AI provider: also every name that a providers file may use.
var providerVariable = regexp.MustCompile(`^(OPENAI_API_KEY|AI_[A-Z0-9_]*(KEY|KEY_FILE|URL))$`)

// ForgetProviders removes the ways to AI providers, and their keys, from this process's environment. What runs with a
// command is a test or a measurement: it draws hundreds of pictures, which the demo provider does for nothing.
func ForgetProviders() error {
	for _, variable := range os.Environ() {
		if name, _, _ := strings.Cut(variable, "="); providerVariable.MatchString(name) {
			if err := os.Unsetenv(name); err != nil {
				return err
			}
		}
	}
	return nil
}

// demoAI stands in for the AI provider, and is the second voice where there is a real one: then
// marks in a text make nothing fail.
func (s *Stack) demoAI() service {
	return service{
		name: "demoai", pkg: "./deploy/demoai", ready: s.http(ports.DemoAI) + "/healthz",
		stop: stopService, single: true,
		ports: []ports.Port{{Name: "demo AI provider", Number: s.port(ports.DemoAI)}},
		env: append(inherit("FIXED_PICTURE"),
			"HTTP_ADDR="+s.address(ports.DemoAI),
			"API_KEY="+s.secrets["demo-ai-key"],
			"FAULTS="+strconv.FormatBool(!s.hasKey()),
		),
	}
}

func (s *Stack) hasKey() bool { return s.settings.Key != "" || os.Getenv("AI_API_KEY_FILE") != "" }

// Demo reports whether only the demo provider is asked: neither a key nor a providers file is
// configured.
func (s *Stack) Demo() bool { return !s.hasKey() && os.Getenv("AI_PROVIDERS_FILE") == "" }

// checkProvider refuses an address that would not be asked.
func (s *Stack) checkProvider() error {
	if s.Demo() && os.Getenv("AI_BASE_URL") != "" {
		return errors.New("AI_BASE_URL is set without a key: set AI_API_KEY as well, to any text for a server that asks for none")
	}
	return nil
}

// provider is generation's configuration of its AI providers: every AI_… variable of this process
// but moderation's, the way to the demo provider as AI_DEMO_… and, unless another is configured, as
// the second voice. Only generation and moderation get keys, and a real one is never written to the
// disk.
func (s *Stack) provider() []string {
	env := inherit("COMPOSER", "IMAGE_JOB_DEADLINE", "SCRIPT_JOB_DEADLINE", "SPEECH_JOB_DEADLINE", "WORKERS")
	for _, variable := range os.Environ() {
		if name, value, _ := strings.Cut(variable, "="); strings.HasPrefix(name, "AI_") &&
			!strings.HasPrefix(name, moderationPrefix) && value != "" {
			env = append(env, variable)
		}
	}
	demoURL, demoKey := s.http(ports.DemoAI)+"/v1", s.Folder("secrets/demo-ai-key")
	env = append(env, "AI_DEMO_URL="+demoURL, "AI_DEMO_KEY_FILE="+demoKey)
	if os.Getenv("AI_VOICE_URL") == "" {
		env = append(env, "AI_VOICE_URL="+demoURL, "AI_VOICE_KEY_FILE="+demoKey)
	}
	if s.settings.Key != "" {
		env = append(env, "AI_API_KEY="+s.settings.Key)
	}
	if file := os.Getenv("AI_PROVIDERS_FILE"); file != "" {
		env = append(env, "AI_PROVIDERS_FILE="+absolute(file)) // services run in the source tree's root
	} else if s.Demo() {
		env = append(env, "AI_PROVIDERS_FILE="+filepath.Join(s.root, "deploy/local/providers.yaml"))
	}
	if s.root != s.home && exists(filepath.Join(s.root, "deploy/local/prices.json")) {
		env = append(env, s.singleProvider()...)
	}
	return env
}

// singleProvider is the configuration of a last release without a providers file: the demo provider, for what
// it costs in deploy/chaos.
func (s *Stack) singleProvider() []string {
	return []string{
		"AI_BASE_URL=" + s.http(ports.DemoAI) + "/v1", "AI_API_KEY_FILE=" + s.Folder("secrets/demo-ai-key"),
		"AI_IMAGE_MODEL=demo-image-legacy", "AI_IMAGE_DIALECT=legacy", "AI_CHAT_MODEL=demo-chat-legacy",
		"AI_SPEECH_MODEL=demo-voice", "AI_PRICES_FILE=" + filepath.Join(s.home, "deploy/chaos/prices.json"),
	}
}

// moderationPrefix begins the variables of moderation's provider.
const moderationPrefix = "AI_MODERATION_"

// moderationProvider is moderation's configuration of its AI provider: AI_MODERATION_FILE and
// AI_MODERATION_KEY. Without a key of its own the one that generation has serves here, and without
// any key the demo provider judges.
func (s *Stack) moderationProvider() []string {
	var key []string
	switch {
	case os.Getenv(moderationPrefix+"KEY") != "", os.Getenv(moderationPrefix+"KEY_FILE") != "":
		key = inherit(moderationPrefix+"KEY", moderationPrefix+"KEY_FILE")
	default:
		key = s.sharedKey()
	}
	env := append(inherit("AI_BASE_URL"), key...)
	switch file := os.Getenv(moderationPrefix + "FILE"); {
	case file != "":
		env = append(env, moderationPrefix+"FILE="+absolute(file))
	case len(key) == 0:
		env = append(env, moderationPrefix+"FILE="+filepath.Join(s.root, "deploy/local/moderation.yaml"))
	}
	return append(env, "AI_DEMO_URL="+s.http(ports.DemoAI)+"/v1", "AI_DEMO_KEY_FILE="+s.Folder("secrets/demo-ai-key"))
}

// sharedKey is generation's key, for moderation.
func (s *Stack) sharedKey() []string {
	switch file := os.Getenv("AI_API_KEY_FILE"); {
	case s.settings.Key != "":
		return []string{moderationPrefix + "KEY=" + s.settings.Key}
	case file != "":
		return []string{moderationPrefix + "KEY_FILE=" + file}
	}
	return nil
}

func absolute(path string) string {
	if whole, err := filepath.Abs(path); err == nil {
		return whole
	}
	return path
}

// ConfiguredProviders says in a sentence who makes pictures, scripts and speech.
func (s *Stack) ConfiguredProviders() string {
	switch file := os.Getenv("AI_PROVIDERS_FILE"); {
	case file != "":
		return "AI providers are those of " + file + "."
	case s.Demo():
		return "Pictures come from the demo provider; set OPENAI_API_KEY for real ones."
	default:
		return "Pictures come from " + fromEnvironment("AI_BASE_URL", "https://api.openai.com/v1") +
			", paid with your key."
	}
}
