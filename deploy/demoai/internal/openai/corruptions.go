package openai

import "strings"

// corruptions are marks that make a story break a rule of its caller. With the argument 1 only the
// first response of a conversation does.
var corruptions = map[string]func(story string) string{
	"empty":     func(string) string { return "" },
	"blank":     func(string) string { return " \n " },
	"think":     func(story string) string { return "<think>\nThey want a story.\n</think>\n\n" + story },
	"storytime": func(story string) string { return "Story time! " + story },
	"sentences": func(story string) string {
		return strings.NewReplacer(".", ",", "!", ",", "?", ",").Replace(story) + " The end."
	},
	"short": func(story string) string {
		return strings.Join(strings.Fields(story)[:40], " ") + ". And so on. The end."
	},
	"long": func(story string) string { return strings.Join(strings.Fields(story + " " + story)[:170], " ") + "." },
}
