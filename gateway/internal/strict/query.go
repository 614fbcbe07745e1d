package strict

import (
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"unicode/utf8"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"github.com/grpc-ecosystem/grpc-gateway/v2/utilities"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// maxList is how many values a list in a query may have.
const maxList = 100

// Query is the gateway's query parser: each parameter is a known camelCase name and stands once, or
// at most maxList times when it is a list.
type Query struct{}

// valueProblem says what is wrong with values that are no text, or whole numbers in any spelling
// but JSON's own: each value has one address.
func valueProblem(f protoreflect.FieldDescriptor, values []string) string {
	for _, value := range values {
		if !utf8.ValidString(value) {
			return "This parameter is not UTF-8."
		}
		if m := f.Message(); m != nil && m.FullName() == "google.protobuf.Duration" && !duration.MatchString(value) {
			return "This parameter is a number of seconds, such as 2.5s."
		}
		if kindOf(f) != '0' {
			continue
		}
		if n, err := strconv.ParseInt(value, 10, 32); err != nil || strconv.FormatInt(n, 10) != value {
			return "This parameter has another type."
		}
	}
	return ""
}

// duration is how JSON has one, as far as anybody may want to wait.
var duration = regexp.MustCompile(`^[0-9]{1,5}([.][0-9]{1,9})?s$`)

// defaults does the rest. runtime.PopulateQueryParameters would come back here: it asks the parser
// that the mux was given.
var defaults = new(runtime.DefaultQueryParser)

// Parse fills msg from the parameters that the path has not filled.
func (Query) Parse(msg proto.Message, values url.Values, filter *utilities.DoubleArray) error {
	fields := msg.ProtoReflect().Descriptor().Fields()
	for name, all := range values {
		f := fields.ByJSONName(name)
		if f == nil || f.IsMap() || filter.HasCommonPrefix([]string{string(f.Name())}) {
			return unreadableField(name, "There is no such parameter.")
		}
		if !f.IsList() && len(all) != 1 {
			return unreadableField(name, "This parameter must stand once.")
		}
		if len(all) > maxList {
			return unreadableField(name, fmt.Sprintf("This parameter may stand at most %d times.", maxList))
		}
		if wrong := valueProblem(f, all); wrong != "" {
			return unreadableField(name, wrong)
		}
		if f.Kind() == protoreflect.EnumKind && f.Enum().Values().ByName(protoreflect.Name(all[0])) == nil {
			continue // as if it were not there: the service has a sentence for that
		}
		one := url.Values{string(f.Name()): all}
		if err := defaults.Parse(msg, one, filter); err != nil {
			return unreadableField(name, "This parameter has another type.")
		}
	}
	return nil
}
