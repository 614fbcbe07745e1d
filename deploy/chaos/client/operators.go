package client

import (
	"context"
	"math/rand/v2"
	"time"

	"google.golang.org/grpc"

	"mcwick.example/deploy/chaos/history"
	"mcwick.example/deploy/internal/wait"
	"mcwick.example/platform/fault"
	"mcwick.example/platform/operator"
	wallv1 "mcwick.example/services/wall/api/wall/v1"
)

// Operators put names on walls, one after the other, each as one of two people.
type Operators struct {
	dice   *rand.Rand
	record *history.Recorder
	conns  []*grpc.ClientConn
}

// NewOperators are those with the tokens, of the wall service at an address.
func NewOperators(address string, tokens []string, seed uint64, record *history.Recorder) (*Operators, error) {
	o := &Operators{dice: rand.New(rand.NewPCG(seed, 0)), record: record}
	for _, token := range tokens {
		conn, err := operator.Dial(address, token, "")
		if err != nil {
			return nil, err
		}
		o.conns = append(o.conns, conn)
	}
	return o, nil
}

// Work goes on until ctx ends. A call under way is waited for.
func (o *Operators) Work(ctx context.Context) {
	for ctx.Err() == nil {
		o.approve(context.WithoutCancel(ctx))
		wait.Sleep(ctx, time.Duration(500+o.dice.IntN(1500))*time.Millisecond)
	}
}

// approveInterval bounds each of their calls.
const approveInterval = 5 * time.Second

// approve says yes to one of those that wait.
func (o *Operators) approve(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, approveInterval)
	defer cancel()
	wall := wallv1.NewWallOperatorServiceClient(pick(o.dice, o.conns))
	queue, err := wall.ListNominations(ctx, &wallv1.ListNominationsRequest{PageSize: 100})
	if err != nil || len(queue.GetNominations()) == 0 {
		return
	}
	id := pick(o.dice, queue.GetNominations()).GetId()
	call := history.Call{
		Operation: history.Approve, Start: o.record.Now(), Arguments: history.Arguments{Nomination: id},
		Outcome: history.Acknowledged,
	}
	answer, err := wall.ApproveNomination(ctx, &wallv1.ApproveNominationRequest{NominationId: id, Note: "chaos"})
	call.End = o.record.Now()
	switch {
	case err == nil:
		call.Answer.OnWall = answer.GetOnWall()
	case fault.IsFault(err):
		call.Outcome = history.Unknown
	default:
		call.Outcome = history.Refused
	}
	o.record.Add(call)
}

func pick[T any](dice *rand.Rand, of []T) T { return of[dice.IntN(len(of))] }
