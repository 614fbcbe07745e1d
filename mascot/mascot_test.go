package mascot_test

import (
	"crypto/sha256"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"mcwick.example/mascot"
)

var update = flag.Bool("update", false, "rewrite testdata/pictures.txt")

// gallery draws everything there is at least once, by name.
func gallery() map[string]string {
	all := map[string]string{}
	green := mascot.Traits{Base: "green", Flame: "golden"}
	for _, c := range mascot.Categories() {
		for i, o := range c.Options {
			all["trait/"+c.ID+"/"+o.ID] = mascot.Compose(with(green, c.ID, o.ID), mascot.Options{Seed: uint32(i)})
		}
	}
	for n := range 16 {
		all[fmt.Sprintf("pfp/%02d", n)] = mascot.Compose(fullSet(uint64(n)), mascot.Options{Seed: uint32(n)})
	}
	for _, id := range mascot.Poses() {
		all["pose/"+id] = mascot.Compose(mascot.Traits{Clothing: "hoodie", Base: "silver"},
			mascot.Options{Pose: id, Still: true, Bare: true})
	}
	for _, id := range mascot.Moods() {
		all["mood/"+id] = mascot.Compose(green, mascot.Options{Mood: id, Margin: true, Flat: true})
	}
	for i, s := range mascot.Scenes() {
		for _, f := range mascot.Finishes() {
			all["scene/"+s.ID+"/"+f.ID] = mascot.ComposeScene(mascot.SceneOptions{Scene: s.ID, Finish: f.ID,
				Seed: uint32(i)})
			all["friends/"+s.ID+"/"+f.ID] = mascot.ComposeScene(mascot.SceneOptions{
				Scene: s.ID, Finish: f.ID, Seed: uint32(i) + 100,
				Friend: &mascot.Actor{Traits: mascot.Traits{Base: "red"}, Mood: "failed"},
			})
		}
	}
	for _, id := range mascot.Illustrations() {
		all["illustration/"+id], _ = mascot.Illustration(id)
	}
	return all
}

func with(t mascot.Traits, category, id string) mascot.Traits {
	*t.Choice(category) = id
	return t
}

// fullSet is a profile picture with an option of every category, chosen by chance; the same number
// gives the same one.
func fullSet(number uint64) mascot.Traits {
	var t mascot.Traits
	chance := rand.NewPCG(1, number)
	for _, c := range mascot.Categories() {
		t = with(t, c.ID, c.Options[chance.Uint64()%uint64(len(c.Options))].ID)
	}
	return t
}

var (
	idPattern        = regexp.MustCompile(`\bid="([^"]+)"`)
	referencePattern = regexp.MustCompile(`(?:url\(|href=")#?([^)"]+)`)
)

func TestPicturesAreSelfContainedSVG(t *testing.T) {
	for name, svg := range gallery() {
		if err := wellFormed(svg); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		ids := map[string]bool{}
		for _, m := range idPattern.FindAllStringSubmatch(svg, -1) {
			// a scene may hold its backdrop twice
			if ids[m[1]] && regexp.MustCompile(`^(pose|mood|trait|pfp|illustration)`).MatchString(name) {
				t.Errorf("%s: id %s twice", name, m[1])
			}
			ids[m[1]] = true
		}
		for _, m := range referencePattern.FindAllStringSubmatch(svg, -1) {
			if !ids[m[1]] {
				t.Errorf("%s: nothing has the id %s", name, m[1])
			}
		}
		for _, bad := range []string{"{", "}", "<text", "<script", "<style", "<image", "NaN", "%!"} {
			if strings.Contains(svg, bad) {
				t.Errorf("%s: contains %s", name, bad)
			}
		}
	}
}

