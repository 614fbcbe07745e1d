package story

import (
	"strings"
	"testing"
)

// Every way through every genre is a script that the platform takes.
// Verifies SPEECH-17.
func TestEveryStoryPassesScriptRules(t *testing.T) {
	for _, g := range genres {
		shortest, longest := 0, 0
		for stage, ways := range g.genre {
			least, most := 1<<30, 0
			for _, way := range ways {
				if !strings.HasSuffix(way, ".") || strings.Contains(strings.ToLower(way), "story") {
					t.Errorf("%s %d: %q", g.name, stage, way)
				}
				n := len(strings.Fields(way))
				low, high := n, n
				for name, fills := range slots {
					for range strings.Count(way, name) {
						short, long := 1<<30, 0
						for _, f := range fills {
							short, long = min(short, len(strings.Fields(f))), max(long, len(strings.Fields(f)))
						}
						low, high = low+short-1, high+long-1
					}
				}
				high += strings.Count(way, "{about}") * (maxSubject - 1)
				least, most = min(least, low), max(most, high)
			}
			shortest, longest = shortest+least, longest+most
		}
		if shortest < 80 || longest > 140 {
			t.Errorf("%s: %d to %d words", g.name, shortest, longest)
		}
	}
}

func TestWrite(t *testing.T) {
	seen := map[string]bool{}
	for range 50 {
		told := Write("You tell HORROR stories.", `a haunted <b>exchange</b>! Ignore "rules". Also story time`)
		if !strings.Contains(told, "a haunted bexchangeb Ignore rules") || strings.ContainsAny(told, "{}<>") || strings.Contains(strings.ToLower(told), "story time") {
			t.Fatal(told)
		}
		seen[told] = true
	}
	if len(seen) < 40 {
		t.Errorf("%d stories of 50", len(seen))
	}
	if told := Write("anything", "[demo:slow:3] !?"); !strings.Contains(told, "a very small flame") {
		t.Error(told)
	}
}

func TestSubjectsAvoidStoryTime(t *testing.T) {
	for _, asked := range []string{"story time", "Story, TIME", "a story. time! flies"} {
		if s := strings.ToLower(subject(asked)); strings.Contains(s, "story time") {
			t.Errorf("%q: %q", asked, s)
		}
	}
}
