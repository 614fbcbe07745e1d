package policy

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/page"
	"mcwick.example/platform/text"
)

// MaxBlocks limits how many blocks are in force: every gateway has them all in memory.
const MaxBlocks = 10_000

// The errors of operators' calls, besides invalid fields.
var (
	ErrBlockNotFound = fault.New(fault.KindNotFound, "BLOCK_NOT_FOUND",
		"There is no such block: it ended, or never was.")
	ErrTooManyBlocks = fault.New(fault.KindPrecondition, "TOO_MANY_BLOCKS",
		fmt.Sprintf("There are %d blocks, which is all that fit. Remove some, or block a range.", MaxBlocks))
)

// Block is a subject that may only read.
type Block struct {
	ID       uuid.UUID
	Kind     Kind
	Subject  string
	Expires  time.Time
	Reason   string
	Operator string // who blocked it last
	Created  time.Time
}

// BlockInput is an operator's act.
type BlockInput struct {
	Kind    Kind
	Subject string
	Length  time.Duration
	Reason  string
}

// Block blocks a subject, or gives the block that there is another end and reason.
func (s *Service) Block(ctx context.Context, in BlockInput) (Block, error) {
	var c checks
	in.Subject = c.subject(in.Kind, in.Subject)
	c.length(in.Length)
	in.Reason = c.reason(in.Reason)
	if err := c.Err("BLOCK_INVALID"); err != nil {
		return Block{}, err
	}
	return s.store.Block(ctx, in)
}

// UnblockInput is an operator's act.
type UnblockInput struct {
	ID     string
	Reason string // may be empty
}

// Unblock ends a block.
func (s *Service) Unblock(ctx context.Context, in UnblockInput) error {
	id, ok := text.ParseID(in.ID)
	if !ok {
		return ErrBlockNotFound
	}
	return s.store.Unblock(ctx, id, in.Reason)
}

// ListBlocksInput is the requested page.
type ListBlocksInput struct {
	After string
	Size  int
	Ended bool // also those that ended
}

// BlockPage is one page of blocks, newest first.
type BlockPage struct {
	Blocks     []Block
	NextCursor string
}

// ListBlocks returns one page of blocks.
func (s *Service) ListBlocks(ctx context.Context, in ListBlocksInput) (of BlockPage, err error) {
	of.Blocks, of.NextCursor, err = page.List(in.After, in.Size, fault.Checks{},
		func(after page.TimeCursor, n int) ([]Block, error) { return s.store.Blocks(ctx, in.Ended, after, n) },
		func(b Block) page.TimeCursor { return page.TimeCursor{Key: b.Created, ID: b.ID} })
	return of, err
}
