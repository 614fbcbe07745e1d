package check

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"helm.sh/helm/v3/pkg/lint"
	"helm.sh/helm/v3/pkg/lint/support"
	"helm.sh/helm/v3/pkg/strvals"
)

// refused are values that cannot be right, and what is said of them.
var refused = map[string]string{
	"gallrey.serve.replicas=3":                       "at '': additional properties 'gallrey' not allowed",
	"gallery.serve.replica=3":                        "at '/serve': additional properties 'replica' not allowed",
	"gallery.serve.replicas=many":                    "at '/serve/replicas': got string, want integer",
	"generation.secrets.AI_API_KEY.value=sk-123":     "at '/secrets/AI_API_KEY': additional properties 'value' not allowed",
	"identity.secrets.CHALLENGE_KEY=candle":          "at '/secrets/CHALLENGE_KEY': got string, want object",
	"media.secretEnv.AWS_SECRET_ACCESS_KEY=candle":   "at '/secretEnv/AWS_SECRET_ACCESS_KEY': got string, want object",
	"media.serve.resources.limits.memory=1G":         "at '/serve/resources/limits/memory': '1G' does not match pattern",
	"media.work.tmp=plenty":                          "at '/work/tmp': 'plenty' does not match pattern",
	"media.serve.ports={ftp}":                        "at '/serve/ports/0': value must be one of",
	"media.drainSeconds=600":                         "at '/drainSeconds': maximum",
	"wall.migrations.when=later":                     "at '/migrations/when': value must be one of",
	"wall.image.digest=sha256:candle":                "at '/image/digest': 'sha256:candle' does not match pattern",
	"global.publicOrigin=https://McWick.example":     "at '/global/publicOrigin': 'https://McWick.example' does not match pattern",
	"global.network.outside.kafka.port=9092":         "at '/global/network/outside/kafka': additional properties 'port' not allowed",
	"global.telemetry.share=2":                       "at '/global/telemetry/share': maximum",
	"gateway.site.flags.wall=maybe":                  "at '/site/flags/wall': got string, want boolean",
	"gateway.site.launch.items.bictok.state=lve":     "at '/site/launch/items/bictok/state': value must be one of",
	"gateway.site.launch.menu[0].address=ftp://wick": "at '/site/launch/menu/0/address': 'ftp://wick' does not match pattern",
	"shell.peer=page":                                "at '/peer': value must be one of",
	"demo.kafka.zookeeper=true":                      "at '/demo/kafka': additional properties 'zookeeper' not allowed",
}

// What cannot be right is refused before anything is installed, with a sentence that says where;
// all of it at once.
// Verifies OPS-3.
func TestInvalidValuesAreRejected(t *testing.T) {
	_, err := set(slices.Collect(maps.Keys(refused))...).render("mcwick")
	if err == nil {
		t.Fatal("nothing is refused")
	}
	for value, want := range refused {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %q is missing in:\n%v", value, want, err)
		}
	}
}

// misplaced are values that no schema can judge, and what is said of them: one at a time, in a
// sentence.
var misplaced = map[string]string{
	"generation.config.AI_API_KEY=sk-123":                                                "generation.config.AI_API_KEY is a secret, and values are no place for one",
	"gallery.config.DATABASE_URL=postgres://gallery:candle@db":                           "gallery.config.DATABASE_URL is a secret",
	"gateway.config.REDIS_URL=redis://:candle@redis":                                     "gateway.config.REDIS_URL is a secret",
	"gateway.config.SEAL_KEYS=candle":                                                    "gateway.config.SEAL_KEYS is a secret",
	"wall.config.SOME_PASSWORD=candle":                                                   "wall.config.SOME_PASSWORD is a secret",
	"wall.config.OPERATORS=ada":                                                          "wall.config.OPERATORS is a secret",
	"wall.config.DATABASE_POOLSIZE=9":                                                    "wall.config.DATABASE_POOLSIZE: the program has no such variable. It knows AVATAR_HOUSE_NETWORK, ",
	"remote-wall.config.PAGE_DIRECTORY=/x":                                               "remote-wall.config.PAGE_DIRECTORY: the program has no such variable. It knows DRAIN, ",
	"identity.secrets.CHALENGE_KEY.existingSecret=x,identity.secrets.CHALENGE_KEY.key=y": "identity.secrets.CHALENGE_KEY: the program has no such variable",
	"gateway.files.LIMITS_FILE.jobs.global.burst=20":                                     "gateway.files.LIMITS_FILE.jobs.global is not read any more",
	"gateway.files.LIMIT_FILE=x":                                                         "gateway.files.LIMIT_FILE: the program has no such variable",

	"generation.config.AI_IMAGE_MODEL=gpt-image-2":                                                        "generation.config.AI_IMAGE_MODEL is not read any more: generation.providers has it as tasks.picture[0].model",
	"generation.config.AI_CHAT_TIMEOUT=20s":                                                               "generation.config.AI_CHAT_TIMEOUT is not read any more: generation.providers has it as tasks.script[0].timeout",
	"generation.config.AI_MODERATION=off":                                                                 "are not read any more: moderation.providers has them as tasks.moderation",
	"generation.providers.tasks.moderation[0].provider=demo":                                              "are not read any more: moderation.providers has them as tasks.moderation",
	"moderation.providers.tasks.speech[0].provider=demo":                                                  "additional properties 'speech' not allowed",
	"moderation.config.AI_MODERATION_KEY=sk-123":                                                          "moderation.config.AI_MODERATION_KEY is a secret",
	"moderation.files.AI_MODERATION_FILE=x,moderation.providers.providers.other.baseURL=http://x":         "moderation.providers and moderation.files.AI_MODERATION_FILE say the same twice",
	"generation.files.AI_PRICES_FILE=x":                                                                   "generation.files.AI_PRICES_FILE is not read any more: generation.providers has it as the price of each model",
	"generation.files.AI_PROVIDERS_FILE=x,generation.providers.providers.other.baseURL=http://x":          "generation.providers and generation.files.AI_PROVIDERS_FILE say the same twice",
	"generation.secrets.AI_OTHER_KEY.existingSecret=x,generation.secrets.AI_OTHER_KEY.key=y":              "generation.secrets.AI_OTHER_KEY: the program has no such variable",
	"generation.config.AI_OTHER_KEY=sk-123,generation.providers.providers.other.keyVariable=AI_OTHER_KEY": "generation.config.AI_OTHER_KEY is a secret",

	"gateway.ingress.enabled=true,gateway.ingress.tlsSecret=tls":               "gateway.config.TRUSTED_PROXIES is empty",
	"gateway.httpRoute.enabled=true,gateway.httpRoute.parentRefs[0].name=edge": "gateway.config.TRUSTED_PROXIES is empty",
	"gateway.httpRoute.enabled=true,gateway.config.TRUSTED_PROXIES=10.0.0.0/8": "gateway.httpRoute.parentRefs is empty",
	"gateway.ingress.enabled=true,gateway.config.TRUSTED_PROXIES=10.0.0.0/8":   "gateway.ingress.tlsSecret is empty, and global.publicOrigin is https://mcwick.example",
}

