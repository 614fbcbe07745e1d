package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/spf13/cobra"
	"google.golang.org/protobuf/proto"

	galleryv1 "mcwick.example/services/gallery/api/gallery/v1"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

func newGallery(o *options) *cobra.Command {
	return newGroup("gallery", "The gallery's database, which follows from media's",
		`The gallery's database, which follows from media's but for the likes.

A gallery with an empty database, or one that was restored from a backup, is told of all publications again while it serves. Likes are
its own: they are in its backup, and nowhere else.`,
		newRebuild(o), newCompare(o),
	)
}

// pageSize is how many publications are asked for at a time, the most that services give.
const pageSize = 100

func newRebuild(o *options) *cobra.Command {
	var note string
	var wait time.Duration
	cmd := &cobra.Command{
		Use:     "rebuild",
		Short:   "Have media tell of all publications again, compare every row, and recount the likes",
		Example: "  mcwickctl gallery rebuild --as ada --note 'lost its disk'",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			g, err := dialGallery(o)
			if err != nil {
				return err
			}
			defer g.close()
			ctx, out := cmd.Context(), cmd.OutOrStdout()
			count, err := g.republish(ctx, note)
			if err != nil {
				return err
			}
			fmt.Fprintf(out, "Told of %d publications again. Waiting until the gallery has them.\n", count)
			compared, err := g.await(ctx, wait)
			if err != nil {
				return err
			}
			counting, cancel := context.WithTimeout(ctx, recountTimeout)
			defer cancel()
			recounted, err := g.gallery.RecountLikes(counting, &galleryv1.RecountLikesRequest{Note: note})
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(out, "All %d rows are as media has them. Counts of likes that were wrong: %d.\n",
				compared, recounted.GetCorrected())
			return err
		},
	}
	noteFlag(cmd, &note)
	waitFlag(cmd, &wait)
	return cmd
}

// recountTimeout bounds the counting of all likes: the server keeps a call for as long.
const recountTimeout = 30 * time.Second

func newCompare(o *options) *cobra.Command {
	var wait time.Duration
	cmd := &cobra.Command{
		Use:     "compare",
		Short:   "Compare every row of the gallery with media's, and change nothing",
		Example: "  mcwickctl gallery compare --as ada --wait 0s",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			g, err := dialGallery(o)
			if err != nil {
				return err
			}
			defer g.close()
			compared, err := g.await(cmd.Context(), wait)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "All %d rows are as media has them.\n", compared)
			return err
		},
	}
	waitFlag(cmd, &wait)
	return cmd
}

func waitFlag(cmd *cobra.Command, wait *time.Duration) {
	cmd.Flags().DurationVar(wait, "wait", 2*time.Minute,
		"how long what differs may take to arrive; it is on its way for a moment after each change")
}

// galleryAndMedia are the two services that are compared.
type galleryAndMedia struct {
	gallery galleryv1.GalleryOperatorServiceClient
	media   mediav1.MediaOperatorServiceClient
	close   func()
}

func dialGallery(o *options) (*galleryAndMedia, error) {
	if o.json {
		return nil, errNoJSON
	}
	gallery, err := o.connect("gallery")
	if err != nil {
		return nil, err
	}
	media, err := o.connect("media")
	if err != nil {
		gallery.Close()
		return nil, err
	}
	return &galleryAndMedia{galleryv1.NewGalleryOperatorServiceClient(gallery),
		mediav1.NewMediaOperatorServiceClient(media), func() { gallery.Close(); media.Close() }}, nil
}

// republish has media tell of every publication again, page by page.
func (g *galleryAndMedia) republish(ctx context.Context, note string) (count int, err error) {
	for after := ""; ; {
		page, err := within(ctx, func(ctx context.Context) (*mediav1.RepublishFactsResponse, error) {
			return g.media.RepublishFacts(ctx,
				&mediav1.RepublishFactsRequest{AfterId: after, PageSize: pageSize, Note: note})
		})
		if err != nil || page.GetRepublished() == 0 {
			return count, err
		}
		count, after = count+int(page.GetRepublished()), page.GetLastId()
	}
}

