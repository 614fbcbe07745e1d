package site

import (
	"strings"
	"testing"
)

const withLaunch = `"remotes": [], "launch": {"items": {"bictok": {"state": "live", "address": "/bictok", "date": "2027 Q1"},
	"token-launch": {"state": "complete"}, "newer": {"state": "melted"}}, "menu": [{"label": "Blog", "address": "https://blog.example/"}]}`

// launchFile is a file of settings with such a launch.
func launchFile(launch string) string {
	before, _, _ := strings.Cut(olderFile, `"remotes"`)
	return before + launch + "}"
}

// Verifies LAUNCH-1.
func TestLaunchIsRead(t *testing.T) {
	s := parse(t, launchFile(withLaunch))
	if got := s.Launch.Items["bictok"]; got != (LaunchItem{State: "live", Address: "/bictok", Date: "2027 Q1"}) {
		t.Errorf("got %+v", got)
	}
	if got := strings.Join(s.UnknownNames(), " "); got != "flag.new launch.newer" {
		t.Errorf("unknown: %q", got)
	}
}

// Verifies LAUNCH-2.
func TestInvalidLaunchesAreRejected(t *testing.T) {
	for change, says := range map[string]string{
		`"state": "live"`:                            "",
		`"state": "moon"`:                            "state is one of soon, live",
		`"address": "javascript:alert(1)"`:           "address",
		`"address": "//elsewhere.example"`:           "address",
		`"address": "http://plain.example"`:          "address",
		`"address": "https://u:p@x.example"`:         "address",
		`"address": "/\\elsewhere.example"`:          "address",
		`"label": "a\nb"`:                            "label",
		`"text": "` + strings.Repeat("w", 201) + `"`: "text",
		`"color": "red"`:                             "unknown",
	} {
		_, err := Parse([]byte(launchFile(`"remotes": [], "launch": {"items": {"bictok": {` + change + `}}}`)))
		if says == "" && err != nil || says != "" && (err == nil || !strings.Contains(err.Error(), says)) {
			t.Errorf("%s: %v", change, err)
		}
	}
	for _, list := range []string{`[{"label": "x"}]`, `[{"address": "/x"}]`, `[{"label": "x", "address": "ftp://x"}]`,
		"[" + strings.TrimSuffix(strings.Repeat(`{"label": "x", "address": "/x"},`, 7), ",") + "]"} {
		if _, err := Parse([]byte(launchFile(`"remotes": [], "launch": {"footer": ` + list + `}`))); err == nil {
			t.Errorf("%s is taken", list)
		}
	}
}

// Verifies LAUNCH-2.
func TestLaunchItemsAreSetByName(t *testing.T) {
	s := parse(t, olderFile)
	next := s.Clone()
	for _, want := range []Change{{"launch.bictok.state", "", "live"}, {"launch.bictok.address", "", "/bictok"},
		{"launch.bictok.state", "live", ""}, {"launch.nft-airdrop.state", "", "current"}} {
		if got, err := next.Set(want.Name, want.To); err != nil || got != want {
			t.Errorf("got %+v, %v", got, err)
		}
	}
	if s.Launch != nil || len(next.Launch.Items) != 2 || next.Launch.Items["bictok"] != (LaunchItem{Address: "/bictok"}) {
		t.Errorf("got %+v from %+v", next.Launch, s.Launch)
	}
	for name, value := range map[string]string{"launch.bictok": "live", "launch.x.state": "live", "launch.bictok.color": "red",
		"launch.bictok.state": "moon", "launch.chat.address": "t.me"} {
		if _, err := next.Set(name, value); err == nil {
			t.Errorf("%s = %q is taken", name, value)
		}
	}
}
