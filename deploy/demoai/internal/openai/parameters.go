package openai

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"unicode/utf8"
)

// rule is what one parameter takes; one of the fields is set.
type rule struct {
	Text     int         `yaml:"text"`   // a text of 1 to so many characters
	Judged   int         `yaml:"judged"` // a text, so many texts, or a picture
	Integer  *[2]int64   `yaml:"integer"`
	Number   *[2]float64 `yaml:"number"`
	Values   []string    `yaml:"values"` // one of these texts
	Boolean  bool        `yaml:"boolean"`
	Object   []string    `yaml:"object"` // booleans by these names
	Messages bool        `yaml:"messages"`
}

// parameters are what a body gives; null is nothing.
func parameters(body []byte) (given map[string]json.RawMessage, p *problem) {
	if err := json.Unmarshal(body, &given); err != nil || given == nil {
		return nil, unreadable
	}
	maps.DeleteFunc(given, func(_ string, v json.RawMessage) bool { return string(v) == "null" })
	return given, nil
}

// check refuses parameters that are unknown or that the model does not take, wrong values, and a
// body without what is required.
func (m *model) check(given map[string]json.RawMessage) *problem {
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if name == "model" {
			continue
		}
		rule, ok := m.Parameters[name]
		switch {
		case slices.Contains(m.Unsupported, name):
			return unsupportedParameter(name, m.name)
		case !ok:
			return unknownParameter(name)
		}
		if p := rule.check(name, given[name]); p != nil {
			return p
		}
	}
	for _, name := range m.Required {
		if given[name] == nil {
			return missingParameter(name)
		}
	}
	if given["stream_options"] != nil && string(given["stream"]) != "true" {
		return badRequest("", "stream_options",
			"The 'stream_options' parameter is only allowed when 'stream' is enabled.")
	}
	return nil
}

func (r rule) check(name string, value json.RawMessage) *problem {
	switch {
	case r.Text > 0:
		return checkText(name, value, r.Text)
	case r.Judged > 0 && pictureOf(value) != nil:
		return nil
	case r.Judged > 0:
		return checkTexts(name, value, r.Judged)
	case r.Integer != nil:
		return checkInteger(name, value, r.Integer[0], r.Integer[1])
	case r.Number != nil:
		return checkNumber(name, value, r.Number[0], r.Number[1])
	case r.Values != nil:
		return checkValues(name, value, r.Values)
	case r.Boolean:
		return checkBoolean(name, value)
	case r.Object != nil:
		return checkObject(name, value, r.Object)
	default:
		return checkMessages(name, value)
	}
}

func checkText(name string, value json.RawMessage, most int) *problem {
	var s string
	if json.Unmarshal(value, &s) != nil {
		return invalidType(name, "a string")
	}
	n := utf8.RuneCountInString(s)
	switch {
	case n == 0:
		return invalidValue(name, "empty_string",
			"string too short. Expected a string with minimum length 1, but got an empty string instead")
	case n > most:
		return invalidValue(name, "string_above_max_length",
			fmt.Sprintf("string too long. Expected a string with maximum length %d, but got a string with length %d instead", most, n))
	}
	return nil
}

// checkTexts accepts a text, or a list of 1 to most texts.
func checkTexts(name string, value json.RawMessage, most int) *problem {
	texts := textsOf(value)
	switch {
	case texts == nil:
		return invalidType(name, "a string or an array of strings")
	case len(texts) == 0:
		return invalidValue(name, "empty_array", "empty array. Expected an array with minimum length 1")
	case len(texts) > most:
		return invalidValue(name, "array_above_max_length",
			fmt.Sprintf("array too long. Expected an array with maximum length %d", most))
	}
	return nil
}

func checkInteger(name string, value json.RawMessage, least, most int64) *problem {
	n, err := strconv.ParseInt(string(value), 10, 64)
	switch {
	case err != nil:
		return invalidType(name, "an integer")
	case n < least:
		return invalidValue(name, "integer_below_min_value",
			fmt.Sprintf("integer below minimum value. Expected a value >= %d, but got %d instead", least, n))
	case n > most:
		return invalidValue(name, "integer_above_max_value",
			fmt.Sprintf("integer above maximum value. Expected a value <= %d, but got %d instead", most, n))
	}
	return nil
}

func checkNumber(name string, value json.RawMessage, least, most float64) *problem {
	n, err := strconv.ParseFloat(string(value), 64)
	switch {
	case err != nil:
		return invalidType(name, "a decimal")
	case n < least:
		return invalidValue(name, "decimal_below_min_value",
			fmt.Sprintf("decimal below minimum value. Expected a value >= %v, but got %v instead", least, n))
	case n > most:
		return invalidValue(name, "decimal_above_max_value",
			fmt.Sprintf("decimal above maximum value. Expected a value <= %v, but got %v instead", most, n))
	}
	return nil
}

func checkValues(name string, value json.RawMessage, values []string) *problem {
	var s string
	if json.Unmarshal(value, &s) != nil {
		return invalidType(name, "a string")
	}
	if !slices.Contains(values, s) {
		return unsupportedValue(name, s, values)
	}
	return nil
}

func checkBoolean(name string, value json.RawMessage) *problem {
	if s := string(value); s != "true" && s != "false" {
		return invalidType(name, "a boolean")
	}
	return nil
}

func checkObject(name string, value json.RawMessage, fields []string) *problem {
	given, p := parameters(value)
	if p != nil {
		return invalidType(name, "an object")
	}
	for _, field := range slices.Sorted(maps.Keys(given)) {
		if !slices.Contains(fields, field) {
			return unknownParameter(name + "." + field)
		}
		if p := checkBoolean(name+"."+field, given[field]); p != nil {
			return p
		}
	}
	return nil
}

var roles = []string{"system", "developer", "user", "assistant"}

// checkMessages accepts messages of text, at least one of them from a user.
func checkMessages(name string, value json.RawMessage) *problem {
	var all []message
	var fields []map[string]json.RawMessage
	if json.Unmarshal(value, &all) != nil || json.Unmarshal(value, &fields) != nil {
		return invalidType(name, "an array of messages of text")
	}
	for i, m := range all {
		for _, field := range slices.Sorted(maps.Keys(fields[i])) {
			if !slices.Contains([]string{"role", "content", "name", "refusal"}, field) {
				return unknownParameter(fmt.Sprintf("%s[%d].%s", name, i, field))
			}
		}
		if !slices.Contains(roles, m.Role) {
			return unsupportedValue(fmt.Sprintf("%s[%d].role", name, i), m.Role, roles)
		}
	}
	if !slices.ContainsFunc(all, func(m message) bool { return m.Role == "user" && m.Content != "" }) {
		return invalidValue(name, "empty_array", "no message of a user. Expected at least one")
	}
	return nil
}

// textOf is the value of a JSON string, empty for anything else.
func textOf(value json.RawMessage) string {
	var s string
	if json.Unmarshal(value, &s) != nil {
		return ""
	}
	return s
}

// textsOf are the texts of a JSON string or of an array of strings, nil for anything else.
func textsOf(value json.RawMessage) (texts []string) {
	if s := textOf(value); s != "" {
		return []string{s}
	}
	if json.Unmarshal(value, &texts) != nil {
		return nil
	}
	return texts
}