func wellFormed(svg string) error {
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

func TestPicturesMatchGoldenFiles(t *testing.T) {
	const file = "testdata/pictures.txt"
	pictures := gallery()
	if *update {
		var b strings.Builder
		for _, name := range sorted(pictures) {
			fmt.Fprintf(&b, "%x %s\n", sum(pictures[name]), name)
		}
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]string{}
	for line := range strings.Lines(string(text)) {
		hash, name, _ := strings.Cut(strings.TrimSpace(line), " ")
		known[name] = hash
	}
	for name, svg := range pictures {
		if got := fmt.Sprintf("%x", sum(svg)); got != known[name] {
			t.Errorf("%s has changed; look at it with cmd/sheet, then run the test with -update", name)
		}
		delete(known, name)
	}
	for name := range known {
		t.Errorf("%s is gone", name)
	}
}

func sum(s string) []byte {
	h := sha256.Sum256([]byte(s))
	return h[:8]
}

func TestComposeIsDeterministicPerSeed(t *testing.T) {
	traits := mascot.Traits{Base: "diamond", Headwear: "halo"}
	first := mascot.Compose(traits, mascot.Options{Seed: 7})
	if mascot.Compose(traits, mascot.Options{Seed: 7}) != first {
		t.Error("the same input gave two pictures")
	}
	if mascot.Compose(traits, mascot.Options{Seed: 8}) == first {
		t.Error("another seed gave the same picture")
	}
}

func TestComposeIgnoresUnknownTraits(t *testing.T) {
	unknown := mascot.Traits{Background: "x", Base: "<svg>", Flame: "☃", Expression: "?", Clothing: "?", Headwear: "?",
		Accessory: "?"}
	if mascot.Compose(unknown, mascot.Options{Pose: "idle", Mood: "?"}) != mascot.Compose(mascot.Traits{},
		mascot.Options{Pose: "idle"}) {
		t.Error("unknown ids are not ignored")
	}
}

// Verifies PFP-11.
func TestCategoriesMatchTraitPicker(t *testing.T) {
	want := map[string]string{
		"background": "pastel-blue pastel-pink pastel-green pastel-yellow pastel-purple pastel-peach",
		"flame":      "golden green blue red orange purple",
		"base":       "green golden diamond red black silver",
		"expression": "confident-grin laser-eyes diamond-teeth happy-trader chad-smile",
		"clothing":   "tuxedo space-suit hoodie trader-suit military-vest",
		"headwear":   "crown astronaut-helmet trader-headband beanie halo",
		"accessory":  "bitcoin-chain eth-monocle trading-headset diamond-hands rocket-jetpack",
	}
	for _, c := range mascot.Categories() {
		var ids []string
		for _, o := range c.Options {
			ids = append(ids, o.ID)
			if colour := regexp.MustCompile(`^#[0-9a-f]{6}$`).MatchString(o.Swatch); o.Label == "" ||
				colour != c.Required {
				t.Errorf("%s/%s: label %q, swatch %q", c.ID, o.ID, o.Label, o.Swatch)
			}
		}
		if got := strings.Join(ids, " "); got != want[c.ID] {
			t.Errorf("%s: got %s", c.ID, got)
		}
		delete(want, c.ID)
	}
	if len(want) > 0 {
		t.Errorf("missing %v", want)
	}
}

// A picture without a background has nothing at its upper edge, where a glow would be seen to be cut.
func TestGlowEndsInsideOfABarePicture(t *testing.T) {
	glow := regexp.MustCompile(`<g transform="translate\(\S+ (\S+)\) scale\((\S+)\)">.*<g transform="translate\(0 (\S+)\) rotate\(\S+ 512 980\)"><(?:circle|ellipse) cx="512" cy="(\S+)" (?:rx="\S+" ry|r)="(\S+)" fill="url\(#mglow\)"`)
	checked := 0
	for _, margin := range []bool{false, true} {
		for _, hat := range append(ids("headwear"), "") {
			for _, pose := range mascot.Poses() {
				svg := mascot.Compose(mascot.Traits{Headwear: hat}, mascot.Options{Pose: pose, Margin: margin,
					Bare: true})
				found := glow.FindStringSubmatch(strings.ReplaceAll(svg, "\n", ""))
				if found == nil {
					t.Fatalf("%s with %q has no glow: %s", pose, hat, svg)
				}
				n := make([]float64, len(found))
				for i, text := range found[1:] {
					n[i], _ = strconv.ParseFloat(text, 64)
				}
				if top := n[0] + n[1]*(n[2]+n[3]-n[4]); top < -0.2 {
					t.Errorf("%s with %q: the glow begins %.1f above the picture", pose, hat, -top)
				}
				checked++
			}
		}
	}
	if checked < 100 {
		t.Errorf("only %d pictures", checked)
	}
}

func ids(category string) (ids []string) {
	for _, c := range mascot.Categories() {
		if c.ID == category {
			for _, o := range c.Options {
				ids = append(ids, o.ID)
			}
		}
	}
	return ids
}
