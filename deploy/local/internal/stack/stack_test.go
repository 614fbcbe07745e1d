package stack

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"mcwick.example/gateway/site"
	"mcwick.example/platform/operator"
	"mcwick.example/platform/testkit"
)

const realKey = "sk-a-real-key"

func newStack(t *testing.T, settings Settings) *Stack {
	t.Helper()
	settings.Data = t.TempDir()
	s, err := New(settings)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestTable(t *testing.T) {
	t.Run("videos_may_be_larger_and_more_at_a_time", func(t *testing.T) {
		t.Setenv("VIDEO_SIZE", "1080x1920")
		t.Setenv("VIDEO_WORKERS", "2")
		s := newStack(t, Settings{})
		for _, svc := range s.services() {
			env := s.environment(svc)
			for _, setting := range []string{"VIDEO_SIZE=1080x1920", "VIDEO_WORKERS=2"} {
				if slices.Contains(env, setting) != (svc.name == "media") {
					t.Errorf("%s of %s: %v", setting, svc.name, env)
				}
			}
		}
	})

	t.Run("ports_are_all_different_and_all_moved", func(t *testing.T) {
		seen := map[int]string{}
		for _, offset := range []int{0, 1000} {
			for _, p := range newStack(t, Settings{Offset: offset, Replicas: 2}).Ports() {
				if other, taken := seen[p.Number]; taken {
					t.Errorf("%s and %s share %d", other, p.Name, p.Number)
				}
				seen[p.Number] = p.Name
			}
		}
	})

	t.Run("no_page_is_put_where_browsers_do_not_go", func(t *testing.T) {
		for _, refused := range []Settings{{Offset: 2000}, {Port: 6000}, {Port: 6667, Offset: 500}} {
			refused.Data = filepath.Join(t.TempDir(), "data")
			if _, err := New(refused); err == nil {
				t.Errorf("%+v is accepted", refused)
			}
			if _, err := os.Stat(refused.Data); err == nil {
				t.Errorf("%+v left a data folder", refused)
			}
		}
	})

	t.Run("every_loopback_port_in_the_table_is_checked_before_the_start", func(t *testing.T) {
		s := newStack(t, Settings{Offset: 300, Replicas: 2})
		loopback := regexp.MustCompile(`127\.0\.0\.1:\d+`)
		checked := map[string]bool{}
		for _, p := range s.Ports() {
			checked[p.Address()] = true
		}
		for _, svc := range replicasOf(s) {
			for _, e := range svc.env {
				if address := loopback.FindString(e); address != "" && !checked[address] {
					t.Errorf("%s: %s is not among the ports", svc.name, e)
				}
			}
		}
	})
}

func TestSecrets(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "secrets")
	first, err := secrets(dir, "a", "b")
	if err != nil {
		t.Fatal(err)
	}
	second, err := secrets(dir, "a", "b")
	if err != nil {
		t.Fatal(err)
	}
	if first["a"] != second["a"] || first["a"] == first["b"] || len(first["a"]) != 64 {
		t.Errorf("first %v, second %v", first, second)
	}
	info, err := os.Stat(filepath.Join(dir, "a"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if err := os.Truncate(filepath.Join(dir, "a"), 0); err != nil {
		t.Fatal(err)
	}
	if third, err := secrets(dir, "a"); err != nil || len(third["a"]) != 64 {
		t.Errorf("after a write that failed: %v, %v", third, err)
	}
}

func TestOperators(t *testing.T) {
	s := newStack(t, Settings{})
	known, err := operator.ReadCredentials(s.Folder(operatorsFile))
	if err != nil || len(known) != len(Operators) {
		t.Fatalf("%v, %v", known, err)
	}
	token, err := os.ReadFile(s.Folder("secrets/operator-ada"))
	if err != nil || string(token) != s.OperatorToken("ada") || s.OperatorToken("ada") == s.OperatorToken("lin") {
		t.Errorf("ada's token is %q, %v", token, err)
	}
	for _, svc := range s.programs() {
		env := strings.Join(s.environment(svc), "\n")
		if strings.Contains(env, string(token)) || strings.Contains(env, operatorsFile) != (svc.operators != "") {
			t.Errorf("%s knows too much or too little:\n%s", svc.name, env)
		}
	}
}

func TestPrometheusTargets(t *testing.T) {
	s := newStack(t, Settings{Offset: 700, Replicas: 2})
	if err := s.writeTargets(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(s.Folder(targetsFile))
	var targets []target
	if err != nil || json.Unmarshal(text, &targets) != nil || len(targets) != len(s.services())+2 {
		t.Fatalf("%s, %v", text, err)
	}
	for _, one := range targets {
		var want []string
		switch one.Labels["job"] {
		case "wall":
			want = []string{"127.0.0.1:29925", "127.0.0.1:29945"}
		case "console":
			want = []string{"127.0.0.1:29907"}
		default:
			continue
		}
		if !slices.Equal(one.Targets, want) {
			t.Errorf("%s tells its metrics at %s", one.Labels["job"], one.Targets)
		}
	}
}

func TestOperatorAddresses(t *testing.T) {
	s := newStack(t, Settings{Offset: 700})
	if err := s.writeOperatorAddresses(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(s.Folder(addressesFile))
	var addresses map[string]string
	if err != nil || json.Unmarshal(text, &addresses) != nil || len(addresses) != len(s.services())+2 ||
		addresses["wall"] != "127.0.0.1:30105" ||
		addresses["edge"] != "http://localhost:8780" || addresses["gateway"] != "127.0.0.1:30100" {
		t.Errorf("%s, %v", text, err)
	}
	twice := newStack(t, Settings{Offset: 700, Replicas: 2}).OperatorAddresses()
	if twice["gateway"] != "127.0.0.1:30120,127.0.0.1:30140" || twice["wall"] != "127.0.0.1:30105" {
		t.Errorf("of two replicas: %v", twice)
	}
	gateway := strings.Join(s.environment(s.gateway()), "\n")
	for service, address := range addresses {
		if service != "edge" && service != "gateway" && strings.Contains(gateway, address) {
			t.Errorf("the gateway knows the way to the operators of %s", service)
		}
	}
}

func TestSite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "site.json")
	read := func() (shown site.Settings) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &shown); err != nil {
			t.Fatal(err)
		}
		return shown
	}

	if err := writeSite(path, true); err != nil {
		t.Fatal(err)
	}
	shown := read()
	if shown.Brand["name"] != "McWick" || !shown.Flags["demoPictures"] || !shown.Flags["wall"] ||
		!shown.Flags["traceViewer"] || !shown.Flags["styleguide"] || len(shown.UnknownNames()) > 0 {
		t.Errorf("fresh: %+v", shown)
	}
	for key, value := range shown.Brand {
		if strings.Contains(value, "{product}") || value == "" {
			t.Errorf("brand %s = %q", key, value)
		}
	}

	shown.Brand["name"], shown.Flags["wall"], shown.Flags["composer"] = "McSpark", false, true
	shown.Launch = &site.Launch{Items: map[string]site.LaunchItem{"chart": {State: "live"}}}
	text, _ := json.Marshal(shown)
	testkit.WriteFile(t, path, string(text))
	if err := writeSite(path, false); err != nil {
		t.Fatal(err)
	}
	if shown = read(); shown.Brand["name"] != "McSpark" || shown.Flags["wall"] || shown.Flags["demoPictures"] ||
		len(shown.UnknownNames()) > 0 || shown.Launch == nil || shown.Launch.Items["chart"].State != "live" {
		t.Errorf("after a change: %+v", shown)
	}
}

