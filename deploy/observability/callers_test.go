package observability_test

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"mcwick.example/platform/rpc"

	// the contracts of all services
	_ "mcwick.example/services/gallery/api/gallery/v1"
	_ "mcwick.example/services/generation/api/generation/v1"
	_ "mcwick.example/services/identity/api/identity/v1"
	_ "mcwick.example/services/media/api/media/v1"
	_ "mcwick.example/services/moderation/api/moderation/v1"
	_ "mcwick.example/services/wall/api/wall/v1"
)

// contracts are those of the ports that programs call.
var contracts = regexp.MustCompile(`^(gallery|generation|identity|media|moderation|wall)/v1/`)

// internalMethods are the methods of those ports, by full name.
func internalMethods() map[string]protoreflect.MethodDescriptor {
	all := make(map[string]protoreflect.MethodDescriptor)
	protoregistry.GlobalFiles.RangeFiles(func(file protoreflect.FileDescriptor) bool {
		if !contracts.MatchString(file.Path()) {
			return true
		}
		for i := range file.Services().Len() {
			service := file.Services().Get(i)
			if strings.HasSuffix(string(service.Name()), operatorSuffix) {
				continue
			}
			for j := range service.Methods().Len() {
				method := service.Methods().Get(j)
				all[string(service.FullName())+"/"+string(method.Name())] = method
			}
		}
		return true
	})
	return all
}

// operatorSuffix ends the names of services that people call, with a token.
const operatorSuffix = "OperatorService"

// connections are the services that a program has connections to, by program: the addresses that its
// configuration asks for.
func connections(t *testing.T) map[string][]string {
	t.Helper()
	all := make(map[string][]string)
	for _, program := range []string{"gateway", "generation", "identity", "media", "wall"} {
		b, err := os.ReadFile("../../charts/" + program + "/variables.txt")
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?m)^([A-Z]+)_ADDR$`).FindAllStringSubmatch(string(b), -1) {
			all[program] = append(all[program], strings.ToLower(m[1]))
		}
	}
	return all
}

// Verifies MTLS-4.
func TestContractsAllowDeclaredCalls(t *testing.T) {
	methods, connected := internalMethods(), connections(t)
	if len(methods) < 50 {
		t.Fatalf("found %d methods", len(methods))
	}
	for name, method := range methods {
		callers, err := rpc.Callers(method)
		if err != nil {
			t.Error(err)
		}
		service, _, _ := strings.Cut(name, ".")
		for _, caller := range callers {
			if !slices.Contains(connected[caller], service) && name != "generation.v1.ModerationService/CheckTexts" {
				t.Errorf("%s may be called by %s, which has no connection to %s", name, caller, service)
			}
		}
	}

	var journeys map[string]any
	read(t, "journeys.yaml", &journeys)
	calls := make(map[string]bool) // "caller method"
	for _, journey := range journeys {
		findCalls(journey, calls)
	}
	if len(calls) < 20 {
		t.Fatalf("found %d calls", len(calls))
	}
	for _, call := range slices.Sorted(maps.Keys(calls)) {
		caller, name, _ := strings.Cut(call, " ")
		method := methods[name]
		if method == nil {
			t.Errorf("%s: no contract has it", call)
			continue
		}
		if callers, _ := rpc.Callers(method); !slices.Contains(callers, caller) {
			t.Errorf("a journey has %s, which the contract does not allow", call)
		}
	}
}

// findCalls collects the calls below a span: a line of one program whose name is that of the line of
// another right below it.
func findCalls(below any, calls map[string]bool) {
	spans, _ := below.(map[string]any)
	for span, children := range spans {
		caller, name, _ := strings.Cut(strings.TrimSuffix(span, "?"), " ")
		inner, _ := children.(map[string]any)
		for child := range inner {
			callee, same, _ := strings.Cut(strings.TrimSuffix(child, "?"), " ")
			if same == name && callee != caller && strings.Contains(name, ".v1.") &&
				!strings.Contains(name, operatorSuffix) {
				calls[caller+" "+name] = true
			}
		}
		findCalls(children, calls)
	}
}
