// Package cases is the client with which the owners of content send the moderation service what
// visitors report, and what makers have against decisions.
package cases

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/lifecycle"
	"mcwick.example/platform/rpc"
	"mcwick.example/services/moderation/api/decisions"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
)

// Details is what operators need to judge a subject.
type Details struct {
	Kind         decisions.Kind
	ID           uuid.UUID
	Text         string // what it says, in reading order; may be empty
	ObjectName   string // below the media base; may be empty
	MakerDevice  string // may be empty
	MakerAccount string // may be empty
}

// Report is one device's report of a subject that its owner knows to be public.
type Report struct {
	Reason  decisions.Reason
	Note    string // at most 400 UTF-16 units; may be empty
	Device  string
	Lane    string // the device's network; empty when unknown
	Settled bool   // others' reports only queue
	Created time.Time
}

// Takedown says what should be removed, and why.
type Takedown struct {
	Place   string // where it is
	Reason  string
	XHandle string // of the person it is about; may be empty
}

// Import is what an owner knew of a subject before cases existed.
type Import struct {
	Details
	Reports  []Report // open ones, at most MaxImported
	Hidden   bool
	Cleared  bool   // an operator left it public or restored it
	HiddenBy string // an operator's name; empty for reports alone
}

// MaxImported is how many reports an Import has at most.
const MaxImported = 1000

// The errors of calls while the moderation service cannot be reached, or none is configured.
var (
	ErrReportsAway = fault.New(fault.KindUnavailable, "REPORTS_AWAY",
		"Reports can't be taken right now, broh. Keep yours and send it again in a minute.").WithRetryAfter(retryAfter)
	ErrAppealsAway = fault.New(fault.KindUnavailable, "APPEALS_AWAY",
		"Appeals can't be taken right now, broh. Keep yours and send it again in a minute.").WithRetryAfter(retryAfter)
)

// callTimeout limits one call; retryAfter is when to try again.
const (
	callTimeout = 5 * time.Second
	retryAfter  = 10 * time.Second
)

// Client calls the moderation service.
type Client struct {
	service    moderationv1.CaseServiceClient
	configured bool
}

// Open returns a client, and the part that closes its connection. It connects on first use; without
// an address every call fails as if the service were away.
func Open(addr string) (*Client, lifecycle.Part, error) {
	if addr == "" {
		return &Client{service: moderationv1.NewCaseServiceClient(absent{})}, lifecycle.Part{Name: "no cases"}, nil
	}
	conn, err := rpc.Dial(addr, moderationv1.File_moderation_v1_case_proto)
	if err != nil {
		return nil, lifecycle.Part{}, err
	}
	return &Client{service: moderationv1.NewCaseServiceClient(conn), configured: true},
		lifecycle.CloserPart("cases connection", conn), nil
}

// absent is the connection of a client without an address.
type absent struct{}

func (absent) Invoke(context.Context, string, any, any, ...grpc.CallOption) error {
	return fault.ErrUnavailable
}

func (absent) NewStream(
	context.Context, *grpc.StreamDesc, string, ...grpc.CallOption,
) (grpc.ClientStream, error) {
	return nil, fault.ErrUnavailable
}

// Report sends a report. It returns ErrReportsAway when that failed for another reason than the
// report.
func (c *Client) Report(ctx context.Context, of Details, r Report) error {
	ctx, cancel := prepare(ctx)
	defer cancel()
	_, err := c.service.ReportSubject(ctx, &moderationv1.ReportSubjectRequest{Details: encodeDetails(of),
		Report: encodeReport(r)})
	return orAway(err, ErrReportsAway)
}

// RequestTakedown sends a takedown request of the caller of ctx, with its idempotency key. It returns
// ErrReportsAway when that failed for another reason than the request.
func (c *Client) RequestTakedown(ctx context.Context, r Takedown) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	_, err := c.service.RequestTakedown(ctx, &moderationv1.RequestTakedownRequest{Place: r.Place, Reason: r.Reason,
		XHandle: r.XHandle})
	return orAway(err, ErrReportsAway)
}

// Appeal sends what the maker has against a decision about a subject. It returns ErrAppealsAway
// when that failed for another reason than the appeal.
func (c *Client) Appeal(ctx context.Context, of Details, text string) error {
	ctx, cancel := prepare(ctx)
	defer cancel()
	_, err := c.service.AppealDecision(ctx, &moderationv1.AppealDecisionRequest{Subject: encodeSubject(of.Kind, of.ID),
		Text: text, Details: encodeDetails(of)})
	return orAway(err, ErrAppealsAway)
}

