package operator

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/instrument"
	"mcwick.example/platform/security"
)

// errUnknownOperator refuses calls without a valid token; it does not say what was wrong with it.
var errUnknownOperator = fault.New(fault.KindUnauthenticated, "OPERATOR_UNKNOWN",
	"The token is not valid here.")

const (
	header = "authorization" // as gRPC spells it
	scheme = "Bearer "
)

// Why calls are refused, in the metric.
const (
	refusedUnknown = "unknown"
	refusedExpired = "expired"
	refusedScope   = "scope"
)

// access decides who may call what.
type access struct {
	events   *security.Log
	known    func() Credentials // by now
	required map[string]Scope   // by full name of a method
	refused  metric.Int64Counter
}

func newAccess(log *slog.Logger, known func() Credentials) *access {
	refused := instrument.Must(otel.Meter("mcwick/operator").Int64Counter("mcwick.operator.refused",
		metric.WithDescription("Calls of operators that were refused: the token is unknown or expired, or has not the scope.")))
	for _, reason := range []string{refusedUnknown, refusedExpired, refusedScope} { // so that the first is an increase
		refused.Add(context.Background(), 0, metric.WithAttributes(attribute.String("reason", reason)))
	}
	return &access{events: security.New(log, security.OperatorRefused), known: known, refused: refused}
}

// authenticate lets operators through who may make the call, and puts what their token stands for
// into the context.
func (a *access) authenticate(
	ctx context.Context, req any, info *grpc.UnaryServerInfo, next grpc.UnaryHandler,
) (any, error) {
	var found Credential
	var ok bool
	md, _ := metadata.FromIncomingContext(ctx)
	if sent := md.Get(header); len(sent) == 1 {
		if token, isBearer := strings.CutPrefix(sent[0], scheme); isBearer {
			found, ok = a.known().find(token)
		}
	}
	scope := a.required[info.FullMethod]
	switch {
	case !ok:
		return nil, a.refuse(ctx, info, found, refusedUnknown, errUnknownOperator)
	case !found.Expires.IsZero() && !time.Now().Before(found.Expires):
		return nil, a.refuse(ctx, info, found, refusedExpired, errUnknownOperator)
	case !slices.Contains(found.Scopes, scope):
		return nil, a.refuse(ctx, info, found, refusedScope, fault.New(fault.KindForbidden, "SCOPE_MISSING",
			fmt.Sprintf("Your token may not do that: it needs the scope %s.", ScopeName(scope))))
	}
	return next(context.WithValue(ctx, credentialKey{}, found), req)
}

// refuse records and counts a refusal, and returns it as it is sent.
func (a *access) refuse(
	ctx context.Context, info *grpc.UnaryServerInfo, c Credential, reason string, err error,
) error {
	a.events.Record(ctx, security.OperatorRefused, reason, slog.String("rpc.method", info.FullMethod),
		slog.String("user.name", c.Name))
	a.refused.Add(ctx, 1, metric.WithAttributes(attribute.String("reason", reason)))
	return fault.ToStatus(err).Err()
}
