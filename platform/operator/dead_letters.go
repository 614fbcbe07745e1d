package operator

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/events"
	"mcwick.example/platform/fault"
	operatorv1 "mcwick.example/platform/operator/api/operator/v1"
)

const (
	maxDeadLetters     = 100    // that one call lists, or replays
	maxDeadLettersSeen = 10_000 // that one call counts, by their ids
)

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

// cursor is where the letter is, in a form for parseCursor; names of topics have no colon.
func (l openDeadLetter) cursor() string {
	return fmt.Sprintf("%d:%d:%s", l.Position.Partition, l.Position.Offset, l.consumer.DeadLetterTopic())
}

// letterKey identifies an event that a group gave up.
type letterKey struct{ group, event string }

// key returns the letter's key; a message that is no event has none.
func (l openDeadLetter) key() (k letterKey, ok bool) {
	return letterKey{l.Group, l.ID}, uuid.Validate(l.ID) == nil
}

// open returns the open dead letters from a cursor on, consumer after consumer. An event may be there
// twice.
func (l deadLetters) open(ctx context.Context, cursor string) (iter.Seq2[openDeadLetter, error], error) {
	first, from, err := l.parseCursor(cursor)
	if err != nil {
		return nil, err
	}
	return func(yield func(openDeadLetter, error) bool) {
		for _, c := range l.consumers[first:] {
			for letter, err := range c.DeadLetters(ctx, from) {
				if err != nil {
					err = fault.ErrUnavailable.WithCause(err)
				}
				if !yield(openDeadLetter{letter, c}, err) || err != nil {
					return
				}
			}
			from = events.DeadLetterPosition{}
		}
	}, nil
}

// parseCursor returns the consumer to begin with, and where; an empty cursor is the beginning of all.
func (l deadLetters) parseCursor(cursor string) (first int, from events.DeadLetterPosition, err error) {
	if cursor == "" {
		return 0, from, nil
	}
	var topic string
	_, err = fmt.Sscanf(cursor, "%d:%d:%s", &from.Partition, &from.Offset, &topic)
	first = slices.IndexFunc(l.consumers, func(c *events.Consumer) bool { return c.DeadLetterTopic() == topic })
	if err != nil || first < 0 {
		return 0, from, fault.Invalid("REPLAY_INVALID",
			fault.Field{Name: "cursor", Message: "Use the cursor of the answer before."})
	}
	return first, from, nil
}

// deadLetterPage are the first of all the letters there are, without their payloads.
type deadLetterPage struct {
	letters []*operatorv1.DeadLetter
	total   int
	hasMore bool
}

func (l deadLetters) list(ctx context.Context, _ struct{}) (page deadLetterPage, err error) {
	all, err := l.open(ctx, "")
	if err != nil {
		return page, err
	}
	shown := map[letterKey]*operatorv1.DeadLetter{} // nil for those that are only counted
	for letter, err := range all {
		if err != nil {
			return page, err
		}
		key, isEvent := letter.key()
		if before, known := shown[key]; known {
			if before != nil {
				before.Reason = letter.Reason // an event may be parked again; its last reason counts
			}
			continue
		}
		if page.total == maxDeadLettersSeen {
			page.hasMore = true
			break
		}
		var out *operatorv1.DeadLetter
		if len(page.letters) < maxDeadLetters {
			out = encodeDeadLetter(letter.DeadLetter)
			page.letters = append(page.letters, out)
		}
		if isEvent {
			shown[key] = out
		}
		page.total++
	}
	return page, nil
}

// replayInput says what to replay, and why.
type replayInput struct{ event, note, cursor string }

// replayOutcome says what became of it.
type replayOutcome struct {
	applied   int
	dead      []*operatorv1.DeadLetter // with the new reason
	remaining int                      // of maxDeadLetters at most
	next      string                   // the cursor of the first of them
}

// replay applies one letter again (to every consumer that gave it up), or those from a cursor on. The
// act is written with the effect, so a letter that is still dead leaves none.
func (l deadLetters) replay(ctx context.Context, in replayInput) (out replayOutcome, err error) {
	if _, err := normalizeNote(in.note); err != nil {
		return out, err
	}
	all, err := l.open(ctx, in.cursor)
	if err != nil {
		return out, err
	}
	seen := map[letterKey]bool{}
	for letter, err := range all {
		if err != nil {
			return out, err
		}
		key, isEvent := letter.key()
		if in.event != "" && letter.ID != in.event || seen[key] {
			continue
		}
		if isEvent {
			seen[key] = true
		}
		if out.applied+len(out.dead) == maxDeadLetters {
			if out.next == "" {
				out.next = letter.cursor()
			}
			if out.remaining++; out.remaining == maxDeadLetters {
				break
			}
			continue
		}
		err := letter.consumer.Replay(ctx, letter.DeadLetter, func(ctx context.Context, tx pgx.Tx) error {
			return RecordAct(ctx, tx, actReplay, letter.Group+" "+letter.ID, in.note)
		})
		if err != nil {
			letter.Reason = err.Error()
			out.dead = append(out.dead, encodeDeadLetter(letter.DeadLetter))
			continue
		}
		out.applied++
	}
	if in.event != "" && out.applied+len(out.dead) == 0 {
		return out, errDeadLetterNotFound
	}
	return out, nil
}

func decodeReplay(_ context.Context, r *operatorv1.ReplayDeadLettersRequest) (replayInput, error) {
	return replayInput{r.GetEventId(), r.GetNote(), r.GetCursor()}, nil
}

func encodeDeadLetters(s deadLetterPage) *operatorv1.ListDeadLettersResponse {
	return &operatorv1.ListDeadLettersResponse{DeadLetters: s.letters, Total: int32(s.total), HasMore: s.hasMore}
}

func encodeReplay(o replayOutcome) *operatorv1.ReplayDeadLettersResponse {
	return &operatorv1.ReplayDeadLettersResponse{Applied: int32(o.applied), StillDead: o.dead,
		Left: int32(o.remaining), NextCursor: o.next}
}

func encodeDeadLetter(l events.DeadLetter) *operatorv1.DeadLetter {
	return &operatorv1.DeadLetter{
		EventId: l.ID, Topic: l.Topic, Group: l.Group, Type: l.Type, Key: l.Key, Reason: l.Reason,
		CreateTime: timestamppb.New(l.Time),
	}
}
