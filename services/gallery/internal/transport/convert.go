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

func decodeList(_ context.Context, r *galleryv1.ListImagesRequest) (gallery.ListInput, error) {
	return gallery.ListInput{Type: r.GetType(), After: r.GetCursor(), Size: int(r.GetPageSize())}, nil
}

func encodePage(p gallery.Page) (*galleryv1.ListImagesResponse, error) {
	r := &galleryv1.ListImagesResponse{Images: make([]*galleryv1.Image, len(p.Images))}
	for i, image := range p.Images {
		r.Images[i] = encodeImage(image)
	}
	if p.Next != nil {
		r.NextCursor = p.Next.String()
	}
	return r, nil
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
	}
	for _, v := range i.Variants {
		shown.Variants = append(shown.Variants, &galleryv1.Variant{ObjectName: v.ObjectName, Width: int32(v.Width)})
	}
	return shown
}

func decodeLike(ctx context.Context, r *galleryv1.LikeImageRequest) (gallery.LikeInput, error) {
	caller, err := rpc.RequireVisitor(ctx)
	return gallery.LikeInput{ImageID: r.GetImageId(), Visitor: caller.Visitor}, err
}

func encodeLikes(likes int) (*galleryv1.LikeImageResponse, error) {
	return &galleryv1.LikeImageResponse{Likes: int32(likes)}, nil
}

func decodeGet(_ context.Context, r *galleryv1.GetImageRequest) (string, error) {
	return r.GetImageId(), nil
}

func encodeOne(i gallery.Image) (*galleryv1.Image, error) { return encodeImage(i), nil }

func decodeLiked(ctx context.Context, r *galleryv1.ListLikesRequest) (gallery.LikedInput, error) {
	caller, err := rpc.RequireVisitor(ctx)
	return gallery.LikedInput{ImageIDs: r.GetIds(), Visitor: caller.Visitor}, err
}

func encodeLiked(ids []uuid.UUID) (*galleryv1.ListLikesResponse, error) {
	r := &galleryv1.ListLikesResponse{LikedIds: make([]string, len(ids))}
	for i, id := range ids {
		r.LikedIds[i] = id.String()
	}
	return r, nil
}

func decodeArtwork(a *mediav1.ArtworkPublished) (gallery.Image, error) {
	id, err := uuid.Parse(a.GetPublicationId())
	if err != nil {
		return gallery.Image{}, fmt.Errorf("publication id: %w", err)
	}
	t, err := gallery.ParseType(a.GetType())
	if err != nil {
		return gallery.Image{}, err
	}
	image := gallery.Image{
		ID:          id,
		ObjectName:  a.GetObjectName(),
		Type:        t,
		Prompt:      a.GetPrompt(),
		Action:      a.GetAction(),
		Scene:       a.GetScene(),
		Style:       a.GetStyle(),
		Traits:      a.GetTraits(),
		Seed:        int(a.GetSeed()),
		Signature:   a.GetSignature(),
		Caption:     a.GetCaption(),
		Created:     a.GetPublishTime().AsTime(),
		Placeholder: a.GetPlaceholder(),
	}
	for _, v := range a.GetVariants() {
		image.Variants = append(image.Variants, gallery.Variant{ObjectName: v.GetObjectName(), Width: int(v.GetWidth())})
	}
	return image, nil
}
