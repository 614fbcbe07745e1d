package rpc

import (
	"fmt"
	"strings"
	"testing"

	attributes "google.golang.org/genproto/googleapis/rpc/context/attribute_context"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

func TestSpansHaveIDsOfMessages(t *testing.T) {
	for name, c := range map[string]struct {
		message any
		want    string
	}{
		"of another": {&errdetails.RequestInfo{RequestId: "r1", ServingData: "x"}, "[{request.id r1}]"},
		"its own":    {&attributes.AttributeContext_Request{Id: "r2", Path: "/"}, "[{request.id r2}]"},
		"bounded": {&errdetails.RequestInfo{RequestId: strings.Repeat("x", 1000)}, "[{request.id " +
			strings.Repeat("x", maxID) + "}]"},
		"cut whole": {&errdetails.RequestInfo{RequestId: strings.Repeat("x", maxID-1) + "é"}, "[{request.id " +
			strings.Repeat("x", maxID-1) + "}]"},
		"none":      {&wrapperspb.StringValue{Value: "x"}, "[]"},
		"a refusal": {refusal{errBusy}, "[]"},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, a := range idAttributes(c.message) {
				got = append(got, fmt.Sprintf("{%s %s}", a.Key, a.Value.AsString()))
			}
			if fmt.Sprint(got) != c.want {
				t.Errorf("%v, want %s", got, c.want)
			}
		})
	}
}
