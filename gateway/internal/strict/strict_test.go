package strict

import (
	"encoding/json"
	"net/url"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/grpc-ecosystem/grpc-gateway/v2/utilities"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/fieldmaskpb"

	"mcwick.example/platform/fault"
	generationv1 "mcwick.example/services/generation/api/generation/v1"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

// read reads a body and passes a refusal on as the runtime does: as the text of a status.
func read(body string, into proto.Message) error {
	if err := NewJSON().Unmarshal([]byte(body), into); err != nil {
		return Fault(status.Errorf(codes.InvalidArgument, "%v", err))
	}
	return nil
}

func TestBodies(t *testing.T) {
	cases := map[string]struct {
		body  string
		field string // the refused field; "-" when the body is fine
	}{
		"a body as the contract has it": {`{"overlays":[{"content":"gm","fontSize":48,"x":1.5}],"caption":""}`, "-"},
		"an empty object":               {`{}`, "-"},
		"nothing":                       {``, ""},
		"null":                          {`null`, ""},
		"a list":                        {`[]`, ""},
		"cut off":                       {`{"caption":"x"`, ""},
		"a second document":             {`{} {}`, ""},
		"an unknown field":              {`{"likes":9}`, "likes"},
		"a snake_case name":             {`{"artwork_id":"x"}`, "artwork_id"},
		"an unknown field deep inside":  {`{"overlays":[{},{"font":"x"}]}`, "overlays[1].font"},
		"a null field":                  {`{"caption":null}`, "caption"},
		"a number for a text":           {`{"caption":1}`, "caption"},
		"a text for a number":           {`{"overlays":[{"fontSize":"48"}]}`, "overlays[0].fontSize"},
		"an object for a list":          {`{"overlays":{}}`, "overlays"},
		"a text for an object":          {`{"overlays":["x"]}`, "overlays[0]"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			err := read(c.body, &mediav1.PublishRequest{})
			if c.field == "-" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			e := fault.From(err)
			if err == nil || e.Kind != fault.KindInvalid || e.Fields[0].Name != c.field {
				t.Errorf("got %v, want field %q refused", err, c.field)
			}
		})
	}
	for name, body := range map[string]string{
		"a repeated name":               `{"caption":"a","caption":"b"}`,
		"broken UTF-8":                  "{\"caption\":\"\xff\"}",
		"a fraction for a whole number": `{"overlays":[{"fontSize":48.5}]}`,
		"a number that no int32 can be": `{"overlays":[{"fontSize":1e30}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			err := read(body, &mediav1.PublishRequest{})
			if fault.From(err) == nil || fault.From(err).Kind != fault.KindInvalid {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestTheSameInputTwice(t *testing.T) {
	if err := read(`{"meme":{}}`, &generationv1.CreateJobRequest{}); err != nil {
		t.Fatal(err)
	}
	if err := read(`{"meme":{},"meme":{}}`, &generationv1.CreateJobRequest{}); err == nil || fault.From(err).Kind != fault.KindInvalid {
		t.Errorf("got %v", err)
	}
}

func TestAnswersHaveEveryField(t *testing.T) {
	b, err := NewJSON().Marshal(&generationv1.Job{Id: "x"})
	if err != nil {
		t.Fatal(err)
	}
	var fields map[string]any
	if err := json.Unmarshal(b, &fields); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{"id": "x", "kind": "JOB_KIND_UNSPECIFIED", "state": "JOB_STATE_UNSPECIFIED", "version": 0.0, "position": 0.0, "estimateSeconds": 0.0}
	if diff := cmp.Diff(want, fields); diff != "" {
		t.Error(diff) // messages that are not set stay out
	}
	var back generationv1.Job
	if err := NewJSON().Unmarshal(b, &back); err != nil {
		t.Fatal(err)
	}
	if !cmp.Equal(&back, &generationv1.Job{Id: "x"}, protocmp.Transform()) {
		t.Errorf("%s", b)
	}
}

func TestListsInQueries(t *testing.T) {
	none := utilities.NewDoubleArray(nil)
	var got fieldmaskpb.FieldMask
	if err := (Query{}).Parse(&got, url.Values{"paths": {"a", "b"}}, none); err != nil || !slices.Equal(got.GetPaths(), []string{"a", "b"}) {
		t.Errorf("got %v, %v", got.GetPaths(), err)
	}
	if err := (Query{}).Parse(&got, url.Values{"paths": make([]string, maxList+1)}, none); err == nil {
		t.Error("a list without end is read")
	}
}

func TestQueries(t *testing.T) {
	none := utilities.NewDoubleArray([][]string{{"job_id"}})
	cases := map[string]struct {
		query string
		want  *generationv1.WaitJobRequest // nil when refused
	}{
		"known":         {"afterVersion=3", &generationv1.WaitJobRequest{AfterVersion: 3}},
		"none":          {"", &generationv1.WaitJobRequest{}},
		"unknown":       {"page=3", nil},
		"snake_case":    {"after_version=3", nil},
		"twice":         {"afterVersion=3&afterVersion=4", nil},
		"another type":  {"afterVersion=three", nil},
		"from the path": {"jobId=x", nil},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			values, err := url.ParseQuery(c.query)
			if err != nil {
				t.Fatal(err)
			}
			got := &generationv1.WaitJobRequest{}
			err = Query{}.Parse(got, values, none)
			if (c.want == nil) != (err != nil) || (c.want != nil && !proto.Equal(got, c.want)) {
				t.Errorf("got %v, %v", got, err)
			}
		})
	}
}
