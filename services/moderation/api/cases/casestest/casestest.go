// Package casestest has a moderation service's side of cases for the tests of those who call it:
// it records calls, and publishes decisions.
package casestest

import (
	"context"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/events"
	"mcwick.example/platform/fault"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/testkit"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
)

// Server records what it is sent. Its CaseService answers as the moderation service's does.
type Server struct {
	Addr string

	moderationv1.UnimplementedCaseServiceServer
	mu       sync.Mutex
	calls    []proto.Message
	failing  error
	onAppeal func()
	versions map[string]int32
}

// Start serves until the test ends.
func Start(t testing.TB) *Server {
	t.Helper()
	s := &Server{Addr: testkit.FreeAddr(t), versions: map[string]int32{}}
	listener, err := net.Listen("tcp", s.Addr)
	if err != nil {
		t.Fatal(err)
	}
	server := rpc.NewServer(testkit.DiscardLog(), s.Addr, func(
		ctx context.Context, r any, _ *grpc.UnaryServerInfo, handle grpc.UnaryHandler,
	) (any, error) {
		response, err := handle(ctx, r)
		if err != nil {
			return nil, fault.ToStatus(err).Err()
		}
		return response, nil
	})
	moderationv1.RegisterCaseServiceServer(server, s)
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(server.Stop)
	return s
}

// Fail lets every call fail from now on, or with nil succeed.
func (s *Server) Fail(with error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failing = with
}

// OnAppeal has each appeal call f before it is answered.
func (s *Server) OnAppeal(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.onAppeal = f
}

// CheckReported fails the test unless the one report that was sent is this one, with a time.
func (s *Server) CheckReported(t testing.TB, want *moderationv1.ReportSubjectRequest) {
	t.Helper()
	got := Calls[*moderationv1.ReportSubjectRequest](s)
	if len(got) != 1 || got[0].GetReport().GetCreateTime() == nil {
		t.Fatalf("sent %v", got)
	}
	got[0].Report.CreateTime = nil
	if diff := cmp.Diff(want, got[0], protocmp.Transform()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Calls returns the recorded requests of a type, in order.
func Calls[M proto.Message](s *Server) (found []M) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.calls {
		if m, ok := c.(M); ok {
			found = append(found, m)
		}
	}
	return found
}

func (s *Server) record(m proto.Message) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.failing != nil {
		return s.failing
	}
	s.calls = append(s.calls, proto.Clone(m))
	return nil
}

// ReportSubject implements the contract.
func (s *Server) ReportSubject(_ context.Context, r *moderationv1.ReportSubjectRequest) (*emptypb.Empty, error) {
	return &emptypb.Empty{}, s.record(r)
}

// RecordVerdict implements the contract: the subject has a decision, of version 1 at least.
func (s *Server) RecordVerdict(_ context.Context, r *moderationv1.RecordVerdictRequest) (*emptypb.Empty, error) {
	if err := s.record(r); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	id := r.GetDetails().GetSubject().GetId()
	s.versions[id] = max(s.versions[id], 1)
	return &emptypb.Empty{}, nil
}

// AppealDecision implements the contract.
func (s *Server) AppealDecision(_ context.Context, r *moderationv1.AppealDecisionRequest) (*emptypb.Empty, error) {
	err := s.record(r)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.onAppeal != nil {
		s.onAppeal()
	}
	return &emptypb.Empty{}, err
}

// ConfirmDecisions implements the contract.
func (s *Server) ConfirmDecisions(
	_ context.Context, r *moderationv1.ConfirmDecisionsRequest,
) (*emptypb.Empty, error) {
	return &emptypb.Empty{}, s.record(r)
}

// RequestTakedown implements the contract: a request comes from a caller with an idempotency key.
func (s *Server) RequestTakedown(
	ctx context.Context, r *moderationv1.RequestTakedownRequest,
) (*emptypb.Empty, error) {
	if _, err := rpc.RequireIdempotencyKey(ctx); err != nil {
		return nil, err
	}
	return &emptypb.Empty{}, s.record(r)
}

// ImportCase implements the contract: what is hidden has a decision, of version 1.
func (s *Server) ImportCase(
	_ context.Context, r *moderationv1.ImportCaseRequest,
) (*moderationv1.ImportCaseResponse, error) {
	if err := s.record(r); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	id := r.GetDetails().GetSubject().GetId()
	if r.GetIsHidden() && s.versions[id] == 0 {
		s.versions[id] = 1
	}
	return &moderationv1.ImportCaseResponse{DecisionVersion: s.versions[id]}, nil
}

// Confirmed returns what became of a decision; nil before it was confirmed.
func (s *Server) Confirmed(decisionID string) *moderationv1.AppliedDecision {
	for _, r := range Calls[*moderationv1.ConfirmDecisionsRequest](s) {
		for _, d := range r.GetDecisions() {
			if d.GetDecisionId() == decisionID {
				return d
			}
		}
	}
	return nil
}

// Outcome returns what became of a decision, once it was confirmed.
func (s *Server) Outcome(decisionID string) moderationv1.Outcome {
	return s.Confirmed(decisionID).GetOutcome()
}

// IsGone reports whether a subject was said to be gone.
func (s *Server) IsGone(id string) bool {
	for _, r := range Calls[*moderationv1.ConfirmDecisionsRequest](s) {
		for _, subject := range r.GetGone() {
			if subject.GetId() == id {
				return true
			}
		}
	}
	return false
}

// Decide publishes a decision through the outbox of a service under test, whose relay carries any
// topic, and returns its id. What m leaves out is set: the id, the time, and the next version.
func (s *Server) Decide(t testing.TB, outbox *pgxpool.Pool, m *moderationv1.DecisionMade) string {
	t.Helper()
	s.mu.Lock()
	if m.DecisionId == "" {
		m.DecisionId = uuid.NewString()
	}
	if m.Version == 0 {
		s.versions[m.GetSubject().GetId()]++
		m.Version = s.versions[m.GetSubject().GetId()]
	}
	if m.DecideTime == nil {
		m.DecideTime = timestamppb.New(time.Now())
	}
	s.mu.Unlock()
	e, err := events.New(t.Context(), moderationv1.TopicDecision, m.GetSubject().GetId(), m)
	if err != nil {
		t.Fatal(err)
	}
	relay := events.NewRelay(testkit.DiscardLog(), outbox, events.Config{}, "moderation")
	err = relay.InTx(t.Context(), func(pgx.Tx) ([]events.Event, error) { return []events.Event{e}, nil })
	if err != nil {
		t.Fatal(err)
	}
	return m.GetDecisionId()
}
