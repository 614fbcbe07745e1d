package openai

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"unicode/utf8"
)

// check looks at one parameter's value.
type check func(name string, value json.RawMessage) *problem

// parameters are what a body gives; null is nothing.
func parameters(body []byte) (given map[string]json.RawMessage, p *problem) {
	if err := json.Unmarshal(body, &given); err != nil || given == nil {
		return nil, unreadable
	}
	maps.DeleteFunc(given, func(_ string, v json.RawMessage) bool { return string(v) == "null" })
	return given, nil
}

// checked refuses what is in none of the lists, what its check refuses, and a body without what is required.
func checked(given map[string]json.RawMessage, required []string, lists ...map[string]check) *problem {
	for _, name := range slices.Sorted(maps.Keys(given)) {
		i := slices.IndexFunc(lists, func(l map[string]check) bool { return l[name] != nil })
		if i < 0 {
			return unknownParameter(name)
		}
		if p := lists[i][name](name, given[name]); p != nil {
			return p
		}
	}
	for _, name := range required {
		if given[name] == nil {
			return missingParameter(name)
		}
	}
	return nil
}

// number accepts a number of least to most.
func number(least, most float64) check {
	return func(name string, value json.RawMessage) *problem {
		if n, err := strconv.ParseFloat(string(value), 64); err != nil || n < least || n > most {
			return invalidValue(name, "a number of "+strconv.FormatFloat(least, 'g', -1, 64)+" to "+strconv.FormatFloat(most, 'g', -1, 64))
		}
		return nil
	}
}

func yesOrNo(name string, value json.RawMessage) *problem {
	if s := string(value); s != "true" && s != "false" {
		return invalidValue(name, "true", "false")
	}
	return nil
}

func object(name string, value json.RawMessage) *problem {
	if value[0] != '{' {
		return invalidValue(name, "an object")
	}
	return nil
}

// conversation accepts messages of text, at least one of them from a user.
func conversation(name string, value json.RawMessage) *problem {
	var all []message
	if json.Unmarshal(value, &all) != nil || !slices.ContainsFunc(all, func(m message) bool { return m.Role == "user" && m.Content != "" }) {
		return invalidValue(name, "a list of messages of text")
	}
	for _, m := range all {
		if !slices.Contains([]string{"system", "developer", "user", "assistant"}, m.Role) {
			return invalidValue(name+".role", "system", "developer", "user", "assistant")
		}
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

// text accepts a string of 1 to most characters.
func text(most int) check {
	return func(name string, value json.RawMessage) *problem {
		if s := textOf(value); s == "" || utf8.RuneCountInString(s) > most {
			return invalidValue(name, "a text of 1 to "+strconv.Itoa(most)+" characters")
		}
		return nil
	}
}

func oneOf(values ...string) check {
	return func(name string, value json.RawMessage) *problem {
		if !slices.Contains(values, textOf(value)) {
			return invalidValue(name, values...)
		}
		return nil
	}
}

func justOne(name string, value json.RawMessage) *problem {
	if string(value) != "1" {
		return invalidValue(name, "1")
	}
	return nil
}
