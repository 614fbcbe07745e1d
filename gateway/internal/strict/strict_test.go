package strict

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/grpc-ecosystem/grpc-gateway/v2/utilities"
	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/fieldmaskpb"

	"mcwick.example/platform/fault"
	galleryv1 "mcwick.example/services/gallery/api/gallery/v1"
	generationv1 "mcwick.example/services/generation/api/generation/v1"
	identityv1 "mcwick.example/services/identity/api/identity/v1"
	mediav1 "mcwick.example/services/media/api/media/v1"
	wallv1 "mcwick.example/services/wall/api/wall/v1"
)

// read reads a body and passes a refusal on as the runtime does: as the text of a status.
func read(body string, into proto.Message) error {
	if err := NewJSON().Unmarshal([]byte(body), into); err != nil {
		return Fault(status.Errorf(codes.InvalidArgument, "%v", err))
	}
	return nil
}

func TestJSONBodies(t *testing.T) {
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
	if err := read(`{"overlays":[{"x":1e999}]}`,
		&mediav1.PublishRequest{}); fault.From(err).Fields[0].Name != "overlays[0].x" {
		t.Errorf("a number without end: %v", err)
	}
	for _, number := range []string{"48.5", "1e30", "2147483648", "-2147483649"} {
		err := read(`{"overlays":[{"fontSize":`+number+`}]}`, &mediav1.PublishRequest{})
		if f := fault.From(err); f == nil || f.Kind != fault.KindInvalid || f.Fields[0].Name != "overlays[0].fontSize" {
			t.Errorf("%s for an int32: %v", number, err)
		}
	}
	for name, body := range map[string]string{
		"a repeated name": `{"caption":"a","caption":"b"}`,
		"broken UTF-8":    "{\"caption\":\"\xff\"}",
	} {
		t.Run(name, func(t *testing.T) {
			err := read(body, &mediav1.PublishRequest{})
			if fault.From(err) == nil || fault.From(err).Kind != fault.KindInvalid {
				t.Errorf("got %v", err)
			}
		})
	}
}

// A value that an enum does not have is left to the service, which has a sentence for the field
// that misses.
// Verifies REQ-4.
func TestUnknownEnumValuesAreLeftOut(t *testing.T) {
	for _, genre := range []string{"GENRE_WESTERN", "", "horror", "1", "\u0000"} {
		var got generationv1.CreateJobRequest
		body := fmt.Sprintf(`{"script":{"text":"a fox","genre":%s}}`, strconv.Quote(genre))
		if genre == "\u0000" {
			body = `{"script":{"text":"a fox","genre":"\u0000"}}`
		}
		if err := read(body, &got); err != nil || got.GetScript().GetText() != "a fox" ||
			got.GetScript().GetGenre() != 0 {
			t.Errorf("%s: %v, %v", body, &got, err)
		}
	}
	none := utilities.NewDoubleArray(nil)
	for _, wall := range []string{"WALL_OF_FAME", "", "1", "7"} {
		var got wallv1.ListWallEntriesRequest
		if err := (Query{}).Parse(&got, url.Values{"wall": {wall}}, none); err != nil || got.GetWall() != 0 {
			t.Errorf("%q: %v, %v", wall, &got, err)
		}
	}
}

// Which works as long as no enum of a public call may be left out.
func TestEnumsOfRequestsAreRequired(t *testing.T) {
	seen := 0
	var walk func(d protoreflect.MessageDescriptor)
	walk = func(d protoreflect.MessageDescriptor) {
		for i := range d.Fields().Len() {
			f := d.Fields().Get(i)
			behaviors, _ := proto.GetExtension(f.Options(), annotations.E_FieldBehavior).([]annotations.FieldBehavior)
			if f.Enum() != nil {
				if seen++; !slices.Contains(behaviors, annotations.FieldBehavior_REQUIRED) || f.IsList() {
					t.Errorf("%s may be left out", f.FullName())
				}
			}
			if m := f.Message(); m != nil && m.ParentFile().Package() == d.ParentFile().Package() {
				walk(m)
			}
		}
	}
	for _, contract := range []protoreflect.FileDescriptor{
		galleryv1.File_gallery_v1_gallery_proto, generationv1.File_generation_v1_generation_proto,
		identityv1.File_identity_v1_identity_proto,
		mediav1.File_media_v1_media_proto, mediav1.File_media_v1_video_proto, wallv1.File_wall_v1_wall_proto,
	} {
		for i := range contract.Services().Get(0).Methods().Len() {
			walk(contract.Services().Get(0).Methods().Get(i).Input())
		}
	}
	if seen < 6 {
		t.Errorf("%d enums found", seen)
	}
}

func TestDuplicateFieldsAreRefused(t *testing.T) {
	if err := read(`{"meme":{},"script":{}}`, &generationv1.CreateJobRequest{}); err == nil ||
		fault.From(err).Fields[0].Name != "script" {
		t.Errorf("two inputs: %v", err)
	}
	if err := read(`{"meme":{}}`, &generationv1.CreateJobRequest{}); err != nil {
		t.Fatal(err)
	}
	if err := read(`{"meme":{},"meme":{}}`, &generationv1.CreateJobRequest{}); err == nil ||
		fault.From(err).Kind != fault.KindInvalid {
		t.Errorf("got %v", err)
	}
}

func TestResponsesHaveEveryField(t *testing.T) {
	b, err := NewJSON().Marshal(&generationv1.Job{Id: "x"})
	if err != nil {
		t.Fatal(err)
	}
	var fields map[string]any
	if err := json.Unmarshal(b, &fields); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{"id": "x", "kind": "JOB_KIND_UNSPECIFIED", "state": "JOB_STATE_UNSPECIFIED", "version": 0.0,
		"position": 0.0, "estimateSeconds": 0.0}
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
	if err := (Query{}).Parse(&got, url.Values{"paths": {"a", "b"}}, none); err != nil ||
		!slices.Equal(got.GetPaths(), []string{"a", "b"}) {
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
		"leading zero":  {"afterVersion=03", nil},
		"leading plus":  {"afterVersion=%2B3", nil},
		"not UTF-8":     {"wait=%ff", nil},
		"seconds":       {"wait=2.5s", &generationv1.WaitJobRequest{Wait: durationpb.New(2500 * time.Millisecond)}},
		"minutes":       {"wait=1m", nil},
		"into the past": {"wait=-1s", nil},
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
