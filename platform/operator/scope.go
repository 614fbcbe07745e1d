package operator

import (
	"fmt"
	"slices"
	"strings"

	"google.golang.org/grpc"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/protobuf/proto"

	operatorv1 "mcwick.example/platform/operator/api/operator/v1"
	"mcwick.example/platform/rpc"
)

// Scope is what a token may do.
type Scope = operatorv1.Scope

// AllScopes are those of a token that may do everything.
var AllScopes = []Scope{operatorv1.Scope_SCOPE_LOOK, operatorv1.Scope_SCOPE_DECIDE,
	operatorv1.Scope_SCOPE_SANCTION, operatorv1.Scope_SCOPE_CONFIGURE}

// ScopeName is a scope as files of credentials have it, such as decide.
func ScopeName(s Scope) string { return strings.ToLower(strings.TrimPrefix(s.String(), "SCOPE_")) }

// ParseScopes reads names with commas between. Each token may look.
func ParseScopes(list string) ([]Scope, error) {
	found := []Scope{operatorv1.Scope_SCOPE_LOOK}
	for name := range strings.SplitSeq(list, ",") {
		i := slices.IndexFunc(AllScopes, func(s Scope) bool { return ScopeName(s) == name })
		if i < 0 {
			return nil, fmt.Errorf("%q is no scope: there are look, decide, sanction and configure", name)
		}
		if !slices.Contains(found, AllScopes[i]) {
			found = append(found, AllScopes[i])
		}
	}
	return found, nil
}

// requiredScopes returns what each method of a server needs, by full name, as its contract says. A
// method without a scope is an error.
func requiredScopes(server *grpc.Server) (map[string]Scope, error) {
	methods, err := rpc.ServerMethods(server)
	if err != nil {
		return nil, err
	}
	required := map[string]Scope{healthv1.Health_Check_FullMethodName: operatorv1.Scope_SCOPE_LOOK}
	for name, method := range methods {
		required[name] = proto.GetExtension(method.Options(), operatorv1.E_Scope).(Scope)
		if required[name] == operatorv1.Scope_SCOPE_UNSPECIFIED {
			return nil, fmt.Errorf("the contract of %s says no operator's scope", name)
		}
	}
	return required, nil
}
