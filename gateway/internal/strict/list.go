package strict

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// List reads a list of at most so many objects that no contract has, by the rules of messages:
// names as they are, each once, no other ones, no null, and nothing after the list.
func List[T any](r io.Reader, most int) ([]T, error) {
	body, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	if err := rejectNulls(body); err != nil {
		return nil, err
	}
	var list []T
	if err := json.Unmarshal(body, &list, json.RejectUnknownMembers(true)); err != nil {
		return nil, err
	}
	if len(list) > most {
		return nil, fmt.Errorf("%d of at most %d", len(list), most)
	}
	return list, nil
}

// rejectNulls refuses a document with a null in it, which would read as if nothing were there.
func rejectNulls(body []byte) error {
	d := jsontext.NewDecoder(bytes.NewReader(body))
	for {
		token, err := d.ReadToken()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if token.Kind() == 'n' {
			return errors.New("null is no value")
		}
	}
}
