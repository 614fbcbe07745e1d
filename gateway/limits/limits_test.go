package limits

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mcwick.example/platform/limit"
)

func TestInvalidFilesAreRefused(t *testing.T) {
	for name, text := range map[string]string{
		"empty":       "",
		"no JSON":     "{",
		"two values":  "{} {}",
		"unknown":     `{"jbos":{"address":{"every":"1s","burst":9}}}`,
		"scope":       `{"pages":{"house":{"every":"1s","burst":9}}}`,
		"not a rate":  `{"jobs":{"device":{"every":"soon","burst":1}}}`,
		"empty burst": `{"jobs":{"device":{"every":"1s"}}}`,
		"no address":  `{"pages":{"device":{"every":"1s","burst":9}}}`,
		"no scope":    `{"pages":{}}`,
		"null":        `{"pages":null}`,
	} {
		if c, err := Parse([]byte(text)); err == nil {
			t.Errorf("%s was read: %v", name, c)
		}
	}
	_, err := Parse([]byte(`{"jobs":{"address":{"every":"1s","burst":9},"global":{"every":"1s","burst":9}}}`))
	if err == nil || !strings.Contains(err.Error(), "leave it out") {
		t.Errorf("a file of an older release: %v", err)
	}
	if _, err := Read(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("a file that is not there was read")
	}
}

func TestFilesOfTheRepositoryAreValid(t *testing.T) {
	for _, path := range []string{"", "limits.json", "../../deploy/local/limits.json", "../../tools/fuzz/limits.json"} {
		if c, err := Read(path); err != nil || c[Jobs].Address.Burst == 0 || c[Reads].Address.Burst == 0 {
			t.Errorf("%q: %v, %v", path, c, err)
		}
	}
}

// An installation that upgrades starts with the file that it has, whatever kinds of route are new.
func TestKindsLeftOutHaveProductionFigures(t *testing.T) {
	path := filepath.Join(t.TempDir(), "limits.json")
	if err := os.WriteFile(path, []byte(`{"reads":{"address":{"every":"1s","burst":9}}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	want, err := Read("")
	if err != nil {
		t.Fatal(err)
	}
	want[Reads] = Scopes{Address: limit.Rate{Every: time.Second, Burst: 9}} // as a whole: by no device or subnet
	if got, err := Read(path); err != nil || !maps.Equal(got, want) {
		t.Errorf("%v, %v\nwant %v", got, err, want)
	}
	if production[Reads] == want[Reads] {
		t.Error("the production figures changed")
	}
}

// A file of a release in which no device was trusted to register has no crowd.
func TestNetworksOfTrustedDevicesAreAlwaysBounded(t *testing.T) {
	c, err := Parse([]byte(`{"registrations":{"address":{"every":"1s","burst":9}},
		"nominations":{"address":{"every":"1s","burst":9},"crowd":{"every":"1s","burst":7}}}`))
	if err != nil || c[Registrations].Crowd != production[Registrations].Crowd || c[Registrations].Crowd.Burst == 0 ||
		c[Registrations].Subnet != (limit.Rate{}) || c[Nominations].Crowd.Burst != 7 {
		t.Errorf("%v, %v", c, err)
	}
}
