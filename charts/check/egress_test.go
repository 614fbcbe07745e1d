package check

import (
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
)

// named has a peer for each external system.
var named = func() []string {
	all := append([]string{
		"global.network.named=true", "global.telemetry.endpoint=http://collector:4318",
		"global.network.edge[0].namespaceSelector.matchLabels.name=ingress",
	}, installed...)
	for _, place := range []string{"postgresql", "kafka", "redis", "objects", "caches", "provider", "avatars", "telemetry"} {
		all = append(all, "global.network.outside."+place+".to[0].ipBlock.cidr=192.0.2.0/28")
	}
	return all
}()

// Where places have to be named, no pod reaches an address that is not, and a place that is left out
// is refused with its name.
// Verifies OPS-39.
func TestPodsReachNamedPlacesAlone(t *testing.T) {
	for name, policy := range only[*networkingv1.NetworkPolicy](release{set: named}.objects(t, "mcwick")) {
		for _, rule := range policy.Spec.Egress {
			if len(rule.To) == 0 {
				t.Errorf("%s reaches any address at %v", name, rule.Ports)
			}
		}
	}
	without := func(value string, more ...string) error {
		some := slices.DeleteFunc(slices.Clone(named),
			func(s string) bool { return strings.Contains(s, "network."+value) })
		_, err := release{set: append(some, more...)}.render("mcwick")
		return err
	}
	refusals := map[string]error{
		"edge":               without("edge"),
		"outside.postgresql": without("outside.postgresql"),
		"outside.provider":   without("outside.provider"),
		"outside.caches":     without("outside.caches", "media.config.PURGE_KIND=varnish", "media.config.PURGE_URL=https://caches.example"),
		"outside.avatars":    without("outside.avatars", "wall.config.AVATAR_URL=https://avatars.example/{handle}"),
	}
	for value, err := range refusals {
		if err == nil || !strings.Contains(err.Error(), "global.network."+value) || !strings.Contains(err.Error(), "is empty") {
			t.Errorf("%s is left out: %v", value, err)
		}
	}
	for _, value := range []string{"outside.caches", "outside.avatars"} { // what is off needs no address
		if err := without(value); err != nil {
			t.Errorf("%s is off: %v", value, err)
		}
	}
}

// Verifies OPS-39.
func TestProgramsHaveAppArmor(t *testing.T) {
	for name, w := range workloads(t, set("global.appArmor=true").objects(t, "mcwick")) {
		if p := w.pod.SecurityContext.AppArmorProfile; ours(w) &&
			(p == nil || p.Type != corev1.AppArmorProfileTypeRuntimeDefault) {
			t.Errorf("%s: %v", name, p)
		}
	}
	for name, w := range workloads(t, way(t, "plain")) { // a node without AppArmor would refuse it
		if w.pod.SecurityContext.AppArmorProfile != nil {
			t.Errorf("%s has a profile that was not asked for", name)
		}
	}
}
