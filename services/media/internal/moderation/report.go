// Package moderation has what pictures and videos share of their cases: reports, what makers see of
// decisions, and appeals.
package moderation

import (
	"context"
	"fmt"
	"strings"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/text"
	"mcwick.example/services/moderation/api/cases"
)

// maxNote limits the note of a report or of an operator, in UTF-16 units.
const maxNote = 400

// Cases is the moderation service as the use cases need it.
type Cases interface {
	// Report sends a report. It returns cases.ErrReportsAway when that failed for another reason than
	// the report.
	Report(ctx context.Context, of cases.Details, r cases.Report) error
	// Appeal sends what the maker has against a decision. It returns cases.ErrAppealsAway when that
	// failed for another reason than the appeal.
	Appeal(ctx context.Context, of cases.Details, text string) error
}

// CheckReport trims the note of a report, and returns an error that lists every invalid field.
func CheckReport(r cases.Report) (cases.Report, error) {
	var bad []fault.Field
	if r.Reason == "" {
		bad = append(bad, fault.Field{Name: "reason", Message: "What is wrong with it, broh? Pick one."})
	}
	note, unfit := CheckNote(r.Note)
	r.Note = note
	return r, fault.Invalid("REPORT_INVALID", append(bad, unfit...)...)
}

// CheckNote returns a trimmed note, or what is wrong with it.
func CheckNote(s string) (string, []fault.Field) {
	s = strings.TrimSpace(s)
	message := text.DescribeProblem(s, maxNote, fmt.Sprintf("Keep the note to %d characters, broh.", maxNote))
	if message != "" {
		return s, []fault.Field{{Name: "note", Message: message}}
	}
	if text.IsBlank(s) {
		return "", nil
	}
	return s, nil
}
