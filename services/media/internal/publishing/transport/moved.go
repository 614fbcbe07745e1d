package transport

import (
	"context"

	"google.golang.org/protobuf/types/known/emptypb"

	"mcwick.example/platform/fault"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/publishing/publications"
)

// movedCalls rejects the calls whose work is the moderation service's now, for operators' programs
// of the last release.
type movedCalls struct{}

var errMoved = fault.ToStatus(publications.ErrMovedToCases).Err()

func (movedCalls) ListReports(context.Context, *mediav1.ListReportsRequest) (*mediav1.ListReportsResponse, error) {
	return nil, errMoved
}

func (movedCalls) HidePublication(context.Context, *mediav1.HidePublicationRequest) (*emptypb.Empty, error) {
	return nil, errMoved
}

func (movedCalls) RestorePublication(context.Context, *mediav1.RestorePublicationRequest) (*emptypb.Empty, error) {
	return nil, errMoved
}

func (movedCalls) DismissReports(context.Context, *mediav1.DismissReportsRequest) (*emptypb.Empty, error) {
	return nil, errMoved
}

func (movedCalls) DismissLaneReports(
	context.Context, *mediav1.DismissLaneReportsRequest,
) (*mediav1.DismissLaneReportsResponse, error) {
	return nil, errMoved
}
