package generation

import (
	"context"
	"errors"

	"mcwick.example/platform/jobs"
)

// TextProvider writes for money. Its errors are this package's faults.
type TextProvider interface {
	// Write passes the next response of a conversation to `read`, piece by piece; an error of read
	// ends the call at once and is returned. visitor is opaque and only distinguishes visitors.
	Write(ctx context.Context, t Conversation, visitor string, read func(piece string) error) (Completion, error)
}

// Completion is how a response ended.
type Completion struct {
	Cut                 bool  // it exceeded the maximum length
	Withheld            bool  // the provider refused to continue; the text so far is paid
	TokensIn, TokensOut int64 // as the provider counted them; 0 when it did not, or its response did not end
}

// ScriptResult is the result of a succeeded script job.
type ScriptResult struct {
	Text    string `json:"text"`
	Words   int    `json:"words"`
	Seconds int    `json:"seconds"`
}

// ScriptWorker runs the script jobs.
type ScriptWorker struct {
	ledger Ledger
	chain  []ScriptModel
}

// NewScriptWorker returns a worker of script jobs.
func NewScriptWorker(l Ledger, chain []ScriptModel) *ScriptWorker { return &ScriptWorker{l, chain} }

// Write runs a job of KindScript. A script that breaks a rule and a failed call both count as
// attempts, also those of a dead worker; each model has three.
func (w *ScriptWorker) Write(ctx context.Context, job jobs.Job, input Script) (ScriptResult, error) {
	made := map[string]int{}
	if job.Attempt > 1 && len(w.chain) > 0 {
		var err error
		if made, err = w.ledger.CloseInherited(ctx, job.ID, job.Attempt, w.chain[0].Name); err != nil {
			return ScriptResult{}, ErrScript.WithCause(err)
		}
	}
	result, _, err := tryAffordable(ctx, w.ledger, job.ID, w.chain, input.longestConversation,
		func(m ScriptModel, isLast bool) (ScriptResult, error) {
			return w.callModel(ctx, job, m, input, maxAttempts-made[m.Name], isLast)
		})
	if err != nil {
		return ScriptResult{}, withMessage(err, ErrScript, ErrNoContent, ErrNoScript)
	}
	return result, nil
}

// callModel calls one model until its script is valid. A model that timed out or failed is called
// again only when it is the last of its chain: the job's time is better spent on the next.
func (w *ScriptWorker) callModel(
	ctx context.Context, job jobs.Job, m ScriptModel, input Script, left int, isLast bool,
) (ScriptResult, error) {
	most := input.longestConversation(m)
	talk, failure := input.conversation(), error(ErrImage)
	for attempt := range left {
		if attempt > 0 && !hasTime(ctx, retryBackoff) ||
			(attempt > 0 || left < maxAttempts) && !sleep(ctx, retryBackoff) {
			break
		}
		draft, err := w.callOnce(ctx, job, m, talk, int64(left-attempt)*most)
		if err != nil {
			failure = err
			if ctx.Err() != nil || !isRetryable(err) || !isLast &&
				!isOneOf(err, ErrProviderBusy, ErrUnreachable, ErrNoContent) {
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

// callOnce requests one script and reads it until it is complete or cannot become valid any more.
// most is the maximum cost of this model's remaining attempts.
func (w *ScriptWorker) callOnce(
	ctx context.Context, job jobs.Job, m ScriptModel, talk Conversation, most int64,
) (*Draft, error) {
	price := talk.price(m)
	call := Call{JobID: job.ID, Attempt: job.Attempt, Model: m.Model, Price: price, MaxCost: most}
	draft := &Draft{}
	var answer Completion
	err := m.Breaker.do(ctx, func() (err error) {
		answer, err = payFor(ctx, w.ledger, call, func() (Completion, int64, error) {
			answer, err := m.Provider.Write(ctx, talk, job.Visitor, draft.Add)
			if errors.Is(err, errBroken) {
				err = nil // the draft knows which rule
			}
			return answer, m.cost(ctx, price, answer.TokensIn, answer.TokensOut), err
		})
		return err
	})
	if err == nil && answer.Withheld {
		err = ErrRefused
	}
	draft.isCut = answer.Cut
	return draft, err
}

// isRetryable reports whether a retry at the same model may help: not where the key, the quota or
// the prompt was rejected, nor while the model is not called.
func isRetryable(err error) bool {
	return !errors.Is(err, errNotCalled) && !isOneOf(err, ErrKey, ErrModel, ErrOrganization,
		ErrRegion, ErrQuota, ErrRefused, ErrRejected, ErrBudget)
}
