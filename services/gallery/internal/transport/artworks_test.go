package transport

import (
	"context"
	"errors"
	"slices"
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
	identityv1 "mcwick.example/services/identity/api/identity/v1"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

// TestEventsCommute applies the events of a picture that is withdrawn and restored, in every order
// and with repeats, with likes in between: the last version decides whether it is public, and its
// likes stay.
// Verifies SORT-6.
func TestEventsCommute(t *testing.T) {
	pool := testkit.Database(t, migrations.Schema)
	store := postgres.NewStore(pool)
	testkit.RunCommand(t, store.CommitLikes)
	handlers := make(map[string]events.Handler)
	for _, h := range Artworks(postgres.Artworks{}).Handlers {
		handlers[h.Type] = h
	}
	handle := func(t *rapid.T, fact proto.Message) {
		e, err := events.New(context.Background(), mediav1.TopicArtwork, "key", fact)
		if err != nil {
			t.Fatal(err)
		}
		err = pgx.BeginFunc(context.Background(), pool,
			func(tx pgx.Tx) error { return handlers[e.Type].Apply(context.Background(), tx, e) })
		if err != nil {
			t.Fatal(err)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		ctx, id := context.Background(), uuid.New()
		at := func(version int) time.Time { return published.Add(time.Duration(version) * time.Hour) }
		facts := []proto.Message{
			&mediav1.ArtworkPublished{PublicationId: id.String(), ObjectName: "object", Type: "meme",
				PublishTime: timestamppb.New(published)},
			// version 0 is the first
			&mediav1.ArtworkWithdrawn{PublicationId: id.String(), WithdrawTime: timestamppb.New(at(1))},
			&mediav1.ArtworkRestored{PublicationId: id.String(), RestoreTime: timestamppb.New(at(2)), Version: 2},
			&mediav1.ArtworkWithdrawn{PublicationId: id.String(), WithdrawTime: timestamppb.New(at(3)), Version: 3},
			&mediav1.ArtworkRestored{PublicationId: id.String(), RestoreTime: timestamppb.New(at(4)), Version: 4},
		}
		last := rapid.IntRange(1, 4).Draw(t, "last version")
		isShown := last%2 == 0
		facts = facts[:last+1]
		repeats := rapid.SliceOfN(rapid.SampledFrom(facts), 0, 3).Draw(t, "repeats")
		liked := false
		for _, fact := range rapid.Permutation(append(facts, repeats...)).Draw(t, "facts") {
			handle(t, fact)
			_, err := store.Like(ctx, id, gallery.Identity{Visitor: "ann"})
			if err != nil && !errors.Is(err, gallery.ErrNotFound) {
				t.Fatal(err)
			}
			liked = liked || err == nil
		}
		image, err := store.Image(ctx, id)
		if isShown && (err != nil || !image.Created.Equal(published)) || !isShown &&
			!errors.Is(err, gallery.ErrNotFound) {
			t.Errorf("version %d: %v, %v", last, image, err)
		}
		images, err := store.ListNewest(ctx, gallery.Filter{Type: gallery.TypeMeme},
			page.TimeCursor{Key: published, ID: next(id)}, 1)
		if err != nil || isShown != slices.ContainsFunc(images, func(i gallery.Image) bool { return i.ID == id }) {
			t.Errorf("version %d: the list has %v, %v", last, images, err)
		}
		var name string
		var likes, rows, version int
		var moved time.Time
		err = pool.QueryRow(ctx,
			`SELECT object_name, likes, (SELECT count(*) FROM likes WHERE image_id = id), version, coalesce(restored_at, withdrawn_at)
			FROM generated_images JOIN withdrawn_images ON image_id = id WHERE id = $1`, id).Scan(&name, &likes, &rows,
			&version, &moved)
		if err != nil || name != "object" || likes != rows || (rows == 1) != liked || version != last ||
			!moved.Equal(at(last)) {
			t.Errorf("%q with %d likes of %d rows (liked: %t), version %d of %v: %v", name, likes, rows, liked, version,
				moved, err)
		}
	})
}

// TestVideoEventsCommute applies the events of a video in every order and with repeats: the highest
// version decides, and a removal is final.
// Verifies FIND-13.
func TestVideoEventsCommute(t *testing.T) {
	pool := testkit.Database(t, migrations.Schema)
	store := postgres.NewStore(pool)
	handlers := make(map[string]events.Handler)
	for _, h := range Videos(postgres.Artworks{}).Handlers {
		handlers[h.Type] = h
	}
	rapid.Check(t, func(t *rapid.T) {
		ctx, id := context.Background(), uuid.New()
		all := []proto.Message{
			&mediav1.VideoShared{VideoId: id.String(), PosterObjectName: "object", Description: "a story",
				ShareTime: timestamppb.New(published)},
			&mediav1.VideoHidden{VideoId: id.String(), HideTime: timestamppb.New(published), Version: 2},
			&mediav1.VideoRestored{VideoId: id.String(), RestoreTime: timestamppb.New(published), Version: 5},
			&mediav1.VideoHidden{VideoId: id.String(), HideTime: timestamppb.New(published), Version: 6},
			&mediav1.VideoRemoved{VideoId: id.String(), RemoveTime: timestamppb.New(published)},
		}
		last := rapid.IntRange(0, len(all)-1).Draw(t, "last")
		facts := all[:last+1]
		repeats := rapid.SliceOfN(rapid.SampledFrom(facts), 0, 3).Draw(t, "repeats")
		for _, fact := range rapid.Permutation(append(slices.Clone(facts), repeats...)).Draw(t, "facts") {
			e, err := events.New(ctx, mediav1.TopicVideo, id.String(), fact)
			if err != nil {
				t.Fatal(err)
			}
			if err := pgx.BeginFunc(ctx, pool,
				func(tx pgx.Tx) error { return handlers[e.Type].Apply(ctx, tx, e) }); err != nil {
				t.Fatal(err)
			}
		}
		image, err := store.Image(ctx, id)
		if isShown := last == 0 || last == 2; isShown && (err != nil || image.Type != gallery.TypeVideo ||
			image.Caption != "a story") || !isShown && !errors.Is(err, gallery.ErrNotFound) {
			t.Errorf("after %d: %v, %v", last, image, err)
		}
		var rows int
		err = pool.QueryRow(ctx, `SELECT count(*) FROM generated_images WHERE id = $1`, id).Scan(&rows)
		if err != nil || (rows == 0) != (last == len(all)-1) {
			t.Errorf("after %d: %d rows, %v", last, rows, err)
		}
	})
}

// next returns the id after another, so that a list that begins there begins with that one.
func next(id uuid.UUID) uuid.UUID {
	for i := len(id) - 1; i >= 0; i-- {
		if id[i]++; id[i] != 0 {
			break
		}
	}
	return id
}

func TestInvalidEventIsRejected(t *testing.T) {
	accounts := Profiles(postgres.Owners{}).Handlers
	for _, fact := range []proto.Message{&mediav1.ArtworkWithdrawn{PublicationId: "nonsense"},
		&mediav1.ArtworkRestored{PublicationId: "nonsense"}, &mediav1.VideoShared{VideoId: "nonsense"},
		&mediav1.VideoHidden{}, &mediav1.VideoRestored{}, &mediav1.VideoRemoved{}, &identityv1.ProfileChanged{}} {
		e, err := events.New(t.Context(), mediav1.TopicArtwork, "key", fact)
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range slices.Concat(Artworks(nil).Handlers, Videos(nil).Handlers, accounts) {
			if h.Type == e.Type && h.Apply(t.Context(), nil, e) == nil {
				t.Errorf("%s without an id is accepted", e.Type)
			}
		}
	}
}
