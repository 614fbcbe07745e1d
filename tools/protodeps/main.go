// Command protodeps writes the shared .proto files that our contracts import into a folder, printed
// from the descriptors that Go links. So the files buf reads and the code that runs cannot differ,
// and no schema registry is needed.
//
//	protodeps third_party/proto
package main

import (
	"fmt"
	"os"

	"github.com/grpc-ecosystem/grpc-gateway/v2/protoc-gen-openapiv3/options"
	"github.com/jhump/protoreflect/v2/protoprint"
	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/genproto/googleapis/api/httpbody"
	"google.golang.org/protobuf/reflect/protoreflect"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: protodeps DIR")
		os.Exit(2)
	}
	files := []protoreflect.FileDescriptor{
		annotations.File_google_api_annotations_proto,
		annotations.File_google_api_http_proto,
		annotations.File_google_api_field_behavior_proto,
		httpbody.File_google_api_httpbody_proto,
		options.File_protoc_gen_openapiv3_options_annotations_proto,
		options.File_protoc_gen_openapiv3_options_openapiv3_proto,
	}
	var printer protoprint.Printer
	if err := printer.PrintProtosToFileSystem(files, os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "protodeps:", err)
		os.Exit(1)
	}
}