// RecordVerdict opens the case of a subject that its owner has hidden because of an automatic check,
// such as "picture-check", with what the check found, at most 400 UTF-16 units. A repeat changes nothing.
func (c *Client) RecordVerdict(ctx context.Context, of Details, check, finding string) error {
	ctx, cancel := prepare(ctx)
	defer cancel()
	_, err := c.service.RecordVerdict(ctx, &moderationv1.RecordVerdictRequest{Details: encodeDetails(of), Check: check,
		Note: finding})
	return err
}

// Import makes a case of what was known before cases existed, and returns the version of the
// decision in force. A repeat changes nothing.
func (c *Client) Import(ctx context.Context, in Import) (version int, err error) {
	ctx, cancel := prepare(ctx)
	defer cancel()
	r := &moderationv1.ImportCaseRequest{Details: encodeDetails(in.Details), IsHidden: in.Hidden,
		IsCleared: in.Cleared, HiddenBy: in.HiddenBy}
	for _, report := range in.Reports {
		r.Reports = append(r.Reports, encodeReport(report))
	}
	response, err := c.service.ImportCase(ctx, r)
	return int(response.GetDecisionVersion()), err
}

// importBatch is how many things to import one query finds.
const importBatch = 50

// ImportAll sends all that find returns, up to n after an id, by id. What the moderation service rejects, or takes too
// long for, is left out; when it is away or broken, the next pass goes on.
func ImportAll[T any](
	ctx context.Context, find func(ctx context.Context, after uuid.UUID, n int) ([]T, error), idOf func(T) uuid.UUID,
	send func(context.Context, T) error,
) error {
	var rejected []error
	for after := uuid.Nil; ; {
		batch, err := find(ctx, after, importBatch)
		if err != nil {
			return err
		}
		for _, one := range batch {
			after = idOf(one)
			err := send(ctx, one)
			if err == nil {
				continue
			}
			rejected = append(rejected, err)
			if fault.IsFault(err) && fault.From(err).Kind != fault.KindTimeout {
				return errors.Join(rejected...)
			}
		}
		if len(batch) < importBatch {
			return errors.Join(rejected...)
		}
	}
}

// Parts returns the parts that send what pass imports each importInterval, and that confirm
// decisions. Without an address nothing is sent, and nothing kept to be sent.
func (c *Client) Parts(log *slog.Logger, pool *pgxpool.Pool, pass func(context.Context) error) []lifecycle.Part {
	if !c.configured {
		return []lifecycle.Part{
			lifecycle.Every(log, "deletion of confirmations", discardInterval, decisions.Discard(pool)),
		}
	}
	return []lifecycle.Part{
		lifecycle.Every(log, "confirmation of decisions", decisions.ConfirmInterval,
			decisions.Confirm(pool, c.service)),
		lifecycle.Every(log, "import of cases", importInterval, pass),
	}
}

// discardInterval is how often confirmations are deleted that have no receiver.
const discardInterval = 10 * time.Minute

// importInterval is how soon what a process of the last release wrote becomes a case.
const importInterval = 5 * time.Second

// prepare limits a call, which has no caller: the moderation service gets the reporter in the
// request.
func prepare(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(rpc.WithCaller(ctx, rpc.Caller{}), callTimeout)
}

// orAway returns the given error for a broken or absent service, and rejections as they are.
func orAway(err error, away *fault.Error) error {
	if fault.IsFault(err) && !errors.Is(err, context.Canceled) {
		return away.WithCause(err)
	}
	return err
}

func encodeSubject(kind decisions.Kind, id uuid.UUID) *moderationv1.Subject {
	return &moderationv1.Subject{Kind: decisions.Encode(decisions.Kinds, kind), Id: id.String()}
}

func encodeDetails(d Details) *moderationv1.SubjectDetails {
	return &moderationv1.SubjectDetails{Subject: encodeSubject(d.Kind, d.ID), Text: d.Text, ObjectName: d.ObjectName,
		MakerDevice: d.MakerDevice, MakerAccount: d.MakerAccount}
}

func encodeReport(r Report) *moderationv1.SubjectReport {
	return &moderationv1.SubjectReport{Reason: decisions.Encode(decisions.Reasons, r.Reason), Note: r.Note,
		Device: r.Device, Lane: r.Lane, IsSettled: r.Settled, CreateTime: timestamppb.New(r.Created)}
}
