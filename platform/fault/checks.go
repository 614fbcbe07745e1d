package fault

// Checks gathers what is wrong with the fields of an input, so that all of it is reported at once.
type Checks struct{ fields []Field }

// Reject notes what is wrong with a field.
func (c *Checks) Reject(name, message string) { c.Add(Field{Name: name, Message: message}) }

// Add notes what others found wrong.
func (c *Checks) Add(fields ...Field) { c.fields = append(c.fields, fields...) }

// Err reports every bad field, or is nil.
func (c *Checks) Err(reason string) error { return Invalid(reason, c.fields...) }

// Check parses one field, and notes what is wrong with it.
func Check[T any](c *Checks, name, value string, parse func(string) (T, error)) T {
	parsed, err := parse(value)
	if err != nil {
		c.Reject(name, From(err).Message)
	}
	return parsed
}
