// Command sbom writes the bill of materials of a Go program, as CycloneDX has it: what the compiler
// noted in the program itself, so it is true of these bytes and of no other build.
//
//	sbom PROGRAM > sbom.json
package main

import (
	"debug/buildinfo"
	"fmt"
	"os"
	"runtime/debug"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: sbom PROGRAM")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

func run(program string) error {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return err
	}
	bom := cdx.NewBOM()
	main := component(&info.Main)
	main.Type, main.Name = cdx.ComponentTypeApplication, info.Path
	bom.Metadata = &cdx.Metadata{Component: &main}
	libraries := []cdx.Component{{
		Type: cdx.ComponentTypeLibrary, Name: "std", Version: info.GoVersion, BOMRef: "std",
		PackageURL: "pkg:golang/std@" + info.GoVersion[len("go"):],
	}}
	for _, module := range info.Deps {
		if module.Replace != nil {
			module = module.Replace
		}
		libraries = append(libraries, component(module))
	}
	bom.Components = &libraries
	return cdx.NewBOMEncoder(os.Stdout, cdx.BOMFileFormatJSON).SetPretty(true).Encode(bom)
}

func component(m *debug.Module) cdx.Component {
	purl := "pkg:golang/" + m.Path + "@" + m.Version
	return cdx.Component{Type: cdx.ComponentTypeLibrary, Name: m.Path, Version: m.Version, BOMRef: purl,
		PackageURL: purl}
}
