package strict

import (
	"net/url"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"github.com/grpc-ecosystem/grpc-gateway/v2/utilities"
	"google.golang.org/protobuf/proto"
)

// Query is the gateway's query parser: each parameter is a known camelCase name of a single value and
// stands once.
type Query struct{}

// defaults does the rest. runtime.PopulateQueryParameters would come back here: it asks the parser that the mux was given.
var defaults = new(runtime.DefaultQueryParser)

// Parse fills msg from the parameters that the path has not filled.
func (Query) Parse(msg proto.Message, values url.Values, filter *utilities.DoubleArray) error {
	fields := msg.ProtoReflect().Descriptor().Fields()
	for name, all := range values {
		f := fields.ByJSONName(name)
		if f == nil || f.IsList() || f.IsMap() || filter.HasCommonPrefix([]string{string(f.Name())}) {
			return unreadable(name, "There is no such parameter.")
		}
		if len(all) != 1 {
			return unreadable(name, "This parameter must stand once.")
		}
		one := url.Values{string(f.Name()): all}
		if err := defaults.Parse(msg, one, filter); err != nil {
			return unreadable(name, "This parameter has another type.")
		}
	}
	return nil
}
