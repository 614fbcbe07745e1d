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
		t.Errorf("there are certificates that were not asked for: %d", len(found))
	}
	all := way(t, "everything")
	certificates := only[*certmanagerv1.Certificate](all)
	for _, name := range []string{"console", "gallery", "gateway", "generation", "identity", "media", "moderation", "wall"} {
		secret := name + "-mtls"
		c := certificates[secret]
		if c == nil || c.Spec.SecretName != secret || c.Spec.IssuerRef.Name != "programs" ||
			!slices.Equal(c.Spec.URIs, []string{"spiffe://candles/" + name}) ||
			!slices.Contains(c.Spec.DNSNames, name+".candles.svc") ||
			!slices.Contains(c.Spec.IPAddresses, "127.0.0.1") { // where mcwickctl finds the end of a tunnel
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

// The address of the role that owns the tables is the migration's alone.
// Verifies OPS-31, OPS-3.
func TestOnlyMigrationsOwnTables(t *testing.T) {
	secretsOf := func(w workload) (names []string) {
		for _, v := range w.pod.Volumes {
			if v.Projected == nil {
				continue
			}
			for _, source := range v.Projected.Sources {
				names = append(names, source.Secret.Name)
			}
		}
		return names
	}
	for name, w := range workloads(t, way(t, "everything")) {
		if !ours(w) || program(w) != "wall" {
			continue
		}
		migrates, got := w.container().Args[0] == "migrate", secretsOf(w)
		if slices.Contains(got, "wall-owner") != migrates || slices.Contains(got, "wall-database") == migrates {
			t.Errorf("%s has the secrets %v", name, got)
		}
		if role := w.environment()["DATABASE_SERVING_ROLE"]; (role == "wall_serving") != migrates {
			t.Errorf("%s has the serving role %q", name, role)
		}
	}
	if _, err := set("wall.migrations.servingRole=wall_serving").render("mcwick"); err == nil {
		t.Error("a serving role without an owner is installed")
	}
}
