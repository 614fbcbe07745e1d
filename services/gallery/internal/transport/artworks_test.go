package transport

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"
	"pgregory.net/rapid"

	"mcwick.example/platform/events"
	"mcwick.example/platform/page"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/gallery/internal/gallery"
	"mcwick.example/services/gallery/internal/postgres"
	"mcwick.example/services/gallery/internal/postgres/migrations"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

// TestFactsInAnyOrderEndTheSame tells of a picture in every order and with repeats, with likes in between:
// once it was withdrawn it is hidden, and what is known of it stays.
func TestFactsInAnyOrderEndTheSame(t *testing.T) {
	pool := testkit.Database(t, migrations.Files)
	store, err := postgres.NewStore(pool, events.NewRelay(testkit.Log(), pool, events.Config{}, "gallery"))
	if err != nil {
		t.Fatal(err)
	}
	testkit.Run(t, store.CommitLikes)
	handlers := make(map[string]events.Handler)
	for _, h := range Artworks(postgres.Artworks{}).Handlers {
		handlers[h.Type] = h
	}
	tell := func(t *rapid.T, fact proto.Message) {
		e, err := events.New(context.Background(), mediav1.TopicArtwork, "key", fact)
		if err != nil {
			t.Fatal(err)
		}
		err = pgx.BeginFunc(context.Background(), pool, func(tx pgx.Tx) error { return handlers[e.Type].Apply(context.Background(), tx, e) })
		if err != nil {
			t.Fatal(err)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		ctx, id := context.Background(), uuid.New()
		withdrawn := []time.Time{published.Add(time.Hour), published.Add(2 * time.Hour)}
		facts := []proto.Message{
			&mediav1.ArtworkPublished{PublicationId: id.String(), ObjectName: "object", Type: "meme", PublishTime: timestamppb.New(published)},
			&mediav1.ArtworkWithdrawn{PublicationId: id.String(), WithdrawTime: timestamppb.New(withdrawn[0])},
			&mediav1.ArtworkWithdrawn{PublicationId: id.String(), WithdrawTime: timestamppb.New(withdrawn[1])},
		}
		repeats := rapid.SliceOfN(rapid.SampledFrom(facts), 0, 3).Draw(t, "repeats")
		liked := false
		for _, fact := range rapid.Permutation(append(facts, repeats...)).Draw(t, "facts") {
			tell(t, fact)
			_, err := store.Like(ctx, id, gallery.Liker{Visitor: "ann"})
			if err != nil && !errors.Is(err, gallery.ErrNotFound) {
				t.Fatal(err)
			}
			liked = liked || err == nil
		}
		if _, err := store.Image(ctx, id); !errors.Is(err, gallery.ErrNotFound) {
			t.Errorf("a withdrawn picture is there: %v", err)
		}
		if images, err := store.Newest(ctx, gallery.TypeMeme, page.First, 1); err != nil || len(images) != 0 {
			t.Errorf("a withdrawn picture is in the list: %v, %v", images, err)
		}
		var name string
		var likes, rows int
		var at time.Time
		err := pool.QueryRow(ctx, `SELECT object_name, likes, (SELECT count(*) FROM likes WHERE image_id = id), withdrawn_at
			FROM generated_images JOIN withdrawn_images ON image_id = id WHERE id = $1`, id).Scan(&name, &likes, &rows, &at)
		if err != nil || name != "object" || likes != rows || (rows == 1) != liked || !at.Equal(withdrawn[1]) {
			t.Errorf("%q with %d likes of %d rows (liked: %t), withdrawn at %v: %v", name, likes, rows, liked, at, err)
		}
	})
}

func TestABrokenWithdrawalIsRefused(t *testing.T) {
	for _, h := range Artworks(nil).Handlers {
		e, err := events.New(t.Context(), mediav1.TopicArtwork, "key", &mediav1.ArtworkWithdrawn{PublicationId: "nonsense"})
		if err != nil {
			t.Fatal(err)
		}
		if h.Type == e.Type && h.Apply(t.Context(), nil, e) == nil {
			t.Error("a withdrawal of nothing is accepted")
		}
	}
}
