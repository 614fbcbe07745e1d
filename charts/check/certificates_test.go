package check

import (
	"slices"
	"testing"

	certmanagerv1 "github.com/cert-manager/cert-manager/pkg/apis/certmanager/v1"
)

// Each program that calls others or is called has a certificate of its own name, for the names that it
// is called by, and gets no other program's.
// Verifies MTLS-1, OPS-4.
func TestProgramsHaveCertificates(t *testing.T) {
	if found := only[*certmanagerv1.Certificate](way(t, "plain")); len(found) != 0 {
		t.Errorf("there are certificates that nobody asked for: %d", len(found))
	}
	all := way(t, "everything")
	certificates := only[*certmanagerv1.Certificate](all)
	for _, name := range []string{"console", "gallery", "gateway", "generation", "identity", "media", "moderation", "wall"} {
		secret := name + "-mtls"
		c := certificates[secret]
		if c == nil || c.Spec.SecretName != secret || c.Spec.IssuerRef.Name != "programs" ||
			!slices.Equal(c.Spec.URIs, []string{"spiffe://candles/" + name}) ||
			!slices.Contains(c.Spec.DNSNames, name+".candles.svc") {
			t.Errorf("%s: the certificate is %+v", name, c)
		}
		for _, w := range workloads(t, all) {
			if !ours(w) || program(w) != name || w.container().Args[0] == "migrate" {
				continue
			}
			mounted := false
			for _, v := range w.pod.Volumes {
				mounted = mounted || v.Secret != nil && v.Secret.SecretName == secret
			}
			if !mounted || w.environment()["MTLS_DIR"] != "/run/mcwick/mtls" {
				t.Errorf("%s (%v): mounted: %t, environment: %q", name, w.container().Args, mounted, w.environment()["MTLS_DIR"])
			}
		}
	}
	if len(certificates) != 8 {
		t.Errorf("there are %d certificates", len(certificates))
	}
	if url := workloads(t, all)["gateway"].environment()["MEDIA_HTTP_URL"]; url != "https://media-http:8080" {
		t.Errorf("the gateway reads objects at %s", url)
	}
}
