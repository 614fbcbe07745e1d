package transport

import (
	"context"

	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/rpc"
	wallv1 "mcwick.example/services/wall/api/wall/v1"
	"mcwick.example/services/wall/internal/wall"
)

// walls are those of the contract by ours.
var walls = map[wall.Wall]wallv1.Wall{
	wall.Flame: wallv1.Wall_WALL_FLAME,
	wall.Shame: wallv1.Wall_WALL_SHAME,
}

// decodeWall gives none for one that is not said, or that we do not know.
func decodeWall(w wallv1.Wall) wall.Wall {
	for ours, theirs := range walls {
		if theirs == w {
			return ours
		}
	}
	return ""
}

func decodeListWallEntries(_ context.Context, r *wallv1.ListWallEntriesRequest) (wall.ListInput, error) {
	return wall.ListInput{Wall: decodeWall(r.GetWall()), After: r.GetCursor(), Size: int(r.GetPageSize())}, nil
}

func encodeListWallEntries(p wall.Page[wall.Entry]) (*wallv1.ListWallEntriesResponse, error) {
	return &wallv1.ListWallEntriesResponse{Entries: each(p.All, encodeEntry), NextCursor: p.Next}, nil
}

// each converts what a page has; an empty page is an empty list.
func each[From, To any](all []From, encode func(From) To) []To {
	out := make([]To, len(all))
	for i, one := range all {
		out[i] = encode(one)
	}
	return out
}

func encodeEntry(e wall.Entry) *wallv1.WallEntry {
	return &wallv1.WallEntry{Id: e.ID.String(), XHandle: e.XHandle, Bio: e.Bio, CreateTime: timestamppb.New(e.Created)}
}

func decodeNominate(ctx context.Context, r *wallv1.NominateRequest) (wall.NominateInput, error) {
	caller, err := rpc.RequireIntent(ctx)
	return wall.NominateInput{
		Visitor:          caller.Visitor,
		Key:              caller.IdempotencyKey,
		Wall:             decodeWall(r.GetWall()),
		XHandle:          r.GetXHandle(),
		Reason:           r.GetReason(),
		IsSelfNomination: r.GetIsSelfNomination(),
		IsHodling:        r.IsHodling,
	}, err
}
