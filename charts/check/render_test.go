package check

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"log"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	certmanagerv1 "github.com/cert-manager/cert-manager/pkg/apis/certmanager/v1"
	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/engine"
	"helm.sh/helm/v3/pkg/strvals"
	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"
)

// root is the repository.
const root = "../.."

func TestMain(m *testing.M) {
	log.SetOutput(io.Discard) // Helm tells of each symbolic link
	os.Exit(m.Run())
}

// object is anything that a chart renders.
type object interface {
	runtime.Object
	metav1.Object
}

// release is how a chart is installed. Its zero value is a first installation with the chart's own
// values.
type release struct {
	files   []string // of values, in the chart's folder
	set     []string // as helm's --set
	json    []string // as helm's --set-json
	cluster engine.ClientProvider
}

// installed are the values that every installation has to say.
var installed = []string{
	"global.publicOrigin=https://mcwick.example", "global.kafkaBrokers=kafka.example:9092",
	"media.objects.url=s3://mcwick?region=eu-central-1",
}

// everything turns on what is off.
var everything = append([]string{
	"global.telemetry.endpoint=http://collector:4318", "global.telemetry.metrics=true",
	"global.image.registry=registry.example/team", "global.image.pullSecrets={registry}",
	"global.network.prometheus[0].namespaceSelector.matchLabels.name=monitoring",
	"global.network.edge[0].namespaceSelector.matchLabels.name=ingress",
	"media.config.PURGE_KIND=varnish", "media.config.PURGE_URL=https://caches.example",
	"wall.config.AVATAR_URL=https://avatars.example/{handle}",
	"gateway.secrets.DEVICE_KEY.existingSecret=", "gateway.secrets.VISITOR_KEY.existingSecret=gateway-keys",
	"gateway.secrets.SEAL_KEYS.existingSecret=gateway-keys",
	"gateway.config.TRUSTED_PROXIES=10.0.0.0/8", "gateway.ingress.enabled=true", "gateway.ingress.tlsSecret=tls",
	"wall.migrations.servingRole=wall_serving", "wall.migrations.owner.existingSecret=wall-owner", "global.mtls.enabled=true", "global.mtls.issuer.name=programs",
	"gateway.httpRoute.enabled=true", "gateway.httpRoute.parentRefs[0].name=edge",
	"generation.work.enabled=true", "generation.work.autoscaling.enabled=true",
	"generation.work.autoscaling.queue.metric=jobs",
	"generation.work.autoscaling.queue.matchLabels.kind=meme", "gallery.serve.autoscaling.enabled=true",
	"gallery.secrets.OPERATORS.existingSecret=operators", "gateway.secrets.OPERATORS.existingSecret=operators",
	"generation.secrets.OPERATORS.existingSecret=operators", "identity.secrets.OPERATORS.existingSecret=operators",
	"moderation.secrets.OPERATORS.existingSecret=operators", "wall.secrets.OPERATORS.existingSecret=operators",
	"console.enabled=true", "media.secrets.OPERATORS.existingSecret=operators", "media.secretEnv.AWS_ACCESS_KEY_ID.existingSecret=bucket",
	"media.secretEnv.AWS_SECRET_ACCESS_KEY.existingSecret=bucket",
	"wall.serve.scheduling.nodeSelector.disk=ssd", "gallery.image.digest=sha256:" + strings.Repeat("0", 64),
}, installed...)

// limits are the gateway's own, for an installation that says them itself.
var limits = func() string {
	text, err := os.ReadFile(filepath.Join(root, "gateway/limits/limits.json"))
	if err != nil {
		panic(err)
	}
	return string(text)
}()

// ways are the installations that must be right in whatever every installation has.
var ways = map[string]release{
	"plain":      {set: installed},
	"demo":       {files: []string{"values-demo.yaml"}},
	"production": {files: []string{"values-production.yaml"}, set: named},
	"everything": {set: everything, json: []string{"gateway.files.LIMITS_FILE=" + limits}},
}

