package main

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	identityv1 "mcwick.example/services/identity/api/identity/v1"
)

// schema is one of the public document, as far as tests read it.
type schema struct {
	Ref        string            `json:"$ref"`
	Type       any               `json:"type"`
	Enum       []string          `json:"enum"`
	Pattern    string            `json:"pattern"`
	Format     string            `json:"format"`
	MinLength  *int              `json:"minLength"`
	MaxLength  *int              `json:"maxLength"`
	Minimum    *float64          `json:"minimum"`
	Maximum    *float64          `json:"maximum"`
	MaxItems   *int              `json:"maxItems"`
	MinProps   *int              `json:"minProperties"`
	MaxProps   *int              `json:"maxProperties"`
	Items      *schema           `json:"items"`
	OneOf      []schema          `json:"oneOf"`
	Additional any               `json:"additionalProperties"`
	Properties map[string]schema `json:"properties"`
}

type contract struct {
	Paths map[string]map[string]struct {
		Parameters []struct {
			Name   string `json:"name"`
			In     string `json:"in"`
			Schema schema `json:"schema"`
		} `json:"parameters"`
		RequestBody *struct {
			Content map[string]struct {
				Schema schema `json:"schema"`
			} `json:"content"`
		} `json:"requestBody"`
	} `json:"paths"`
	Components struct {
		Schemas map[string]schema `json:"schemas"`
	} `json:"components"`
}

func readContract(t *testing.T) (c contract) {
	t.Helper()
	b, err := os.ReadFile("openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &c); err != nil {
		t.Fatal(err)
	}
	return c
}

// anyInteger are fields of which every whole number of 32 bits is taken.
var anyInteger = map[string]bool{"afterVersion": true}

// Verifies REQ-8.
func TestOpenAPIDescribesRequests(t *testing.T) {
	c := readContract(t)
	var check func(at string, s schema)
	check = func(at string, s schema) {
		if s.Ref != "" {
			s = c.Components.Schemas[s.Ref[strings.LastIndexByte(s.Ref, '/')+1:]]
		}
		switch s.Type {
		case "object":
			if s.Additional != false {
				t.Errorf("%s: other fields are not refused", at)
			}
			for name, p := range s.Properties {
				check(at+"."+name, p)
			}
		case "array":
			if s.MaxItems == nil {
				t.Errorf("%s: a list without end", at)
			}
			check(at+"[]", *s.Items)
		case "string":
			if s.Pattern == "" && s.Enum == nil && s.MaxLength == nil && s.Format != "date-time" {
				t.Errorf("%s: any text", at)
			}
		case "integer", "number":
			if s.Minimum == nil && !anyInteger[at[strings.LastIndexByte(at, '.')+1:]] &&
				!strings.HasSuffix(at, "startMs") {
				t.Errorf("%s: any number", at)
			}
		}
	}
	for path, operations := range c.Paths {
		for method, o := range operations {
			for _, p := range o.Parameters {
				if p.In != "header" && p.Name != "" {
					check(method+" "+path+"."+p.Name, p.Schema)
				}
			}
			if o.RequestBody != nil {
				check(method+" "+path, o.RequestBody.Content["application/json"].Schema)
			}
		}
	}
	job := c.Paths["/api/v1/jobs"]["post"].RequestBody.Content["application/json"].Schema
	if job.MinProps == nil || *job.MinProps != 1 || job.MaxProps == nil || *job.MaxProps != 1 {
		t.Error("a job may have two inputs, or none")
	}
}

// Verifies REQ-8.
func TestOpenAPIDescribesAnonymousSession(t *testing.T) {
	c := readContract(t)
	session := c.Components.Schemas["Session"]
	if user := session.Properties["user"]; len(user.OneOf) != 2 || user.OneOf[1].Type != "null" {
		t.Errorf("%+v", user)
	}
	none := identityv1.Assurance_ASSURANCE_UNSPECIFIED.String()
	if a := session.Properties["assurance"]; len(a.OneOf) != 2 || !slices.Equal(a.OneOf[1].Enum, []string{none}) {
		t.Errorf("%+v", a)
	}
	if slices.Contains(c.Components.Schemas["Assurance"].Enum, none) {
		t.Error("requests may have none")
	}
	if slices.Contains(c.Components.Schemas["JobState"].Enum, "JOB_STATE_UNSPECIFIED") {
		t.Error("what is never sent is in the document")
	}
}
