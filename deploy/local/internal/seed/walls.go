package seed

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/operator"
	wallv1 "mcwick.example/services/wall/api/wall/v1"
)

// fillWalls nominates the demo names and approves those that wait: with the same keys, a repeat
// finds what is done already.
func (s Seeder) fillWalls(ctx context.Context, visitor *client) error {
	for _, n := range names {
		var nothing struct{}
		err := visitor.call(ctx, http.MethodPost, "/api/v1/wall/nominations",
			key("nomination", publicationSpec{name: fmt.Sprintf("%+v", n)}, 1), n, &nothing)
		if err != nil {
			return err
		}
	}
	for _, operator := range slices.Sorted(maps.Keys(s.Tokens)) {
		if err := s.approveAll(ctx, s.Tokens[operator]); err != nil {
			return fmt.Errorf("as %s: %w", operator, err)
		}
	}
	return nil
}

// approveAll approves the demo names in the queue, in order, and no other.
func (s Seeder) approveAll(ctx context.Context, token string) error {
	conn, err := operator.Dial(s.WallOperators, token, s.Authority)
	if err != nil {
		return err
	}
	defer conn.Close()
	ctx, cancel := context.WithTimeout(ctx, jobTimeout)
	defer cancel()
	wall := wallv1.NewWallOperatorServiceClient(conn)
	queue, err := wall.ListNominations(ctx, &wallv1.ListNominationsRequest{PageSize: 100})
	if err != nil {
		return err
	}
	for _, n := range slices.Backward(queue.GetNominations()) { // the queue has the newest first
		if !slices.Contains(names, name{n.GetWall().String(), n.GetXHandle(), n.GetReason()}) {
			continue
		}
		_, err := wall.ApproveNomination(ctx, &wallv1.ApproveNominationRequest{NominationId: n.GetId(), Note: "demo"})
		if err != nil && !errors.Is(err, errAlreadyApproved) {
			return err
		}
	}
	return nil
}

// errAlreadyApproved is the response to an operator who approved before, in a seed that was
// interrupted.
var errAlreadyApproved = fault.New(fault.KindConflict, "ALREADY_APPROVED", "")
