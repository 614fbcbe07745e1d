package transport

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/rpc"
	galleryv1 "mcwick.example/services/gallery/api/gallery/v1"
	"mcwick.example/services/gallery/internal/gallery"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

func decodeListImages(_ context.Context, r *galleryv1.ListImagesRequest) (gallery.ListImagesInput, error) {
	return gallery.ListImagesInput{Type: r.GetType(), After: r.GetCursor(), Size: int(r.GetPageSize()),
		Sort: r.GetSort(), Style: r.GetStyle(), Query: r.GetQuery(), Handle: r.GetHandle()}, nil
}

func encodeListImages(p gallery.Page) *galleryv1.ListImagesResponse {
	return &galleryv1.ListImagesResponse{Images: encodeImages(p.Images), NextCursor: p.Next}
}

func encodeImages(images []gallery.Image) []*galleryv1.Image {
	shown := make([]*galleryv1.Image, len(images))
	for i, image := range images {
		shown[i] = encodeImage(image)
	}
	return shown
}

func encodeImage(i gallery.Image) *galleryv1.Image {
	shown := &galleryv1.Image{
		Id:          i.ID.String(),
		ObjectName:  i.ObjectName,
		Type:        string(i.Type),
		Action:      i.Action,
		Scene:       i.Scene,
		Style:       i.Style,
		Signature:   i.Signature,
		Caption:     i.Caption,
		Likes:       int32(i.Likes),
		CreateTime:  timestamppb.New(i.Created),
		Placeholder: i.Placeholder,
		Source:      i.Source,
		Handle:      i.Handle,
		HasTexts:    i.HasTexts,
	}
	for _, v := range i.Variants {
		shown.Variants = append(shown.Variants, &galleryv1.Variant{ObjectName: v.ObjectName, Width: int32(v.Width)})
	}
	return shown
}

func decodeLikeImage(ctx context.Context, r *galleryv1.LikeImageRequest) (gallery.LikeImageInput, error) {
	caller, err := rpc.RequireVisitor(ctx)
	return gallery.LikeImageInput{ImageID: r.GetImageId(), Identity: identityOf(caller)}, err
}

// identityOf returns the caller's identity for likes.
func identityOf(c rpc.Caller) gallery.Identity {
	return gallery.Identity{Visitor: c.Visitor, Account: c.Account, Lane: c.Lane,
		Settled: c.Standing == rpc.StandingSettled}
}

func encodeLikeImage(likes int) *galleryv1.LikeImageResponse {
	return &galleryv1.LikeImageResponse{Likes: int32(likes)}
}

func decodeGetImage(_ context.Context, r *galleryv1.GetImageRequest) (string, error) {
	return r.GetImageId(), nil
}

func decodeGetRelatedImages(_ context.Context, r *galleryv1.GetRelatedImagesRequest) (string, error) {
	return r.GetImageId(), nil
}

func encodeRelated(r gallery.Related) *galleryv1.RelatedImages {
	return &galleryv1.RelatedImages{
		NewerId:     encodeID(r.Newer),
		OlderId:     encodeID(r.Older),
		Parent:      encodeOptional(r.Parent),
		ParentGone:  r.ParentGone,
		Remixes:     encodeImages(r.Remixes),
		GoneRemixes: int32(r.GoneRemixes),
		ByHandle:    encodeImages(r.ByHandle),
		InStyle:     encodeImages(r.InStyle),
	}
}

// encodeID returns the empty text for uuid.Nil.
func encodeID(id uuid.UUID) string {
	if id == uuid.Nil {
		return ""
	}
	return id.String()
}

func encodeOptional(i *gallery.Image) *galleryv1.Image {
	if i == nil {
		return nil
	}
	return encodeImage(*i)
}

func decodeGetAuthor(_ context.Context, r *galleryv1.GetAuthorRequest) (string, error) {
	return r.GetHandle(), nil
}

func encodeAuthor(a gallery.Author) *galleryv1.Author {
	return &galleryv1.Author{Handle: a.Handle, Images: int32(a.Images), Likes: int32(a.Likes),
		Candle: encodeOptional(a.Candle)}
}

func decodeSetCandle(ctx context.Context, r *galleryv1.SetCandleRequest) (gallery.SetCandleInput, error) {
	caller, err := rpc.RequireVisitor(ctx)
	return gallery.SetCandleInput{Account: caller.Account, ImageID: r.GetImageId()}, err
}

func decodeListLikes(ctx context.Context, r *galleryv1.ListLikesRequest) (gallery.ListLikesInput, error) {
	caller, err := rpc.RequireVisitor(ctx)
	return gallery.ListLikesInput{ImageIDs: r.GetIds(), Identity: identityOf(caller)}, err
}

func encodeListLikes(liked []gallery.LikedImage) *galleryv1.ListLikesResponse {
	r := &galleryv1.ListLikesResponse{LikedIds: make([]string, len(liked))}
	for i, image := range liked {
		r.LikedIds[i] = image.ID.String()
	}
	return r
}

func decodeSettleDevice(ctx context.Context, _ *galleryv1.SettleDeviceRequest) (gallery.Identity, error) {
	caller, err := rpc.RequireVisitor(ctx)
	return identityOf(caller), err
}

func encodeSettleDevice(counted int) *galleryv1.SettleDeviceResponse {
	return &galleryv1.SettleDeviceResponse{CountedLikes: int32(counted)}
}

func decodeGetDeviceHistory(ctx context.Context, _ *galleryv1.GetDeviceHistoryRequest) (string, error) {
	caller, err := rpc.RequireVisitor(ctx)
	return caller.Visitor, err
}

func encodeGetDeviceHistory(hasEarlyLike bool) *galleryv1.GetDeviceHistoryResponse {
	return &galleryv1.GetDeviceHistoryResponse{HasEarlyLike: hasEarlyLike}
}

func decodeArtwork(a *mediav1.ArtworkPublished) (gallery.Artwork, error) {
	id, err := uuid.Parse(a.GetPublicationId())
	if err != nil {
		return gallery.Artwork{}, fmt.Errorf("publication id: %w", err)
	}
	t, ok := gallery.ParseType(a.GetType())
	if !ok || t == gallery.TypeVideo {
		return gallery.Artwork{}, fmt.Errorf("there is no type %q", a.GetType())
	}
	parent := uuid.Nil
	if a.GetParentId() != "" {
		if parent, err = uuid.Parse(a.GetParentId()); err != nil {
			return gallery.Artwork{}, fmt.Errorf("parent id: %w", err)
		}
	}
	artwork := gallery.Artwork{
		Image: gallery.Image{
			ID:          id,
			ObjectName:  a.GetObjectName(),
			Type:        t,
			Action:      a.GetAction(),
			Scene:       a.GetScene(),
			Style:       a.GetStyle(),
			Signature:   a.GetSignature(),
			Caption:     a.GetCaption(),
			Created:     a.GetPublishTime().AsTime(),
			Placeholder: a.GetPlaceholder(),
			Source:      a.GetSource(),
			HasTexts:    a.GetHasTexts(),
		},
		Prompt: a.GetPrompt(),
		Traits: a.GetTraits(),
		Seed:   int(a.GetSeed()),

		Account:      a.GetAccount(),
		SignedHandle: a.GetHandle(),
		Parent:       parent,
	}
	for _, v := range a.GetVariants() {
		artwork.Variants = append(artwork.Variants,
			gallery.Variant{ObjectName: v.GetObjectName(), Width: int(v.GetWidth())})
	}
	return artwork, nil
}