// await compares until nothing differs or the wait is over, and then names what does.
func (g *galleryAndMedia) await(ctx context.Context, wait time.Duration) (compared int, err error) {
	for end := time.Now().Add(wait); ; {
		compared, differing, err := g.compare(ctx)
		if err != nil || len(differing) == 0 {
			return compared, err
		}
		if time.Now().After(end) {
			return compared, differ(differing)
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return compared, ctx.Err()
		}
	}
}

// shownDifferences is how many publications an error names.
const shownDifferences = 10

func differ(all []string) error {
	err := fmt.Errorf("%d publications differ", len(all))
	for _, one := range all[:min(len(all), shownDifferences)] {
		err = errors.Join(err, errors.New("  "+one))
	}
	return err
}

// compare walks through both services by ids and returns what differs.
func (g *galleryAndMedia) compare(ctx context.Context) (compared int, differing []string, err error) {
	media := facts{list: func(ctx context.Context, after string) ([]*mediav1.PublicationFacts, error) {
		r, err := g.media.ListFacts(ctx, &mediav1.ListFactsRequest{AfterId: after, PageSize: pageSize})
		return r.GetPublications(), err
	}}
	gallery := facts{list: func(ctx context.Context, after string) ([]*mediav1.PublicationFacts, error) {
		r, err := g.gallery.ListFacts(ctx, &galleryv1.ListFactsRequest{AfterId: after, PageSize: pageSize})
		return r.GetPublications(), err
	}}
	for {
		want, err := media.peek(ctx)
		if err != nil {
			return compared, nil, err
		}
		got, err := gallery.peek(ctx)
		if err != nil {
			return compared, nil, err
		}
		wantID, gotID := want.GetPublished().GetPublicationId(), got.GetPublished().GetPublicationId()
		switch {
		case want == nil && got == nil:
			return compared, differing, nil
		case want == nil || got != nil && cmp.Compare(gotID, wantID) < 0:
			differing = append(differing, gotID+": media has none")
			gallery.next()
		case got == nil || cmp.Compare(wantID, gotID) < 0:
			differing = append(differing, wantID+": the gallery has none")
			media.next()
		default:
			if !equalFacts(want, got) {
				differing = append(differing, fmt.Sprintf("%s: media has %v, the gallery %v", wantID, want, got))
			}
			compared++
			media.next()
			gallery.next()
		}
	}
}

// equalFacts reports whether both services have the same. Each deletes the texts of pictures that are
// withdrawn for good by a pass of its own.
func equalFacts(media, gallery *mediav1.PublicationFacts) bool {
	if media.GetWithdrawn().GetVersion() == math.MaxInt32 {
		return proto.Equal(media.GetWithdrawn(), gallery.GetWithdrawn())
	}
	return proto.Equal(media, gallery)
}

// facts reads all pages of one service.
type facts struct {
	list  func(ctx context.Context, after string) ([]*mediav1.PublicationFacts, error)
	page  []*mediav1.PublicationFacts
	after string
	ended bool
}

// peek returns the next facts, nil after the last.
func (f *facts) peek(ctx context.Context) (*mediav1.PublicationFacts, error) {
	if len(f.page) == 0 && !f.ended {
		var err error
		f.page, err = within(ctx, func(ctx context.Context) ([]*mediav1.PublicationFacts,
			error) {
			return f.list(ctx, f.after)
		})
		if err != nil {
			return nil, err
		}
		f.ended = len(f.page) == 0
	}
	if f.ended {
		return nil, nil
	}
	return f.page[0], nil
}

func (f *facts) next() {
	f.after, f.page = f.page[0].GetPublished().GetPublicationId(), f.page[1:]
}

// within bounds one call.
func within[T any](ctx context.Context, do func(context.Context) (T, error)) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	return do(ctx)
}
