// Package facts converts publications to the contract's events.
package facts

import (
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/publishing/publications"
)

// PublishedEvent is the event that a publication became public.
func PublishedEvent(p publications.Publication) *mediav1.ArtworkPublished {
	fact := &mediav1.ArtworkPublished{
		PublicationId: p.ID.String(),
		ObjectName:    p.ObjectName,
		Type:          string(p.Artwork.Type),
		Prompt:        p.Artwork.Prompt,
		Action:        p.Artwork.Action,
		Scene:         p.Artwork.Scene,
		Style:         p.Artwork.Style,
		Signature:     p.Signature,
		Caption:       p.Caption,
		PublishTime:   timestamppb.New(p.Created),
		VisitorId:     p.Artwork.Visitor,
		Placeholder:   p.Placeholder,
		Traits:        p.Artwork.Traits,
		Seed:          int32(p.Artwork.Seed),
		Source:        string(p.Artwork.Source),
		Handle:        p.Handle,
		HasTexts:      len(p.Overlays) > 0,
	}
	if p.Handle != "" { // galleries learn whose it is only of those who say so
		fact.Account = p.Account
	}
	if p.ParentID.Valid {
		fact.ParentId = p.ParentID.UUID.String()
	}
	for _, v := range p.Variants {
		fact.Variants = append(fact.Variants, &mediav1.ArtworkVariant{ObjectName: v.ObjectName, Width: int32(v.Width)})
	}
	return fact
}

// WithdrawnEvent is the event that a publication is not public any more.
func WithdrawnEvent(publication uuid.UUID, version int, at time.Time) *mediav1.ArtworkWithdrawn {
	return &mediav1.ArtworkWithdrawn{PublicationId: publication.String(), WithdrawTime: timestamppb.New(at),
		Version: int32(version)}
}

// RestoredEvent is the event that a publication is public again.
func RestoredEvent(publication uuid.UUID, version int, at time.Time) *mediav1.ArtworkRestored {
	return &mediav1.ArtworkRestored{PublicationId: publication.String(), RestoreTime: timestamppb.New(at),
		Version: int32(version)}
}

// ArtworkEvent returns the facts of a publication as it is now, without what galleries do not
// store: its visitor, and when it was restored.
func ArtworkEvent(p publications.PublicationRecord) *mediav1.PublicationFacts {
	all := &mediav1.PublicationFacts{Published: PublishedEvent(p.Publication)}
	all.Published.VisitorId = ""
	switch {
	case p.Withdrawn != nil:
		all.Withdrawn = WithdrawnEvent(p.ID, p.Version, *p.Withdrawn)
	case p.Version > 0:
		all.Restored = RestoredEvent(p.ID, p.Version, time.Time{})
		all.Restored.RestoreTime = nil
	}
	return all
}
