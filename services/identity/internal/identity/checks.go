package identity

import "mcwick.example/platform/fault"

// checks gathers what is wrong with the fields of an input.
type checks struct{ fields []fault.Field }

// check parses one field.
func check[T any](c *checks, name, value string, parse func(string) (T, error)) T {
	parsed, err := parse(value)
	if err != nil {
		c.fields = append(c.fields, fault.Field{Name: name, Message: fault.From(err).Message})
	}
	return parsed
}

// err reports every bad field at once, or nil.
func (c checks) err() error { return fault.Invalid("KEY_INVALID", c.fields...) }
