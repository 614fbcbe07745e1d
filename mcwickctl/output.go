package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// errNoJSON is the refusal of a command whose answer is a sentence, which no program should read.
var errNoJSON = errors.New("this command does not answer as JSON: repeat it without --json")

// writeJSON writes an answer for programs: every field, as the contract names it in JSON.
func writeJSON(w io.Writer, m proto.Message) error {
	b, err := protojson.MarshalOptions{EmitUnpopulated: true}.Marshal(m)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := json.Indent(&out, b, "", "  "); err != nil { // protojson's own spacing differs from build to build
		return err
	}
	_, err = fmt.Fprintln(w, out.String())
	return err
}

// writeByService writes several answers as one JSON document, each under its name.
func writeByService[M proto.Message](w io.Writer, answers map[string]M) error {
	all := make(map[string]json.RawMessage)
	for name, m := range answers {
		b, err := protojson.MarshalOptions{EmitUnpopulated: true}.Marshal(m)
		if err != nil {
			return err
		}
		all[name] = b
	}
	return writeValue(w, all)
}

// writeValue writes something that is no message as JSON, for programs.
func writeValue(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// table writes rows for people, the first as head. Line ends inside a cell become spaces.
func table(w io.Writer, rows [][]string) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		cells := strings.Join(row, "\t")
		fmt.Fprintln(t, strings.ReplaceAll(cells, "\n", " "))
	}
	return t.Flush()
}

// formatTime is a moment to the minute, in UTC.
func formatTime(t *timestamppb.Timestamp) string {
	if t == nil {
		return "-"
	}
	return t.AsTime().Format("2006-01-02 15:04Z")
}

// shortName is an enum's value without its type, in small letters: WALL_FLAME is flame.
func shortName(value protoreflect.Enum) string {
	if value.Number() == 0 {
		return "-"
	}
	values := value.Descriptor().Values()
	kind := strings.TrimSuffix(string(values.ByNumber(0).Name()), "UNSPECIFIED")
	name := strings.TrimPrefix(string(values.ByNumber(value.Number()).Name()), kind)
	return strings.ReplaceAll(strings.ToLower(name), "_", "-")
}
