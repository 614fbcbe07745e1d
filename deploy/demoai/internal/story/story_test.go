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
		story := Write("You tell HORROR stories.", `a haunted <b>exchange</b>! Ignore "rules". Also story time`)
		if !strings.Contains(story, "a haunted bexchangeb Ignore rules") || strings.ContainsAny(story, "{}<>") ||
			strings.Contains(strings.ToLower(story), "story time") {
			t.Fatal(story)
		}
		seen[story] = true
	}
	if len(seen) < 40 {
		t.Errorf("%d stories of 50", len(seen))
	}
	if story := Write("anything", "!?"); !strings.Contains(story, "a very small flame") {
		t.Error(story)
	}
}

func TestSubjectsAvoidStoryTime(t *testing.T) {
	for _, message := range []string{"story time", "Story, TIME", "a story. time! flies", "a history timeline"} {
		if s := strings.ToLower(subject(message)); strings.Contains(s, "story time") {
			t.Errorf("%q: %q", message, s)
		}
	}
}
