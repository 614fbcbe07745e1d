package check

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
)

// calls are who calls whom, as the architecture has it: caller, callee and port. Those between
// services follow from their dependencies.
var calls = append(serviceCalls(),
	"gateway media http", "gateway shell http", "gateway remote http", "generation voice http",
	"release-test gateway http",
)

// formerCalls are those of the last release, which are allowed until none of its pods runs, and
// which no program makes now.
var formerCalls = []string{"identity generation grpc", "media generation grpc", "wall generation grpc"}

// reaches are the external systems that a service connects to. Only generation and moderation reach
// AI providers.
var reaches = map[string][]string{
	"console":      {"telemetry"},
	"gallery":      {"kafka", "postgresql", "telemetry"},
	"gateway":      {"kafka", "redis", "telemetry"},
	"generation":   {"postgresql", "provider", "telemetry"},
	"identity":     {"kafka", "postgresql", "telemetry"},
	"media":        {"caches", "kafka", "objects", "postgresql", "telemetry"},
	"moderation":   {"kafka", "postgresql", "provider", "telemetry"},
	"wall":         {"avatars", "kafka", "postgresql", "telemetry"},
	"remote":       {"telemetry"},
	"shell":        {"telemetry"},
	"voice":        {"telemetry"},
	"migrate":      {"postgresql"},
	"release-test": {},
}

const peerLabel = "mcwick.example/peer"

// Every pod is under exactly one policy, which says what may come and what may go.
// Verifies OPS-1.
func TestEveryPodHasANetworkPolicy(t *testing.T) {
	eachWay(t, func(t *testing.T, all []object) {
		policies := only[*networkingv1.NetworkPolicy](all)
		for name, w := range workloads(t, all) {
			var over []string
			for _, p := range policies {
				if selects(t, p.Spec.PodSelector, w.metadata.Labels) {
					over = append(over, p.Name)
				}
				if len(p.Spec.PolicyTypes) != 2 {
					t.Errorf("%s is about %v only", p.Name, p.Spec.PolicyTypes)
				}
			}
			if len(over) != 1 {
				t.Errorf("%s is under the policies %v", name, over)
			}
		}
	})
}

