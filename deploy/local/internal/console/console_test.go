package console

import (
	"bytes"
	"strings"
	"testing"
)

func TestLine(t *testing.T) {
	t.Run("name_in_front_without_colours", func(t *testing.T) {
		var out bytes.Buffer
		New(&out, false).Line("gallery", "listening")
		if got, want := out.String(), "gallery    | listening\n"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})

	t.Run("each_process_keeps_its_own_colour", func(t *testing.T) {
		var out bytes.Buffer
		c := New(&out, true)
		c.Line("gallery", "a")
		c.Line("media", "b")
		c.Line("gallery", "a")
		lines := strings.Split(out.String(), "\n")
		if lines[0] != lines[2] || lines[0][:5] == lines[1][:5] {
			t.Errorf("got %q", lines)
		}
	})
}

func TestLines(t *testing.T) {
	cases := map[string]struct {
		writes []string
		want   string
	}{
		"a_line_in_pieces":          {[]string{"one ", "line\n"}, "one line"},
		"several_at_once":           {[]string{"a\nb\r\nc\n"}, "a;b;c"},
		"the_last_without_its_end":  {[]string{"a\nrest"}, "a;rest"},
		"a_line_that_never_ends":    {[]string{strings.Repeat("x", longest), "y"}, strings.Repeat("x", longest) + "y"},
		"an_empty_line_is_kept":     {[]string{"a\n\nb\n"}, "a;;b"},
		"nothing_written_no_lines":  {nil, ""},
		"carriage_return_is_no_end": {[]string{"10%\r20%\n"}, "10%\r20%"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			var got []string
			lines := &Lines{Each: func(line string) { got = append(got, line) }}
			for _, w := range c.writes {
				if n, err := lines.Write([]byte(w)); n != len(w) || err != nil {
					t.Fatalf("Write() = %d, %v", n, err)
				}
			}
			if err := lines.Close(); err != nil {
				t.Fatal(err)
			}
			if joined := strings.Join(got, ";"); joined != c.want {
				t.Errorf("got %q, want %q", joined, c.want)
			}
		})
	}
}

func TestReadable(t *testing.T) {
	cases := map[string]struct{ line, want string }{
		"plain_text_stays":  {"listening on 8080", "listening on 8080"},
		"broken_json_stays": {`{"msg":`, `{"msg":`},
		"other_json_stays":  {`{"a":1}`, `{"a":1}`},
		"a_record_is_one_line": {`{"level":"INFO","service":"gallery","msg":"ready","port":8080,"addr":"a b"}`,
			`--:--:-- INFO  ready addr="a b" port=8080`},
		"groups_stay_readable": {`{"level":"WARN","msg":"slow","call":{"name":"Like"}}`,
			`--:--:-- WARN  slow call={"name":"Like"}`},
		"empty_values_are_seen": {`{"level":"INFO","msg":"m","k":""}`, `--:--:-- INFO  m k=""`},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			if got := Readable(c.line); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
