package postgres

import (
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/page"
	database "mcwick.example/platform/postgres"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/gallery/internal/gallery"
	"mcwick.example/services/gallery/internal/postgres/migrations"
)

// TestProfileOfAnyNumberOfPicturesChanges has an account with more than two batches of pictures change
// its handle, become private before the pass is done, and public again, with a replica for each step.
// Verifies GAL-24.
func TestProfileOfAnyNumberOfPicturesChanges(t *testing.T) {
	const pictures = 2*indexedImages + 10
	pool := testkit.Database(t, migrations.Schema)
	testkit.Exec(t, pool, `INSERT INTO authors (account, handle, changed_at) VALUES ('ann', '@former', now())`)
	testkit.Fill(t, pool,
		`INSERT INTO generated_images (id, object_name, type, prompt, action, scene, style, caption, account, created_at)
		SELECT gen_random_uuid(), 'x.png', 'meme', 'p', 'a', '', 'Style', 'gm', 'ann', now() - n / 7 * interval '1 second'
		FROM generate_series(1, $1) n`, pictures)
	ranked(t, replica(t, pool), pool, 1)
	change := func(handle string, isPrivate bool, version int) {
		t.Helper()
		err := database.InTx(t.Context(), pool, func(tx pgx.Tx) error {
			return Owners{}.ChangeProfile(t.Context(), tx, gallery.Profile{Account: "ann", Handle: handle,
				IsPrivate: isPrivate, Version: version, Changed: time.Now()})
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	index := func(wantMore bool) {
		t.Helper()
		if more, err := replica(t, pool).indexAuthor(t.Context()); err != nil || more != wantMore {
			t.Fatalf("more: %t, %v", more, err)
		}
	}
	check := func(what string, want map[string]int) {
		t.Helper()
		got := make(map[string]int)
		for word := range want {
			found, err := replica(t, pool).ListNewest(t.Context(),
				gallery.Filter{Type: gallery.TypeMeme, Words: []string{word}}, page.First[time.Time](), 2*pictures)
			if err != nil {
				t.Fatal(err)
			}
			got[word] = len(found)
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: found %v, want %v", what, got, want)
		}
	}
	change("@second", false, 1)
	check("after the event", map[string]int{"former": pictures, "second": 0, "gm": pictures})
	index(true)
	check("after one step", map[string]int{"former": pictures - indexedImages, "second": indexedImages})
	change("@third", true, 2)
	check("private", map[string]int{"former": 0, "second": 0, "third": 0})
	index(true)
	check("private, after one step", map[string]int{"former": 0, "second": 0, "third": 0, "gm": indexedImages})
	change("@older", false, 1)
	change("@third", true, 3) // nothing that its pictures are found by
	index(true)
	index(true)
	index(false)
	check("private, after all", map[string]int{"former": 0, "second": 0, "third": 0, "gm": pictures})
	change("@fourth", false, 4)
	if err := replica(t, pool).IndexAuthors(t.Context()); err != nil {
		t.Fatal(err)
	}
	check("public", map[string]int{"third": 0, "fourth": pictures, "gm": pictures})
	change("@fourth", false, 4)
	index(false)
}
