package cases

import "mcwick.example/platform/text"

// The limits of texts, in UTF-16 units.
const (
	maxNote    = 400
	maxPlace   = 300
	maxText    = 4000
	maxSource  = 64
	maxObject  = 200
	maxReports = 1000 // of one import
)

// checks collects what is wrong with the fields of an input.
type checks struct{ text.Checks }

// subject returns a subject whose id must be one.
func (c *checks) subject(s SubjectInput) Subject {
	id, ok := text.ParseID(s.ID)
	if !ok || s.Kind == "" {
		c.Reject("subject", "That is no subject: give a kind and an id.")
	}
	return Subject{Kind: s.Kind, ID: id}
}

// details returns what is known of a subject. Texts come from other services, which checked them;
// what is too long is cut.
func (c *checks) details(in DetailsInput) Details {
	return Details{Subject: c.subject(in.SubjectInput), Text: cut(in.Text, maxText),
		ObjectName: cut(in.ObjectName, maxObject), MakerDevice: cut(in.MakerDevice, maxSource),
		MakerAccount: cut(in.MakerAccount, maxSource)}
}

// cut returns the beginning of a text, at most so many UTF-16 units.
func cut(s string, most int) string {
	if text.UTF16Length(s) <= most {
		return s
	}
	units := 0
	for i, r := range s {
		if units += text.UTF16Length(string(r)); units > most {
			return s[:i]
		}
	}
	return s
}
