package fault

import "net/http"

// Problem is a problem document (RFC 9457), the one shape of every refusal on the public edge.
type Problem struct {
	Type    string         `json:"type"` // about:blank: the code tells problems apart
	Title   string         `json:"title"`
	Status  int            `json:"status"`
	Code    string         `json:"code"`
	Detail  string         `json:"detail"`
	TraceID string         `json:"traceId"`
	Fields  []ProblemField `json:"fields,omitempty"`
}

// ProblemField is one refused field.
type ProblemField struct {
	Field  string `json:"field"`
	Detail string `json:"detail"`
}

// ToProblem is err as a visitor sees it. Nothing of an internal fault but its fixed text is shown;
// the trace id leads operators to the rest.
func ToProblem(err error, traceID string) Problem {
	e := From(err)
	if e.Kind == KindInternal {
		e = errInternal
	}
	status := e.Kind.HTTPStatus()
	title := http.StatusText(status)
	if title == "" {
		title = "Client Closed Request"
	}
	p := Problem{Type: "about:blank", Title: title, Status: status, Code: e.Reason, Detail: e.Message, TraceID: traceID}
	for _, f := range e.Fields {
		p.Fields = append(p.Fields, ProblemField{Field: f.Name, Detail: f.Message})
	}
	return p
}
