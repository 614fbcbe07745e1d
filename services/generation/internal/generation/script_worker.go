package generation

import (
	"context"
	"errors"

	"mcwick.example/platform/jobs"
)

// TextProvider writes for money. Its errors are the faults of this package.
type TextProvider interface {
	// Write reads the next answer of a talk to `read`, piece by piece; an error of read ends the call at once and is given
	// back. visitor is opaque and only tells visitors apart.
	Write(ctx context.Context, t Conversation, visitor string, read func(piece string) error) (Completion, error)
}

// Completion is how an answer ended.
type Completion struct {
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

// ScriptWorker does the script jobs.
type ScriptWorker struct {
	ledger Ledger
	chain  []ScriptModel
}

// NewScriptWorker makes the worker's side of scripts.
func NewScriptWorker(l Ledger, chain []ScriptModel) *ScriptWorker { return &ScriptWorker{l, chain} }

// Write does a job of KindScript. A script that breaks a rule and a failed call are attempts alike, also those of a worker that died;
// each model has three.
func (w *ScriptWorker) Write(ctx context.Context, job jobs.Job, wish Script) (ScriptResult, error) {
	made := map[string]int{}
	if job.Attempt > 1 && len(w.chain) > 0 {
		var err error
		if made, err = w.ledger.CloseInherited(ctx, job.ID, job.Attempt, w.chain[0].Name); err != nil {
			return ScriptResult{}, ErrScript.WithCause(err)
		}
	}
	result, _, err := tryModels(ctx, w.chain, func(m ScriptModel) (ScriptResult, error) {
		isLast := m.Name == w.chain[len(w.chain)-1].Name
		return w.callModel(ctx, job, m, wish, maxAttempts-made[m.Name], isLast)
	})
	if err != nil {
		return ScriptResult{}, withMessage(err, ErrScript, ErrNoContent, ErrNoScript)
	}
	return result, nil
}

// callModel asks one model until its script keeps the rules. One that was silent or broke is asked again only when it is the last of its chain:
// the job's time is better spent with the next.
func (w *ScriptWorker) callModel(ctx context.Context, job jobs.Job, m ScriptModel, wish Script, left int, isLast bool) (ScriptResult, error) {
	talk, failure := wish.conversation(), error(ErrImage)
	for attempt := range left {
		if (attempt > 0 || left < maxAttempts) && !sleep(ctx, retryBackoff) {
			break
		}
		draft, err := w.callOnce(ctx, job, m, talk, int64(left-attempt)*wish.longestConversation(m))
		if err != nil {
			failure = err
			if ctx.Err() != nil || !isRetryable(err) || !isLast && !isOneOf(err, ErrProviderBusy, ErrUnreachable, ErrNoContent) {
				break
			}
			continue
		}
		rule := draft.Check()
		if rule == nil {
			return ScriptResult{Text: draft.Text(), Words: draft.words, Seconds: draft.Seconds()}, nil
		}
		failure, talk = ErrNoScript.WithCause(rule), talk.corrected(draft.Text(), rule)
	}
	return ScriptResult{}, failure
}

// callOnce has one script written and reads it until it is done or cannot become a good one any more. most is what this model's attempts
// may still cost.
func (w *ScriptWorker) callOnce(ctx context.Context, job jobs.Job, m ScriptModel, talk Conversation, most int64) (*Draft, error) {
	price := talk.price(m)
	call := Call{JobID: job.ID, Attempt: job.Attempt, Model: m.Model, Price: price, MaxCost: most}
	draft := &Draft{}
	var answer Completion
	_, err := m.Breaker.call(ctx, func() (err error) {
		answer, err = payFor(ctx, w.ledger, call, func() (Completion, int64, error) {
			answer, err := m.Provider.Write(ctx, talk, job.Visitor, draft.Add)
			if errors.Is(err, errBroken) {
				err = nil // the draft knows which rule
			}
			if answer.TokensIn+answer.TokensOut == 0 {
				return answer, price, err
			}
			return answer, m.price(answer.TokensIn, answer.TokensOut), err
		})
		return err
	})
	if err == nil && answer.Withheld {
		err = ErrRefused
	}
	draft.isCut = answer.Cut
	return draft, err
}

// isRetryable reports whether asking the same model again may help: it does not where the key, the money or the words were refused.
func isRetryable(err error) bool {
	return !isOneOf(err, ErrKey, ErrModel, ErrOrganization, ErrRegion, ErrQuota, ErrRefused, ErrRejected, ErrBudget)
}
