package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/events"
	"mcwick.example/platform/jobs"
	"mcwick.example/platform/operator"
	"mcwick.example/platform/postgres"
	"mcwick.example/platform/testkit"
)

// serviceOf starts the program of a service on a new database and returns the database and where it
// takes operators.
func serviceOf(t *testing.T, name, operators string, more ...string) (db *pgxpool.Pool, addr string) {
	t.Helper()
	folder, addr := "../services/"+name, testkit.FreeAddr(t)
	url := testkit.DatabaseURL(t, postgres.Schema{
		events.Tables, operator.Tables, jobs.Tables, {Files: os.DirFS(folder + "/internal/postgres/migrations")},
	})
	more = append(more, "DATABASE_URL="+url, "DATABASE_POOLER_URL="+testkit.PoolerURL(t, url), "GRPC_ADDR="+
		testkit.FreeAddr(t),
		"OPS_ADDR="+testkit.FreeAddr(t), "OPERATOR_ADDR="+addr, "OPERATORS_FILE="+operators, "KAFKA_BROKERS="+
			testkit.Kafka(t)[0], "LOG_LEVEL=error")
	testkit.StartProgram(t, testkit.BuildProgramAt(t, folder), more...)
	return testkit.Connect(t, url), addr
}

// The real services: media knows publications of every kind and fate, and the gallery has an empty
// database but for likes, as from a backup.
func TestGalleryRebuild(t *testing.T) {
	const publications = 250 // more than two pages
	dir := t.TempDir()
	operators, token := filepath.Join(dir, "operators"), filepath.Join(dir, "token")
	for path, content := range map[string]string{operators: operator.CredentialLine("ada", "token-a"),
		token: "token-a"} {
		testkit.WriteFile(t, path, content)
	}
	media, mediaAddr := serviceOf(t, "media", operators, "HTTP_ADDR="+testkit.FreeAddr(t), "BLOB_URL=file://"+dir+
		"?no_tmp_dir=true&metadata=skip")
	gallery, galleryAddr := serviceOf(t, "gallery", operators)
	run := func(args ...string) (string, error) {
		root := newRoot()
		var out bytes.Buffer
		root.SetOut(&out)
		root.SetArgs(append(args, "--token-file", token, "--address", "media="+mediaAddr+",gallery="+galleryAddr))
		err := root.ExecuteContext(t.Context())
		return out.String(), err
	}
	testkit.Eventually(t, "both take operators", func() bool {
		_, err := run("audit", "media")
		_, galleryErr := run("audit", "gallery")
		return err == nil && galleryErr == nil
	})
	testkit.Fill(t, media,
		`INSERT INTO artworks (id, visitor, type, prompt, action, scene, style, object_name, created_at, traits, seed, source)
		SELECT gen_random_uuid(), 'ann', CASE n % 3 WHEN 0 THEN 'meme' WHEN 1 THEN 'pfp' ELSE 'art' END, 'prompt ' || n, 'surfing', 'sea', 'Anime',
			'memes/a.png', now(), CASE n % 3 WHEN 1 THEN '{"hat": "cap"}' ELSE '{}' END::jsonb, n,
			CASE n % 2 WHEN 0 THEN 'ai' ELSE 'composer' END
		FROM generate_series(1, $1::int) n`, publications)
	testkit.Exec(t, media,
		`INSERT INTO publications (id, artwork_id, visitor, idempotency_key, input_hash, overlays, signature, caption, object_name, created_at,
			variants, placeholder, withdrawn_at, moves)
		SELECT gen_random_uuid(), id, 'ann', seed::text, '', '[]', nullif('by ' || seed, 'by 7'), nullif('gm ' || seed, 'gm 8'), 'memes/' || id || '.png', now(),
			'[{"object_name": "memes/small.webp", "width": 320}]', 'cGxhY2Vob2xkZXI=', CASE WHEN seed % 5 = 0 THEN now() END, CASE seed % 5 WHEN 0 THEN 1 WHEN 1 THEN 2 ELSE 0 END
		FROM artworks`)
	liked := testkit.QueryOne[string](t, media, `SELECT id::text FROM publications LIMIT 1`)
	testkit.Exec(t, gallery, `INSERT INTO likes (image_id, visitor) VALUES ($1, 'ann'), ($1, 'bob')`, liked)

	if _, err := run("gallery", "compare", "--wait", "0s"); err == nil ||
		!strings.Contains(err.Error(), "250 publications differ") ||
		!strings.Contains(err.Error(), "the gallery has none") {
		t.Errorf("before: %v", err)
	}
	for range 2 { // the likes of a row that was lost; then those of a count that was changed
		if out, err := run("gallery", "rebuild", "--note", "lost its disk"); err != nil ||
			!strings.Contains(out, "All 250 rows are as media has them") || !strings.Contains(out, "wrong: 1.") {
			t.Fatalf("%v\n%s", err, out)
		}
		testkit.Exec(t, gallery, `UPDATE generated_images SET likes = 7 WHERE id = $1`, liked)
	}
	testkit.Exec(t, media, `UPDATE publications SET moves = 2147483647, caption = NULL WHERE withdrawn_at IS NOT NULL`)
	if _, err := run("gallery", "compare", "--wait", "0s"); err == nil ||
		!strings.Contains(err.Error(), "50 publications differ") {
		t.Errorf("the gallery has no event of their withdrawal for good: %v", err)
	}
	if out, err := run("gallery", "rebuild", "--note", "withdrawn for good"); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	testkit.Exec(t, gallery, `UPDATE generated_images SET caption = 'another' WHERE id = $1`, liked)
	testkit.Exec(t, gallery, `INSERT INTO generated_images (id, object_name, type, prompt, action, scene, style, created_at)
		VALUES ('00000000-0000-4000-8000-000000000000', 'x', 'meme', '', '', '', '', now())`)
	if _, err := run("gallery", "compare", "--wait", "0s"); err == nil ||
		!strings.Contains(err.Error(), "2 publications differ") ||
		!strings.Contains(err.Error(), liked+": media has") ||
		!strings.Contains(err.Error(), "8000-000000000000: media has none") {
		t.Errorf("after a change by hand: %v", err)
	}
	if out, err := run("audit", "media"); err != nil || !strings.Contains(out, "republish-facts") ||
		!strings.Contains(out, "lost its disk") {
		t.Errorf("%v\n%s", err, out)
	}
}