func TestNewerThan(t *testing.T) {
	dir := t.TempDir()
	old := time.Now().Add(-time.Hour)
	for _, file := range []string{"shell/src/main.tsx", "node_modules/react/index.js", "dist/index.html",
		"shell/.cache/x"} {
		path := filepath.Join(dir, file)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		testkit.WriteFile(t, path, "")
	}
	source := filepath.Join(dir, "shell/src/main.tsx")
	if err := os.Chtimes(source, old, old); err != nil {
		t.Fatal(err)
	}
	if newerThan(dir, old.Add(time.Minute)) {
		t.Error("something that is no source counts")
	}
	if !newerThan(dir, old.Add(-time.Minute)) {
		t.Error("a newer source does not count")
	}
}

func TestLock(t *testing.T) {
	s := newStack(t, Settings{})
	release, err := s.Lock()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Lock(); err == nil || !strings.Contains(err.Error(), "already runs in") {
		t.Errorf("second Lock() = %v", err)
	}
	release()
	if again, err := s.Lock(); err != nil {
		t.Error(err)
	} else {
		again()
	}
}

func TestChangedPrograms(t *testing.T) {
	s := newStack(t, Settings{})
	all := strings.Join(s.packages(), " ")
	cases := map[string]struct {
		files []string
		want  string
	}{
		"inside_one_service": {[]string{"services/gallery/internal/gallery/like.go", "services/gallery/main.go"},
			"./services/gallery"},
		"two_programs":           {[]string{"gateway/routes.go", "deploy/demoai/main.go"}, "./gateway ./deploy/demoai"},
		"a_contract_is_for_all":  {[]string{"services/gallery/api/gallery/v1/gallery.pb.go"}, all},
		"the_platform_is_in_all": {[]string{"gateway/routes.go", "platform/fault/fault.go"}, all},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			var paths []string
			for _, file := range c.files {
				paths = append(paths, filepath.Join(s.root, file))
			}
			if got := strings.Join(s.touched(paths), " "); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestIsPackage(t *testing.T) {
	cases := map[string]bool{
		"mcwick.example/gateway":              true,
		"runtime":                             true,
		"# mcwick.example/gateway":            false,
		"gateway/main.go:3:1: syntax error":   false,
		"go: downloading example.com v1.0.0":  false,
		"\tnote: module requires Go 1.27":     false,
		"package x is not in std (/usr/lib/)": false,
	}
	for line, want := range cases {
		if isPackage(line) != want {
			t.Errorf("isPackage(%q) = %v", line, !want)
		}
	}
}