// rendered are their objects, rendered once; tests only look at them.
var rendered = func() map[string]func() ([]object, error) {
	all := make(map[string]func() ([]object, error))
	for name, r := range ways {
		all[name] = sync.OnceValues(func() ([]object, error) { return r.render("mcwick") })
	}
	return all
}()

// way gives the objects of one of the ways.
func way(t *testing.T, name string) []object {
	t.Helper()
	all, err := rendered[name]()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// eachWay runs a test with the objects of each of them.
func eachWay(t *testing.T, test func(t *testing.T, all []object)) {
	t.Helper()
	for name := range ways {
		t.Run(name, func(t *testing.T) { test(t, way(t, name)) })
	}
}

// objects renders a chart and parses the result as strictly as the API server's strict validation.
func (r release) objects(t *testing.T, chart string) []object {
	t.Helper()
	all, err := r.render(chart)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func (r release) render(name string) (all []object, err error) {
	texts, err := r.texts(name)
	if err != nil {
		return nil, err
	}
	for file, text := range texts {
		found, err := decode(text)
		if err != nil {
			return nil, errors.Join(errors.New(file), err)
		}
		all = append(all, found...)
	}
	return all, nil
}

// texts are what Helm would send to the API server, by file.
func (r release) texts(name string) (map[string]string, error) {
	chart, err := loader.LoadDir(filepath.Join("..", name))
	if err != nil {
		return nil, err
	}
	values := make(map[string]any)
	for _, file := range r.files {
		more, err := chartutil.ReadValuesFile(filepath.Join("..", name, file))
		if err != nil {
			return nil, err
		}
		maps.Copy(values, more)
	}
	for _, set := range r.set {
		if err := strvals.ParseInto(set, values); err != nil {
			return nil, err
		}
	}
	for _, set := range r.json {
		if err := strvals.ParseJSON(set, values); err != nil {
			return nil, err
		}
	}
	if err := chartutil.ProcessDependencies(chart, values); err != nil {
		return nil, err
	}
	options := chartutil.ReleaseOptions{Name: "house", Namespace: "candles", Revision: 1, IsInstall: true}
	rendering, err := chartutil.ToRenderValues(chart, values, options, nil)
	if err != nil {
		return nil, err
	}
	texts, err := engine.RenderWithClientProvider(chart, rendering, cmp.Or[engine.ClientProvider](r.cluster, cluster{}))
	if err != nil {
		return nil, err
	}
	maps.DeleteFunc(texts, func(file, _ string) bool { return !strings.HasSuffix(file, ".yaml") })
	return texts, nil
}

// decoder knows the kinds that the charts use, and refuses fields that those do not have.
var decoder = func() runtime.Decoder {
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{
		appsv1.AddToScheme, autoscalingv2.AddToScheme, batchv1.AddToScheme, corev1.AddToScheme,
		networkingv1.AddToScheme, policyv1.AddToScheme, gatewayv1.Install, certmanagerv1.AddToScheme,
	} {
		if err := add(scheme); err != nil {
			panic(err)
		}
	}
	return serializer.NewCodecFactory(scheme, serializer.EnableStrict).UniversalDeserializer()
}()

func decode(text string) (all []object, err error) {
	documents := utilyaml.NewYAMLReader(newReader(text))
	for {
		document, err := documents.Read()
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		if onlyComments(document) {
			continue
		}
		o, _, err := decoder.Decode(document, nil, nil)
		if err != nil {
			return nil, errors.Join(err, errors.New(string(document)))
		}
		all = append(all, o.(object))
	}
}

// only gives the objects of one kind by their names.
func only[T object](all []object) map[string]T {
	found := make(map[string]T)
	for _, o := range all {
		if it, ok := o.(T); ok {
			found[it.GetName()] = it
		}
	}
	return found
}

// onlyComments tells a document of nothing from one of something.
func onlyComments(document []byte) bool {
	for line := range bytes.Lines(document) {
		line = bytes.TrimSpace(line)
		if len(line) > 0 && line[0] != '#' && !bytes.HasPrefix(line, []byte("---")) {
			return false
		}
	}
	return true
}
