package main

import (
	"net/http"
	"regexp"
	"strings"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"

	"mcwick.example/platform/fault"
)

// pathParameter is a part of an address that names a field.
var pathParameter = regexp.MustCompile(`\{[^}]*\}`)

// patternsWithQuery are the patterns of the calls, with {} for what is in the path, that have
// fields left for parameters.
func patternsWithQuery(backends []backend) map[string]bool {
	has := make(map[string]bool)
	for _, b := range backends {
		for i := range b.contract.Services().Len() {
			methods := b.contract.Services().Get(i).Methods()
			for j := range methods.Len() {
				rule, _ := proto.GetExtension(methods.Get(j).Options(), annotations.E_Http).(*annotations.HttpRule)
				for method, path := range map[string]string{"GET": rule.GetGet(), "POST": rule.GetPost(),
					"DELETE": rule.GetDelete()} {
					if path != "" && rule.GetBody() == "" { // a body has all fields that are left
						has[method+" "+pathParameter.ReplaceAllString(path,
							"{}")] = methods.Get(j).Input().Fields().Len() > len(pathParameter.FindAllString(path, -1))
					}
				}
			}
		}
	}
	return has
}

// refuseUnknownQuery refuses parameters where the contract has none. The runtime looks at them only
// where it has some.
func refuseUnknownQuery(pattern string, has map[string]bool, h http.Handler) http.Handler {
	if has[pathParameter.ReplaceAllString(pattern, "{}")] {
		return h
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.RawQuery != "" {
			name, _, _ := strings.Cut(r.URL.RawQuery, "=")
			writeProblem(r.Context(), w, fault.Invalid("REQUEST_UNREADABLE",
				fault.Field{Name: name, Message: "There is no such parameter."}))
			return
		}
		h.ServeHTTP(w, r)
	})
}
