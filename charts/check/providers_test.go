package check

import (
	"encoding/json"
	"slices"
	"testing"

	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
)

// Another provider is values and a secret: its key reaches generation alone, and its place in the
// chain too.
func TestProviderCanBeAddedByValues(t *testing.T) {
	r := set("generation.providers.providers.other.keyVariable=AI_OTHER_KEY",
		"generation.providers.providers.other.baseURLVariable=AI_OTHER_URL",
		"generation.config.AI_OTHER_URL=https://other.example/v1",
		"generation.secrets.AI_OTHER_KEY.existingSecret=other", "generation.secrets.AI_OTHER_KEY.key=api-key")
	all := r.objects(t, "mcwick")
	for name, w := range workloads(t, all) {
		if has := w.environment()["AI_OTHER_KEY_FILE"] != ""; has != (name == "generation") {
			t.Errorf("%s has the key of the other provider: %v", name, has)
		}
	}
	var file struct {
		Providers map[string]struct{ KeyVariable string }
	}
	generation := workloads(t, all)["generation"]
	text := only[*corev1.ConfigMap](all)["generation-files"].Data["AI_PROVIDERS_FILE"]
	if err := json.Unmarshal([]byte(text), &file); err != nil ||
		file.Providers["other"].KeyVariable != "AI_OTHER_KEY" ||
		generation.environment()["AI_PROVIDERS_FILE"] != "/etc/mcwick/files/AI_PROVIDERS_FILE" ||
		generation.environment()["AI_OTHER_URL"] == "" {
		t.Errorf("%s, %v, %v", text, err, generation.environment())
	}
	if plain := workloads(t, way(t, "plain"))["generation"].environment(); plain["AI_PROVIDERS_FILE"] != "" {
		t.Errorf("without values the program's own list counts, but it gets %v", plain)
	}
}

// One value switches the second voice off, and its secret is not looked for then.
func TestSpeechProviderCanBeSetByValue(t *testing.T) {
	for value, want := range map[string]bool{"true": true, "false": false} {
		all := set("global.voice.enabled="+value).objects(t, "mcwick")
		found := workloads(t, all)
		environment := found["generation"].environment()
		_, runs := found["voice"]
		_, url := environment["AI_VOICE_URL"]
		_, key := environment["AI_VOICE_KEY_FILE"]
		if runs != want || url != want || key != want {
			t.Errorf("%s: the voice runs: %v; generation knows it: %v, with its key: %v", value, runs, url, key)
		}
		goes := slices.ContainsFunc(only[*networkingv1.NetworkPolicy](all)["generation"].Spec.Egress,
			func(rule networkingv1.NetworkPolicyEgressRule) bool {
				return len(rule.To) == 1 && rule.To[0].PodSelector != nil &&
					rule.To[0].PodSelector.MatchLabels[peerLabel] == "voice"
			})
		if goes != want {
			t.Errorf("%s: generation may go there: %v", value, goes)
		}
	}
	voice := workloads(t, way(t, "plain"))["voice"].environment()
	if voice["FAULTS"] != "false" ||
		workloads(t, way(t, "plain"))["generation"].environment()["AI_VOICE_URL"] != "http://voice:8080/v1" {
		t.Errorf("marks in visitors' texts would be obeyed, or it has no address: %v", voice)
	}
}

func TestComposerCanBeEnabledByValue(t *testing.T) {
	for _, value := range []string{"true", "false"} {
		all := set("global.composer="+value).objects(t, "mcwick")
		if composer := workloads(t, all)["generation"].environment()["COMPOSER"]; composer != value {
			t.Errorf("%s: generation has COMPOSER=%q", value, composer)
		}
	}
}
