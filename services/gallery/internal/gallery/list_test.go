package gallery

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcwick.example/platform/fault"
)

// Verifies FIND-9.
func TestListFiltersAreChecked(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		in   ListImagesInput
		want []string
	}{
		"nothing":        {ListImagesInput{}, nil},
		"everything":     {ListImagesInput{Type: "video", Sort: "top", Style: "Anime"}, nil},
		"as long as may": {ListImagesInput{Query: strings.Repeat("é", 100), Style: strings.Repeat("x", 50)}, nil},
		"all unknown": {ListImagesInput{Type: "poem", Sort: "oldest", Style: "a\nb", Query: strings.Repeat("x", 101),
			Handle: "not a handle"}, []string{"type", "sort", "style", "query", "handle"}},
		"hidden characters": {ListImagesInput{Style: "a\u202eb", Query: "a\x00b"}, []string{"style", "query"}},
		"too long":          {ListImagesInput{Style: strings.Repeat("x", 51), Query: strings.Repeat("🕯", 51)}, []string{"style", "query"}},
	} {
		_, _, bad := c.in.parse()
		var got []string
		if e := fault.From(bad.Err("LIST_INVALID")); e != nil {
			for _, field := range e.Fields {
				got = append(got, field.Name)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestListDefaults(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		in ListImagesInput
		f  Filter
		by Sort
	}{
		"nothing":    {ListImagesInput{}, Filter{Type: TypeMeme}, SortNewest},
		"an order":   {ListImagesInput{Type: "pfp", Sort: "day"}, Filter{Type: TypePFP}, SortDay},
		"a handle":   {ListImagesInput{Handle: "ann", Sort: "top"}, Filter{Handle: "@ann"}, SortNewest},
		"and a type": {ListImagesInput{Handle: "@ann", Type: "art"}, Filter{Type: TypeArt, Handle: "@ann"}, SortNewest},
		"a query": {ListImagesInput{Query: "One two", Sort: "top", Style: "Anime"},
			Filter{Type: TypeMeme, Style: "Anime", Words: []string{"one", "two"}}, SortNewest},
		"a blank one": {ListImagesInput{Query: " \u200b", Sort: "top"}, Filter{Type: TypeMeme}, SortTop},
		"many words": {ListImagesInput{Query: "a b c d e f g h i j"},
			Filter{Type: TypeMeme, Words: strings.Fields("a b c d e f g h")}, SortNewest},
	} {
		f, by, bad := c.in.parse()
		if f.Words != nil && len(f.Words) == 0 {
			f.Words = nil
		}
		if diff := cmp.Diff(c.f, f); diff != "" || by != c.by || bad.Err("X") != nil {
			t.Errorf("%s: %s, %v (-want +got):\n%s", name, by, bad, diff)
		}
	}
}
