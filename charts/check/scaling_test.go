package check

import (
	"encoding/json"
	"strings"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"
)

func set(more ...string) release {
	return release{set: append(append([]string{}, installed...), more...)}
}

// Verifies OPS-7, OPS-45.
func TestScaling(t *testing.T) {
	t.Run("without it the chart says how many, and two may be emptied one by one", func(t *testing.T) {
		all := set("gallery.serve.replicas=2", "wall.serve.replicas=1").objects(t, "mcwick")
		if len(only[*autoscalingv2.HorizontalPodAutoscaler](all)) != 0 {
			t.Error("something scales")
		}
		budgets := only[*policyv1.PodDisruptionBudget](all)
		if budgets["gallery"] == nil || budgets["wall"] != nil {
			t.Errorf("budgets: %v", budgets)
		}
		if n := only[*appsv1.Deployment](all)["gallery"].Spec.Replicas; n == nil || *n != 2 {
			t.Errorf("gallery has %v pods", n)
		}
	})
	t.Run("with it the scaler says how many", func(t *testing.T) {
		all := set("media.work.autoscaling.enabled=true", "media.work.autoscaling.minReplicas=3",
			"media.work.autoscaling.queue.metric=waiting",
			"media.work.autoscaling.queue.perReplica=2").objects(t, "mcwick")
		if n := only[*appsv1.Deployment](all)["media-work"].Spec.Replicas; n != nil {
			t.Errorf("the deployment says %d as well", *n)
		}
		scaler := only[*autoscalingv2.HorizontalPodAutoscaler](all)["media-work"]
		if scaler == nil || scaler.Spec.ScaleTargetRef.Name != "media-work" || *scaler.Spec.MinReplicas != 3 ||
			len(scaler.Spec.Metrics) != 2 {
			t.Fatalf("the scaler is %v", scaler)
		}
		if queue := scaler.Spec.Metrics[1].External; queue == nil || queue.Metric.Name != "waiting" ||
			queue.Target.AverageValue.Value() != 2 {
			t.Errorf("it looks at %v", queue)
		}
		if only[*policyv1.PodDisruptionBudget](all)["media-work"] == nil {
			t.Error("three pods have no budget")
		}
	})
	t.Run("switching it on ends no pod", func(t *testing.T) {
		meta := metav1.ObjectMeta{Namespace: "candles", Name: "gateway"}
		scaler := &autoscalingv2.HorizontalPodAutoscaler{
			TypeMeta: metav1.TypeMeta{APIVersion: "autoscaling/v2", Kind: "HorizontalPodAutoscaler"}, ObjectMeta: meta,
		}
		render := func(pods int32, annotations map[string]string, there ...runtime.Object) *appsv1.Deployment {
			gateway := &appsv1.Deployment{TypeMeta: metav1.TypeMeta{APIVersion: "apps/v1", Kind: "Deployment"},
				ObjectMeta: *meta.DeepCopy(), Spec: appsv1.DeploymentSpec{Replicas: &pods}}
			gateway.Annotations = annotations
			r := set("gateway.serve.autoscaling.enabled=true")
			r.cluster = cluster{append(there, gateway)}
			return only[*appsv1.Deployment](r.objects(t, "mcwick"))["gateway"]
		}
		switched := render(6, nil)
		if n := switched.Spec.Replicas; n == nil || *n != 6 {
			t.Error("6 run, and the chart does not say so when it is switched on")
		}
		if n := render(9, switched.Annotations, scaler).Spec.Replicas; n == nil || *n != 9 {
			t.Error("after that an upgrade takes the number back")
		}
		if d := render(9, nil, scaler); d.Spec.Replicas != nil || len(d.Annotations) > 0 {
			t.Error("what always scaled by itself gets a number, which a rollback would take back")
		}
		if render(0, nil).Spec.Replicas != nil {
			t.Error("at 0 no scaler begins")
		}
	})
	t.Run("a new version comes before the old one goes", func(t *testing.T) {
		for name, d := range only[*appsv1.Deployment](way(t, "everything")) {
			if r := d.Spec.Strategy.RollingUpdate; r == nil || r.MaxUnavailable.IntValue() != 0 ||
				r.MaxSurge.IntValue() != 1 {
				t.Errorf("%s rolls out by %v", name, r)
			}
			for _, spread := range d.Spec.Template.Spec.TopologySpreadConstraints {
				if spread.WhenUnsatisfiable != "ScheduleAnyway" {
					t.Errorf("%s does not run on a single node", name)
				}
			}
		}
	})
}

// Pods count each other by the addresses of a name; until DNS answers they are the most that there
// may be.
// Verifies LIMIT-18.
func TestGatewayCountsReplicas(t *testing.T) {
	for name, c := range map[string]struct {
		with release
		want string
	}{
		"a fixed number": {set("gateway.serve.replicas=4"), "4"},
		"autoscaling": {set("gateway.serve.autoscaling.enabled=true", "gateway.serve.autoscaling.minReplicas=3",
			"gateway.serve.autoscaling.maxReplicas=12"), "12"},
	} {
		t.Run(name, func(t *testing.T) {
			all := c.with.objects(t, "mcwick")
			pods := workloads(t, all)["gateway"]
			environment := pods.environment()
			if got := environment["REPLICAS"]; got != c.want {
				t.Errorf("%s at most, want %s", got, c.want)
			}
			s := only[*corev1.Service](all)[strings.TrimSuffix(environment["REPLICAS_HOST"], ".candles.svc")]
			if s == nil {
				t.Fatalf("nothing is at %s", environment["REPLICAS_HOST"])
			}
			if s.Spec.ClusterIP != corev1.ClusterIPNone || s.Spec.PublishNotReadyAddresses ||
				!selects(t, metav1.LabelSelector{MatchLabels: s.Spec.Selector}, pods.metadata.Labels) {
				t.Errorf("it has no address for each pod that gets requests: %+v", s.Spec)
			}
		})
	}
}

