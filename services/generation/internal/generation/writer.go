package generation

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"mcwick.example/platform/jobs"
)

// Author writes for money. Its errors are the faults of this package.
type Author interface {
	// Write reads the next answer of a talk to `read`, piece by piece; an error of read ends the call at once and is given
	// back. visitor is opaque and only tells visitors apart.
	Write(ctx context.Context, t Talk, visitor string, read func(piece string) error) (Answer, error)
}

// Answer is how an answer ended.
type Answer struct {
	Cut                 bool  // it was longer than it may be
	Withheld            bool  // the provider would not go on with these words; what it had written is paid
	TokensIn, TokensOut int64 // as the provider counted them; 0 when it did not tell
}

// ScriptResult is what a succeeded script job leaves.
type ScriptResult struct {
	Text    string `json:"text"`
	Words   int    `json:"words"`
	Seconds int    `json:"seconds"`
}

// Writer does the script jobs.
type Writer struct {
	ledger Ledger
	author Author
	tariff Tariff
}

// NewWriter makes the worker's side of scripts.
func NewWriter(l Ledger, a Author, t Tariff) *Writer { return &Writer{l, a, t} }

// Write does a job of KindScript. A script that breaks a rule and a failed call are attempts alike, also those of a worker that died.
func (w *Writer) Write(ctx context.Context, job jobs.Job) (any, error) {
	var wish Script
	if err := json.Unmarshal(job.Input, &wish); err != nil {
		return nil, fmt.Errorf("read job input: %w", err)
	}
	made := 0
	if job.Attempt > 1 {
		var err error
		if made, err = w.ledger.Inherit(ctx, job.ID); err != nil {
			return nil, ErrScript.With(err)
		}
	}
	talk, failure := wish.talk(), error(ErrScript)
	for attempt := made; attempt < attempts; attempt++ {
		if attempt > 0 && !pause(ctx) {
			break
		}
		draft, err := w.ask(ctx, job, talk)
		if err != nil {
			if failure = worded(err, ErrScript, ErrNoContent); ctx.Err() != nil || !mayHelp(err) {
				break
			}
			continue
		}
		rule := draft.Check()
		if rule == nil {
			return ScriptResult{Text: draft.Text(), Words: draft.words, Seconds: draft.Seconds()}, nil
		}
		failure, talk = ErrNoScript.With(rule), talk.corrected(draft.Text(), rule)
	}
	return nil, failure
}

// ask has one script written and reads it until it is done or cannot become a good one any more.
func (w *Writer) ask(ctx context.Context, job jobs.Job, talk Talk) (*Draft, error) {
	call := Call{JobID: job.ID, Model: w.tariff.ChatModel, Price: talk.price(w.tariff)}
	draft := &Draft{}
	answer, err := paid(ctx, w.ledger, call, func() (Answer, int64, error) {
		answer, err := w.author.Write(ctx, talk, job.Visitor, draft.Add)
		if errors.Is(err, errBroken) {
			err = nil // the draft knows which rule
		}
		if answer.TokensIn+answer.TokensOut == 0 {
			return answer, call.Price, err
		}
		return answer, w.tariff.chat(answer.TokensIn, answer.TokensOut), err
	})
	if err == nil && answer.Withheld {
		err = ErrRefused
	}
	draft.cut = answer.Cut
	return draft, err
}

// mayHelp tells whether asking again may help: it does not where the key, the money or the words were refused.
func mayHelp(err error) bool {
	for _, final := range []error{ErrKey, ErrModel, ErrQuota, ErrRefused, ErrRejected} {
		if errors.Is(err, final) {
			return false
		}
	}
	return true
}
