package operator

import (
	"context"

	"github.com/jackc/pgx/v5"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/events"
	"mcwick.example/platform/fault"
	operatorv1 "mcwick.example/platform/operator/api/operator/v1"
)

// maxLetters bounds what one call lists, and what one call replays.
const maxLetters = 100

// replayed is what the audit calls a replay.
const replayed = "replay-dead-letter"

var errNoLetter = fault.New(fault.KindNotFound, "DEAD_LETTER_NOT_FOUND", "No such dead letter, broh: it took effect by now, or was never there.")

// letters are the dead letters of a service's consumers.
type letters struct{ consumers []*events.Consumer }

// open is one dead letter with the consumer that gave it up.
type open struct {
	events.Letter
	of *events.Consumer
}

// all gives the open dead letters, consumer after consumer.
func (l letters) all(ctx context.Context) (all []open, err error) {
	for _, c := range l.consumers {
		found, err := c.Letters(ctx)
		if err != nil {
			return nil, fault.Unavailable.With(err)
		}
		for _, letter := range found {
			all = append(all, open{letter, c})
		}
	}
	return all, nil
}

// some are the first of all the letters there are.
type some struct {
	first []open
	total int
}

func (l letters) list(ctx context.Context, _ struct{}) (some, error) {
	all, err := l.all(ctx)
	return some{all[:min(len(all), maxLetters)], len(all)}, err
}

// replayInput says what to replay, and why.
type replayInput struct{ event, note string }

// replayOutcome says what became of it.
type replayOutcome struct {
	applied int
	dead    []open // with the new reason
	left    int
}

// replay applies one letter again (to every consumer that gave it up), or the first of all. The act is written with the effect, so a
// letter that is still dead leaves none.
func (l letters) replay(ctx context.Context, in replayInput) (out replayOutcome, err error) {
	if _, err := checkNote(in.note); err != nil {
		return out, err
	}
	all, err := l.all(ctx)
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
			return out, errNoLetter
		}
	}
	for i, letter := range chosen {
		if i == maxLetters || ctx.Err() != nil {
			out.left = len(chosen) - i
			break
		}
		err := letter.of.Replay(ctx, letter.Letter, func(ctx context.Context, tx pgx.Tx) error {
			return Record(ctx, tx, replayed, letter.Group+" "+letter.ID, in.note)
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

func decodeNothing(context.Context, *operatorv1.ListDeadLettersRequest) (struct{}, error) {
	return struct{}{}, nil
}

func decodeReplay(_ context.Context, r *operatorv1.ReplayDeadLettersRequest) (replayInput, error) {
	return replayInput{r.GetEventId(), r.GetNote()}, nil
}

func encodeLetters(s some) (*operatorv1.ListDeadLettersResponse, error) {
	return &operatorv1.ListDeadLettersResponse{DeadLetters: encodeAll(s.first), Total: int32(s.total)}, nil
}

func encodeReplay(o replayOutcome) (*operatorv1.ReplayDeadLettersResponse, error) {
	return &operatorv1.ReplayDeadLettersResponse{Applied: int32(o.applied), StillDead: encodeAll(o.dead), Left: int32(o.left)}, nil
}

func encodeAll(all []open) (out []*operatorv1.DeadLetter) {
	for _, letter := range all {
		out = append(out, encodeLetter(letter.Letter))
	}
	return out
}

func encodeLetter(l events.Letter) *operatorv1.DeadLetter {
	return &operatorv1.DeadLetter{
		EventId: l.ID, Topic: l.Topic, Group: l.Group, Type: l.Type, Key: l.Key, Reason: l.Reason, CreateTime: timestamppb.New(l.Time),
	}
}