// A service that is a release of its own is not in the umbrella's.
// Verifies OPS-16.
func TestDisabledPartIsNotRendered(t *testing.T) {
	all := workloads(t, set("gallery.enabled=false", "remote-wall.enabled=false").objects(t, "mcwick"))
	for name, want := range map[string]bool{"gallery": false, "gallery-migrate": false, "remote-wall": false,
		"remote-gallery": true, "wall": true} {
		if _, ok := all[name]; ok != want {
			t.Errorf("%s: installed: %t", name, ok)
		}
	}
}

// Verifies OPS-55.
func TestIngressAndGatewayRoutes(t *testing.T) {
	if all := way(t, "plain"); len(only[*networkingv1.Ingress](all))+len(only[*gatewayv1.HTTPRoute](all)) != 0 {
		t.Error("there is an Ingress or Gateway that was not enabled")
	}
	all := way(t, "everything")
	ingress := only[*networkingv1.Ingress](all)["gateway"]
	if ingress == nil || ingress.Spec.Rules[0].Host != "mcwick.example" || ingress.Spec.TLS[0].SecretName != "tls" {
		t.Errorf("the ingress is %v", ingress)
	}
	route := only[*gatewayv1.HTTPRoute](all)["gateway"]
	if route == nil || route.Spec.Hostnames[0] != "mcwick.example" || route.Spec.ParentRefs[0].Name != "edge" {
		t.Fatalf("the route is %v", route)
	}
	if limits := route.Spec.Rules[0].Timeouts; limits == nil || limits.Request == nil || *limits.Request != "0s" {
		t.Errorf("answers may take %v", limits)
	}
	refused := set("gateway.config.TRUSTED_PROXIES=10.0.0.0/8", "gateway.httpRoute.enabled=true",
		"gateway.httpRoute.parentRefs[0].name=edge", "gateway.httpRoute.requestTimeout=").objects(t, "mcwick")
	if route := only[*gatewayv1.HTTPRoute](refused)["gateway"]; route == nil || route.Spec.Rules[0].Timeouts != nil {
		t.Errorf("for a controller that refuses time limits the route is %v", route)
	}
}

// Pods restart for what their program reads at the start, and for nothing else.
func TestConfigurationChangeRestartsPods(t *testing.T) {
	template := func(name string, more ...string) string {
		return only[*appsv1.Deployment](set(more...).objects(t, "mcwick"))[name].Spec.Template.String()
	}
	gateway, generation := template("gateway"), template("generation")
	if template("generation", "generation.providers.providers.a.baseURL=http://a.example") == generation {
		t.Error("other providers restart nothing")
	}
	if template("gateway", "gateway.config.LOG_LEVEL=debug") == gateway {
		t.Error("another variable restarts nothing")
	}
	if template("gateway", "gateway.site.flags.wall=false") != gateway {
		t.Error("the gateway sees another site by itself, and was restarted")
	}
}

// Verifies OPS-43.
func TestSiteFlagsCanBeSwitchedOff(t *testing.T) {
	all := set("gateway.site.flags.wall=false,gateway.site.flags.earlyAccess=false").objects(t, "mcwick")
	var site struct {
		Brand map[string]string
		Flags map[string]bool
	}
	text := only[*corev1.ConfigMap](all)["gateway-site"].Data["site.json"]
	if err := json.Unmarshal([]byte(text), &site); err != nil {
		t.Fatal(err)
	}
	if wall, known := site.Flags["wall"]; wall || !known || site.Flags["earlyAccess"] || site.Brand["slug"] != "mcwick" {
		t.Errorf("the gateway has %s", text)
	}
}

// Verifies OPS-47.
func TestSiteLaunchReachesTheGateway(t *testing.T) {
	all := set("gateway.site.launch.items.bictok.state=live,gateway.site.launch.footer[0].label=Merch,"+
		"gateway.site.launch.footer[0].address=/merch").objects(t, "mcwick")
	text := only[*corev1.ConfigMap](all)["gateway-site"].Data["site.json"]
	var site struct {
		Launch struct {
			Items  map[string]map[string]string
			Footer []map[string]string
		}
	}
	if err := json.Unmarshal([]byte(text), &site); err != nil {
		t.Fatal(err)
	}
	if l := site.Launch; l.Items["bictok"]["state"] != "live" || len(l.Footer) != 1 || l.Footer[0]["address"] != "/merch" {
		t.Errorf("the gateway has %s", text)
	}
}

// The gateway sees other limits by itself, also the first that an installation has.
// Verifies LIMIT-26.
func TestChangedLimitsRestartNothing(t *testing.T) {
	rendered := func(r release) (template, limits string) {
		all := r.objects(t, "mcwick")
		return only[*appsv1.Deployment](all)["gateway"].Spec.Template.String(),
			only[*corev1.ConfigMap](all)["gateway-files"].Data["LIMITS_FILE"]
	}
	template, none := rendered(set())
	if strings.TrimSpace(none) != "{}" {
		t.Errorf("without limits of its own the file is %q", none)
	}
	for burst, r := range map[string]release{
		"7": set("gateway.files.LIMITS_FILE.reads.address.burst=7"),
		"9": set("gateway.files.LIMITS_FILE.reads.address.burst=9"),
		"8": {set: installed, json: []string{`gateway.files.LIMITS_FILE="{\"burst\": 8}"`}}, // a text
	} {
		changed, text := rendered(r)
		if changed != template || !strings.Contains(text, `"burst": `+burst) {
			t.Errorf("the gateway was restarted, or the file is %s", text)
		}
	}
}