func TestRenamedValuesAreRejectedWithMessage(t *testing.T) {
	for values, want := range misplaced {
		if _, err := set(values).render("mcwick"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %q is missing in: %v", values, want, err)
		}
	}
	for _, values := range []string{
		"wall.config.DATABASE_POOL_SIZE=9", "wall.config.GODEBUG=http2client=0", "media.config.AWS_REGION=eu-central-1",
		"wall.config.OTEL_RESOURCE_ATTRIBUTES=a=b",
		"gateway.ingress.enabled=true,gateway.config.TRUSTED_PROXIES=10.0.0.0/8,gateway.ingress.tlsElsewhere=true",
		"gateway.ingress.enabled=true,gateway.config.TRUSTED_PROXIES=10.0.0.0/8,global.publicOrigin=http://mcwick.example",
	} {
		if _, err := set(values).render("mcwick"); err != nil {
			t.Errorf("%s: %v", values, err)
		}
	}
}

// What every installation has to say itself is asked for by name.
func TestMissingValuesAreReported(t *testing.T) {
	for _, value := range []string{"global.kafkaBrokers", "global.publicOrigin", "media.objects.url"} {
		if _, err := set(value + "=").render("mcwick"); err == nil ||
			!strings.Contains(err.Error(), value+" is missing") {
			t.Errorf("without %s: %v", value, err)
		}
	}
}

// A chart is released alone with the same objects that the umbrella makes of it.
// Verifies OPS-16.
func TestStandaloneChartMatchesUmbrella(t *testing.T) {
	together := workloads(t, way(t, "plain"))
	for _, chart := range []string{"gallery", "generation", "identity", "media", "moderation", "wall", "voice",
		"gateway", "frontend"} {
		set := []string{"global.publicOrigin=https://mcwick.example", "global.kafkaBrokers=kafka.example:9092"}
		switch chart {
		case "media":
			set = append(set, "objects.url=s3://mcwick?region=eu-central-1")
		case "frontend":
			set = append(set, "name=remote-wall", "image.name=mcwick/page-wall")
		}
		for name, alone := range workloads(t, release{set: set}.objects(t, chart)) {
			same, ok := together[name]
			if !ok {
				t.Errorf("%s makes %s, which the umbrella does not know", chart, name)
				continue
			}
			if got, want := alone.pod.String(), same.pod.String(); got != want {
				t.Errorf("%s alone is %s, and in the umbrella %s", name, got, want)
			}
		}
	}
}

// Helm's own look at the charts has nothing to say but that they have no icon.
// Verifies OPS-4.
func TestHelmLint(t *testing.T) {
	charts, err := filepath.Glob("../*/Chart.yaml")
	if err != nil || len(charts) != 12 {
		t.Fatalf("%v: %v", charts, err)
	}
	own := map[string][]string{
		"mcwick":   {"media.objects.url=s3://mcwick"},
		"media":    {"objects.url=s3://mcwick"},
		"frontend": {"image.name=mcwick/page-wall"},
	}
	for _, chart := range charts {
		values := make(map[string]any)
		folder := filepath.Dir(chart)
		for _, set := range append(own[filepath.Base(folder)], installed[:2]...) {
			if err := strvals.ParseInto(set, values); err != nil {
				t.Fatal(err)
			}
		}
		for _, message := range lint.All(folder, values, "candles", true).Messages {
			if message.Severity > support.InfoSev {
				t.Errorf("%s: %v", chart, message)
			}
		}
	}
}
