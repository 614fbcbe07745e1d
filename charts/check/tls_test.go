package check

import (
	"strings"
	"testing"
)

// With the production values programs refuse a database and a Redis that do not prove who they are, migrations
// too; values of an older release and a try-out have them without certificates.
// Verifies OPS-35.
func TestServersHaveToBeVerified(t *testing.T) {
	for kind, want := range map[string]string{"production": "true", "plain": "", "demo": ""} {
		counted := 0
		for name, w := range workloads(t, way(t, kind)) {
			environment := w.environment()
			for address, variable := range map[string]string{
				"DATABASE_URL_FILE": "DATABASE_REQUIRE_TLS", "REDIS_URL_FILE": "REDIS_REQUIRE_TLS",
			} {
				if environment[address] == "" {
					continue
				}
				counted++
				if environment[variable] != want {
					t.Errorf("%s: %s has %s=%q, want %q", kind, name, variable, environment[variable], want)
				}
			}
		}
		if counted < 13 { // six services and their migrations, and the gateway
			t.Errorf("%s: %d programs have a database or a Redis", kind, counted)
		}
	}
}

// Authorities come from secrets, which are there before the hook that migrates.
// Verifies OPS-35.
func TestAuthoritiesReachMigrations(t *testing.T) {
	with := set("wall.secrets.DATABASE_CA.existingSecret=authority", "gateway.secrets.REDIS_CA.existingSecret=authority")
	for name, w := range workloads(t, with.objects(t, "mcwick")) {
		environment := w.environment()
		want := ""
		if strings.HasPrefix(name, "wall") {
			want = "/run/mcwick/secrets/DATABASE_CA"
		}
		if environment["DATABASE_CA_FILE"] != want {
			t.Errorf("%s: the authority is in %q, want %q", name, environment["DATABASE_CA_FILE"], want)
		}
		if ca := environment["REDIS_CA_FILE"]; (name == "gateway") != (ca != "") {
			t.Errorf("%s: the authority of Redis is in %q", name, ca)
		}
	}
}
