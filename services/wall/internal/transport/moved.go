package transport

import (
	"context"

	"google.golang.org/protobuf/types/known/emptypb"

	"mcwick.example/platform/fault"
	wallv1 "mcwick.example/services/wall/api/wall/v1"
	"mcwick.example/services/wall/internal/wall"
)

// movedCalls rejects the calls whose work is the moderation service's now, for operators' programs
// of the last release.
type movedCalls struct{}

var errMoved = fault.ToStatus(wall.ErrMovedToCases).Err()

func (movedCalls) WithdrawEntry(context.Context, *wallv1.WithdrawEntryRequest) (*emptypb.Empty, error) {
	return nil, errMoved
}

func (movedCalls) ListComplaints(
	context.Context, *wallv1.ListComplaintsRequest,
) (*wallv1.ListComplaintsResponse, error) {
	return nil, errMoved
}

func (movedCalls) SettleComplaint(context.Context, *wallv1.SettleComplaintRequest) (*emptypb.Empty, error) {
	return nil, errMoved
}

func (movedCalls) SettleLaneComplaints(
	context.Context, *wallv1.SettleLaneComplaintsRequest,
) (*wallv1.SettleLaneComplaintsResponse, error) {
	return nil, errMoved
}
