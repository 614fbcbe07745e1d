package transport

import (
	"context"
	"time"

	"google.golang.org/genproto/googleapis/api/httpbody"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/rpc"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/moderation"
	"mcwick.example/services/media/internal/origin"
	"mcwick.example/services/media/internal/publishing/card"
	"mcwick.example/services/media/internal/publishing/publications"
	"mcwick.example/services/media/internal/publishing/render"
)

func decodeStore(_ context.Context, r *mediav1.StoreArtworkRequest) (publications.StoreInput, error) {
	return publications.StoreInput{
		ID:      r.GetArtworkId(),
		Visitor: r.GetVisitorId(),
		Type:    r.GetType(),
		Image:   r.GetImage(),
		Prompt:  r.GetPrompt(),
		Action:  r.GetAction(),
		Scene:   r.GetScene(),
		Style:   r.GetStyle(),
		Traits:  r.GetTraits(),
		Seed:    int(r.GetSeed()),
		Origin:  origin.Origin{Source: origin.Source(r.GetSource()), Generator: r.GetGenerator()},
	}, nil
}

func decodeGet(_ context.Context, r *mediav1.GetArtworkRequest) (string, error) {
	return r.GetArtworkId(), nil
}

func encodeArtwork(a publications.Artwork) *mediav1.Artwork {
	return &mediav1.Artwork{Id: a.ID.String(), ObjectName: a.ObjectName, Source: string(a.Source),
		Generator: a.Generator}
}

func decodeLayOut(_ context.Context, r *mediav1.LayOutTextRequest) (publications.LayoutInput, error) {
	return publications.LayoutInput{Content: r.GetContent(), FontFamily: r.GetFontFamily(),
		FontSize: float64(r.GetFontSize())}, nil
}

func encodeLayout(l publications.Layout) *mediav1.TextLayout {
	out := &mediav1.TextLayout{
		Baseline: l.Baseline, MinFontSize: int32(l.MinFontSize), MaxFontSize: int32(l.MaxFontSize),
		MissingLetters: l.Missing,
	}
	for _, line := range l.Lines {
		to := &mediav1.TextLine{Width: line.Width, Outline: line.Outline.String()}
		for _, e := range line.Emoji {
			to.Emoji = append(to.Emoji, &mediav1.TextEmoji{
				ObjectName: emojiObject(e.Name), X: e.X, Y: e.Y, Width: e.Width, Height: e.Height,
			})
		}
		out.Lines = append(out.Lines, to)
	}
	return out
}

func decodePreview(ctx context.Context, r *mediav1.RenderPreviewRequest) (publications.PreviewInput, error) {
	caller, err := rpc.RequireVisitor(ctx)
	return publications.PreviewInput{ArtworkID: r.GetArtworkId(), Visitor: caller.Visitor,
		Overlays: decodeOverlays(r.GetOverlays())}, err
}

func encodeShown(p publications.ShownPicture) *httpbody.HttpBody {
	return &httpbody.HttpBody{ContentType: p.ContentType, Data: p.Bytes}
}

func encodePNG(b []byte) *httpbody.HttpBody {
	return &httpbody.HttpBody{ContentType: "image/png", Data: b}
}

func decodeDrawCard(_ context.Context, r *mediav1.DrawCardRequest) (publications.DrawCardInput, error) {
	return publications.DrawCardInput{ObjectName: r.GetObjectName(), Card: card.Card{Pose: r.GetPose(),
		Title: r.GetTitle(), Byline: r.GetByline(), Brand: r.GetBrand(), Sealed: r.GetSealed(), Credit: r.GetCredit()}}, nil
}

func encodeJPEG(b []byte) *httpbody.HttpBody {
	return &httpbody.HttpBody{ContentType: "image/jpeg", Data: b}
}

func decodeOverlays(in []*mediav1.Overlay) (out []render.Overlay) {
	for _, o := range in {
		out = append(out, render.Overlay{
			Content:    o.GetContent(),
			FontFamily: o.GetFontFamily(),
			FontSize:   float64(o.GetFontSize()),
			Color:      o.GetColor(),
			Rotation:   float64(o.GetRotation()),
			X:          o.GetX(),
			Y:          o.GetY(),
		})
	}
	return out
}

func decodePublish(ctx context.Context, r *mediav1.PublishRequest) (publications.PublishInput, error) {
	caller, err := rpc.RequireIdempotencyKey(ctx)
	if err != nil {
		return publications.PublishInput{}, err
	}
	in := publications.PublishInput{
		ArtworkID: r.GetArtworkId(),
		Visitor:   caller.Visitor,
		Account:   caller.Account,
		Handle:    caller.Handle,
		Lane:      caller.Lane,
		Key:       caller.IdempotencyKey,
		Signature: r.GetSignature(),
		Caption:   r.GetCaption(),
		ParentID:  r.GetParentId(),
	}
	in.Overlays = decodeOverlays(r.GetOverlays())
	return in, nil
}

func encodePublication(p publications.Published) *mediav1.Publication {
	out := &mediav1.Publication{
		Id: p.ID.String(), Type: string(p.Type), ObjectName: p.ObjectName, Caption: p.Caption,
		Placeholder: p.Placeholder, CreateTime: timestamppb.New(p.Created), Source: string(p.Source),
		AwaitsCheck: p.AwaitsCheck,
	}
	out.Moderation = moderation.Encode(p.State)
	for _, v := range p.Variants {
		out.Variants = append(out.Variants, &mediav1.ArtworkVariant{ObjectName: v.ObjectName, Width: int32(v.Width)})
	}
	return out
}

func decodeList(ctx context.Context, r *mediav1.ListPublicationsRequest) (publications.ListInput, error) {
	caller, err := rpc.RequireVisitor(ctx)
	return publications.ListInput{Caller: moderation.OwnerOf(caller), After: r.GetCursor(),
		Size: int(r.GetPageSize())}, err
}

func encodePage(p publications.Page) *mediav1.ListPublicationsResponse {
	out := &mediav1.ListPublicationsResponse{Publications: make([]*mediav1.Publication, len(p.Publications)),
		NextCursor: p.Next}
	for i, one := range p.Publications {
		out.Publications[i] = encodePublication(one)
	}
	return out
}

func decodeWithdraw(ctx context.Context, r *mediav1.WithdrawPublicationRequest) (publications.WithdrawInput, error) {
	caller, err := rpc.RequireVisitor(ctx)
	return publications.WithdrawInput{PublicationID: r.GetPublicationId(), Caller: moderation.OwnerOf(caller)}, err
}

func encodeWithdrawn(time.Time) *emptypb.Empty { return &emptypb.Empty{} }

func decodeReport(ctx context.Context, r *mediav1.ReportPublicationRequest) (publications.ReportInput, error) {
	caller, err := rpc.RequireVisitor(ctx)
	return publications.ReportInput{
		PublicationID: r.GetPublicationId(), Visitor: caller.Visitor, Reason: moderation.Reasons[r.GetReason()], Note: r.GetNote(),
		Lane: caller.Lane, Settled: caller.Standing == rpc.StandingSettled,
	}, err
}

func decodeGetPublisherHistory(ctx context.Context, _ *mediav1.GetPublisherHistoryRequest) (string, error) {
	caller, err := rpc.RequireVisitor(ctx)
	return caller.Visitor, err
}

func encodeGetPublisherHistory(hasEarlyPublication bool) *mediav1.GetPublisherHistoryResponse {
	return &mediav1.GetPublisherHistoryResponse{HasEarlyPublication: hasEarlyPublication}
}
