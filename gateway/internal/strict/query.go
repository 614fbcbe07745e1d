package strict

import (
	"fmt"
	"net/url"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"github.com/grpc-ecosystem/grpc-gateway/v2/utilities"
	"google.golang.org/protobuf/proto"
)

// maxList is how many values a list in a query may have.
const maxList = 100

// Query is the gateway's query parser: each parameter is a known camelCase name and stands once, or at
// most maxList times when it is a list.
type Query struct{}

// defaults does the rest. runtime.PopulateQueryParameters would come back here: it asks the parser that the mux was given.
var defaults = new(runtime.DefaultQueryParser)

// Parse fills msg from the parameters that the path has not filled.
func (Query) Parse(msg proto.Message, values url.Values, filter *utilities.DoubleArray) error {
	fields := msg.ProtoReflect().Descriptor().Fields()
	for name, all := range values {
		f := fields.ByJSONName(name)
		if f == nil || f.IsMap() || filter.HasCommonPrefix([]string{string(f.Name())}) {
			return unreadable(name, "There is no such parameter.")
		}
		if !f.IsList() && len(all) != 1 {
			return unreadable(name, "This parameter must stand once.")
		}
		if len(all) > maxList {
			return unreadable(name, fmt.Sprintf("This parameter may stand at most %d times.", maxList))
		}
		one := url.Values{string(f.Name()): all}
		if err := defaults.Parse(msg, one, filter); err != nil {
			return unreadable(name, "This parameter has another type.")
		}
	}
	return nil
}