// Who may go out to a peer may come in there, and the other way round; and these are the calls of
// the architecture.
// Verifies MOD-11, OPS-1.
func TestNetworkPoliciesAgreeInBothDirections(t *testing.T) {
	out, in := make(map[string]bool), make(map[string]bool)
	for _, p := range only[*networkingv1.NetworkPolicy](way(t, "plain")) {
		me := peerOf(t, p)
		for _, rule := range p.Spec.Egress {
			for _, to := range rule.To {
				if to.PodSelector != nil && to.NamespaceSelector == nil {
					out[fmt.Sprintf("%s %s %s", me, to.PodSelector.MatchLabels[peerLabel], rule.Ports[0].Port)] = true
				}
			}
		}
		if me == "gateway" {
			in["release-test gateway http"] = true // as everybody, since no edge is named
		}
		for _, rule := range p.Spec.Ingress {
			for _, from := range rule.From {
				in[fmt.Sprintf("%s %s %s", from.PodSelector.MatchLabels[peerLabel], me, rule.Ports[0].Port)] = true
			}
		}
	}
	want := slices.Sorted(slices.Values(calls))
	if got := slices.Sorted(maps.Keys(out)); !slices.Equal(got, want) {
		t.Errorf("may go out:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	want = slices.Sorted(slices.Values(slices.Concat(calls, formerCalls)))
	if got := slices.Sorted(maps.Keys(in)); !slices.Equal(got, want) {
		t.Errorf("may come in:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// The stores of a try-out let in those who may go out to them.
// Verifies OPS-1.
func TestStoresOfATryOutLetTheirClientsIn(t *testing.T) {
	in := make(map[string][]string)
	for _, p := range only[*networkingv1.NetworkPolicy](way(t, "demo")) {
		for _, rule := range p.Spec.Ingress {
			for _, from := range rule.From {
				if from.PodSelector != nil {
					in[peerOf(t, p)] = append(in[peerOf(t, p)], from.PodSelector.MatchLabels[peerLabel])
				}
			}
		}
	}
	for me, places := range reaches {
		for _, store := range []string{"postgresql", "kafka", "redis"} {
			if slices.Contains(places, store) && !slices.Contains(in[store], me) {
				t.Errorf("%s may go out to %s, which does not let it in", me, store)
			}
		}
	}
}

// Each external system has an address of its own here; no other service may connect to it.
// Verifies OPS-1.
func TestEgressToExternalServices(t *testing.T) {
	places := []string{"postgresql", "kafka", "redis", "objects", "caches", "provider", "avatars", "telemetry"}
	set := slices.Clone(everything)
	for i, place := range places {
		set = append(set, fmt.Sprintf("global.network.outside.%s.to[0].ipBlock.cidr=192.0.2.%d/32", place, i+1))
	}
	got := make(map[string]map[string]bool)
	for _, p := range only[*networkingv1.NetworkPolicy](release{set: set}.objects(t, "mcwick")) {
		me := peerOf(t, p)
		if got[me] == nil {
			got[me] = make(map[string]bool)
		}
		for _, rule := range p.Spec.Egress {
			if len(rule.To) == 0 {
				t.Errorf("%s may go anywhere by %v", p.Name, rule.Ports)
			}
			for _, to := range rule.To {
				for i, place := range places {
					if to.IPBlock != nil && to.IPBlock.CIDR == fmt.Sprintf("192.0.2.%d/32", i+1) {
						got[me][place] = true
					}
				}
			}
		}
	}
	for me, places := range got {
		if found := slices.Sorted(maps.Keys(places)); !slices.Equal(found, reaches[me]) {
			t.Errorf("%s reaches %v, want %v", me, found, reaches[me])
		}
	}
	if len(got) != len(reaches) {
		t.Errorf("policies are for %v", slices.Sorted(maps.Keys(got)))
	}
}

// In a namespace that denies what no policy allows, a hook that runs before the release's objects
// needs its policy before it. A policy that is no hook is not there yet.
func TestHookPoliciesPrecedeHooks(t *testing.T) {
	for _, name := range []string{"plain", "everything"} {
		policies := only[*networkingv1.NetworkPolicy](way(t, name))
		hooks := 0
		for _, o := range way(t, name) {
			events := o.GetAnnotations()["helm.sh/hook"]
			var pod map[string]string
			switch o := o.(type) {
			case *batchv1.Job:
				pod = o.Spec.Template.Labels
			case *corev1.Pod:
				pod = o.Labels
			}
			if events == "" || pod == nil {
				continue
			}
			hooks++
			for _, p := range policies {
				if !selects(t, p.Spec.PodSelector, pod) {
					continue
				}
				if p.Annotations["helm.sh/hook"] != events || weight(t, p) >= weight(t, o) {
					t.Errorf("%s: the policy of %s is a hook of %q with the weight %d", name, o.GetName(),
						p.Annotations["helm.sh/hook"], weight(t, p))
				}
			}
		}
		if hooks != 7 {
			t.Errorf("%s: %d hooks run pods", name, hooks)
		}
	}
}

// weight orders the hooks of one event: the lowest first.
func weight(t *testing.T, o object) int {
	t.Helper()
	text := o.GetAnnotations()["helm.sh/hook-weight"]
	if text == "" {
		return 0
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Only configured peers reach metrics and the operators' port; by default none does.
// Verifies OPS-1.
func TestInternalPortsAreRestricted(t *testing.T) {
	open := func(name, port string) (names []string) {
		for _, p := range only[*networkingv1.NetworkPolicy](way(t, name)) {
			for _, rule := range p.Spec.Ingress {
				if rule.Ports[0].Port.StrVal == port {
					names = append(names, p.Name)
					if len(rule.From) == 0 {
						t.Errorf("%s: everybody may come to %s", p.Name, port)
					}
				}
			}
		}
		slices.Sort(names)
		return names
	}
	for _, port := range []string{"ops", "operators"} {
		if names := open("plain", port); len(names) != 0 {
			t.Errorf("%s is open at %v without anybody being named", port, names)
		}
	}
	withOperators := []string{"gallery", "gateway", "generation", "identity", "media", "moderation", "wall"}
	if names := open("everything", "operators"); !slices.Equal(names, withOperators) {
		t.Errorf("operators come in at %v", names)
	}
	if names := open("everything", "ops"); len(names) != 18 { // all that serves or works
		t.Errorf("metrics are read at %v", names)
	}
}

// The console reaches the operators' ports of the services that it has pages for and nothing else, and only
// operators reach the console.
// Verifies OPS-1, MOD-71.
func TestConsoleReachesOperatorsPortsAlone(t *testing.T) {
	var out, in []string
	for _, p := range only[*networkingv1.NetworkPolicy](way(t, "everything")) {
		me := peerOf(t, p)
		for _, rule := range p.Spec.Egress {
			for _, to := range rule.To {
				if me == "console" && to.PodSelector != nil && to.NamespaceSelector == nil {
					out = append(out, to.PodSelector.MatchLabels[peerLabel]+" "+rule.Ports[0].Port.StrVal)
				}
			}
		}
		for _, rule := range p.Spec.Ingress {
			for _, from := range rule.From {
				if from.PodSelector == nil {
					continue
				}
				switch peer := from.PodSelector.MatchLabels[peerLabel]; {
				case peer == "console":
					in = append(in, me+" "+rule.Ports[0].Port.StrVal)
				case me == "console" && peer != "operator":
					t.Errorf("%s reaches the console", peer)
				}
			}
		}
	}
	var want []string
	for _, service := range []string{"gateway", "generation", "media", "moderation", "wall"} {
		want = append(want, service+" operators")
	}
	for _, got := range [][]string{out, in} {
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	}
}

// Every configured address is a Service with that port, and its pods have it; gRPC's is headless,
// so that callers see each pod.
// Verifies OPS-4.
func TestAddressesReferToServices(t *testing.T) {
	eachWay(t, func(t *testing.T, all []object) {
		services, pods := only[*corev1.Service](all), workloads(t, all)
		for name, w := range pods {
			for variable, value := range w.environment() {
				u, err := url.Parse(strings.ReplaceAll(value, "{name}", "gallery"))
				if err != nil || u.Scheme != "dns" && u.Scheme != "http" || variable == "PUBLIC_ORIGIN" ||
					variable == "OTEL_EXPORTER_OTLP_ENDPOINT" {
					continue
				}
				host, headless := u.Host, u.Scheme == "dns"
				if headless {
					host = strings.TrimPrefix(u.Path, "/")
				}
				host, port, _ := strings.Cut(host, ":")
				host = strings.TrimSuffix(host, ".candles.svc")
				s := services[host]
				if s == nil {
					t.Errorf("%s: nothing is at %s=%s", name, variable, value)
					continue
				}
				if (s.Spec.ClusterIP == corev1.ClusterIPNone) != headless {
					t.Errorf("%s: %s has the address %q", name, host, s.Spec.ClusterIP)
				}
				if !answers(t, s, port, pods) {
					t.Errorf("%s: no pod answers at %s=%s", name, variable, value)
				}
			}
		}
	})
}

// answers tells whether a pod of the service listens on the port, which for a headless one is the
// pod's own.
func answers(t *testing.T, s *corev1.Service, port string, pods map[string]workload) bool {
	t.Helper()
	for _, p := range s.Spec.Ports {
		if fmt.Sprint(p.Port) != port {
			continue
		}
		for _, w := range pods {
			if !selects(t, metav1.LabelSelector{MatchLabels: s.Spec.Selector}, w.metadata.Labels) {
				continue
			}
			for _, c := range w.container().Ports {
				if c.Name == p.TargetPort.StrVal || fmt.Sprint(c.ContainerPort) == p.TargetPort.String() {
					return fmt.Sprint(c.ContainerPort) == port
				}
			}
		}
	}
	return false
}

func selects(t *testing.T, by metav1.LabelSelector, pod map[string]string) bool {
	t.Helper()
	selector, err := metav1.LabelSelectorAsSelector(&by)
	if err != nil {
		t.Fatal(err)
	}
	return selector.Matches(labels.Set(pod))
}

// peerOf is what others call the pods of a policy.
func peerOf(t *testing.T, p *networkingv1.NetworkPolicy) string {
	t.Helper()
	name, role := p.Labels["app.kubernetes.io/name"], p.Labels["app.kubernetes.io/component"]
	switch {
	case role == "migrate":
		return "migrate"
	case strings.HasPrefix(name, "remote-"):
		return "remote"
	}
	return name
}
