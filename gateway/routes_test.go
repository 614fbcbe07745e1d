package main

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	operatorv1 "mcwick.example/platform/operator/api/operator/v1"
	generationv1 "mcwick.example/services/generation/api/generation/v1"
	mediav1 "mcwick.example/services/media/api/media/v1"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
	wallv1 "mcwick.example/services/wall/api/wall/v1"
)

var placeholder = regexp.MustCompile(`\{[^}]*\}`)

func TestRouteTableMatchesOpenAPI(t *testing.T) {
	table := newEnvironment(t).gateway.table().mux
	for method, paths := range described(t) {
		for _, path := range paths {
			r := httptest.NewRequestWithContext(t.Context(), method, placeholder.ReplaceAllString(path, "x"), nil)
			_, pattern := table.Handler(r)
			if got, want := placeholder.ReplaceAllString(pattern, "{}"), method+" "+
				placeholder.ReplaceAllString(path, "{}"); got != want {
				t.Errorf("%s is served by %q", want, got)
			}
		}
	}
}

// row is one of the table that is part of the interface.
var row = regexp.MustCompile(`"((?:GET|POST|PUT|PATCH|DELETE) /api/v1/[^"]+)"`)

func TestOpenAPIMatchesRouteTable(t *testing.T) {
	table, err := os.ReadFile("routes.go")
	if err != nil {
		t.Fatal(err)
	}
	known := make(map[string]bool)
	for method, paths := range described(t) {
		for _, path := range paths {
			known[method+" "+placeholder.ReplaceAllString(path, "{}")] = true
		}
	}
	rows := row.FindAllSubmatch(table, -1)
	if len(rows) < 20 {
		t.Fatalf("%d rows found", len(rows))
	}
	for _, r := range rows {
		if pattern := placeholder.ReplaceAllString(string(r[1]), "{}"); !known[pattern] {
			t.Errorf("%s is not in openapi.json", pattern)
		}
	}
}

// described are the paths of the public document by method.
func described(t *testing.T) map[string][]string {
	t.Helper()
	b, err := os.ReadFile("openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	var document struct {
		Paths map[string]map[string]any `json:"paths"`
	}
	if err := json.Unmarshal(b, &document); err != nil || len(document.Paths) == 0 {
		t.Fatalf("%v: %.60s", err, b)
	}
	all := make(map[string][]string)
	for path, operations := range document.Paths {
		for method := range operations {
			all[strings.ToUpper(method)] = append(all[strings.ToUpper(method)], path)
		}
	}
	return all
}

func TestMethodNotAllowedHasAllowHeader(t *testing.T) {
	w := newEnvironment(t)
	resp, _ := w.do(t, "DELETE", "/api/v1/images/x/like", "")
	if resp.StatusCode != 405 || resp.Header.Get("Allow") != "PUT" {
		t.Errorf("%s %v", resp.Status, resp.Header)
	}
}

// Whatever operators do has a port of its own, and what services ask each other is theirs: neither
// an address in a contract, nor the name of a call, leads there from outside.
// Verifies MOD-12, SORT-14.
func TestOperatorCallsAreNotExposed(t *testing.T) {
	w := newEnvironment(t)
	for _, contract := range []protoreflect.FileDescriptor{
		operatorv1.File_operator_v1_operator_proto, generationv1.File_generation_v1_operator_proto,
		generationv1.File_generation_v1_moderation_proto,
		moderationv1.File_moderation_v1_moderation_proto,
		mediav1.File_media_v1_operator_proto, mediav1.File_media_v1_video_operator_proto,
		mediav1.File_media_v1_works_operator_proto,
		wallv1.File_wall_v1_operator_proto,
	} {
		service := contract.Services().Get(0)
		for i := range service.Methods().Len() {
			call := service.Methods().Get(i)
			if proto.HasExtension(call.Options(), annotations.E_Http) {
				t.Errorf("%s has an address", call.FullName())
			}
			for _, prefix := range []string{"", "/api/v1"} {
				path := fmt.Sprintf("%s/%s/%s", prefix, service.FullName(), call.Name())
				if resp, _ := w.do(t, "POST", path, "{}", "Authorization", "Bearer token"); resp.StatusCode != 404 &&
					resp.StatusCode != 405 {
					t.Errorf("%s: %s", path, resp.Status)
				}
			}
		}
	}
	if n := w.services.calls(); n != 0 {
		t.Errorf("%d calls went through", n)
	}
}

func TestStatusesMatchContracts(t *testing.T) {
	declared := statuses(configuration{}.backends())
	if declared["/generation.v1.GenerationService/CreateJob"] != 202 ||
		declared["/media.v1.MediaService/Publish"] != 201 ||
		declared["/media.v1.MediaService/ReportPublication"] != 202 ||
		declared["/wall.v1.WallService/Nominate"] != 201 {
		t.Errorf("%v", declared)
	}
}
