package operator

import (
	"context"

	"github.com/jackc/pgx/v5"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/events"
	"mcwick.example/platform/fault"
	operatorv1 "mcwick.example/platform/operator/api/operator/v1"
)

// maxDeadLetters bounds what one call lists, and what one call replays.
const maxDeadLetters = 100

// actReplay is what the audit calls a replay.
const actReplay = "replay-dead-letter"

var errDeadLetterNotFound = fault.New(fault.KindNotFound, "DEAD_LETTER_NOT_FOUND",
	"There is no such dead letter: it was replayed, or never existed.")

// deadLetters are the dead letters of a service's consumers.
type deadLetters struct{ consumers []*events.Consumer }

// openDeadLetter is one dead letter with the consumer that gave it up.
type openDeadLetter struct {
	events.DeadLetter
	consumer *events.Consumer
}

// open returns the open dead letters, consumer after consumer.
func (l deadLetters) open(ctx context.Context) (all []openDeadLetter, err error) {
	for _, c := range l.consumers {
		found, err := c.DeadLetters(ctx)
		if err != nil {
			return nil, fault.ErrUnavailable.WithCause(err)
		}
		for _, letter := range found {
			all = append(all, openDeadLetter{letter, c})
		}
	}
	return all, nil
}

// deadLetterPage are the first of all the letters there are.
type deadLetterPage struct {
	letters []openDeadLetter
	total   int
}

func (l deadLetters) list(ctx context.Context, _ struct{}) (deadLetterPage, error) {
	all, err := l.open(ctx)
	return deadLetterPage{all[:min(len(all), maxDeadLetters)], len(all)}, err
}

// replayInput says what to replay, and why.
type replayInput struct{ event, note string }

// replayOutcome says what became of it.
type replayOutcome struct {
	applied   int
	dead      []openDeadLetter // with the new reason
	remaining int
}

// replay applies one letter again (to every consumer that gave it up), or the first of all. The act
// is written with the effect, so a letter that is still dead leaves none.
func (l deadLetters) replay(ctx context.Context, in replayInput) (out replayOutcome, err error) {
	if _, err := normalizeNote(in.note); err != nil {
		return out, err
	}
	all, err := l.open(ctx)
	if err != nil {
		return out, err
	}
	chosen := all
	if in.event != "" {
		chosen = nil
		for _, letter := range all {
			if letter.ID == in.event {
				chosen = append(chosen, letter)
			}
		}
		if len(chosen) == 0 {
			return out, errDeadLetterNotFound
		}
	}
	for i, letter := range chosen {
		if i == maxDeadLetters || ctx.Err() != nil {
			out.remaining = len(chosen) - i
			break
		}
		err := letter.consumer.Replay(ctx, letter.DeadLetter, func(ctx context.Context, tx pgx.Tx) error {
			return RecordAct(ctx, tx, actReplay, letter.Group+" "+letter.ID, in.note)
		})
		if err != nil {
			letter.Reason = err.Error()
			out.dead = append(out.dead, letter)
			continue
		}
		out.applied++
	}
	return out, nil
}

func decodeListDeadLetters(context.Context, *operatorv1.ListDeadLettersRequest) (struct{}, error) {
	return struct{}{}, nil
}

func decodeReplay(_ context.Context, r *operatorv1.ReplayDeadLettersRequest) (replayInput, error) {
	return replayInput{r.GetEventId(), r.GetNote()}, nil
}

func encodeDeadLetters(s deadLetterPage) (*operatorv1.ListDeadLettersResponse, error) {
	return &operatorv1.ListDeadLettersResponse{DeadLetters: encodeOpenLetters(s.letters), Total: int32(s.total)}, nil
}

func encodeReplay(o replayOutcome) (*operatorv1.ReplayDeadLettersResponse, error) {
	return &operatorv1.ReplayDeadLettersResponse{Applied: int32(o.applied), StillDead: encodeOpenLetters(o.dead),
		Left: int32(o.remaining)}, nil
}

func encodeOpenLetters(all []openDeadLetter) (out []*operatorv1.DeadLetter) {
	for _, letter := range all {
		out = append(out, encodeDeadLetter(letter.DeadLetter))
	}
	return out
}

func encodeDeadLetter(l events.DeadLetter) *operatorv1.DeadLetter {
	return &operatorv1.DeadLetter{
		EventId: l.ID, Topic: l.Topic, Group: l.Group, Type: l.Type, Key: l.Key, Reason: l.Reason,
		CreateTime: timestamppb.New(l.Time),
	}
}
