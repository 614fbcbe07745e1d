// Package xmp marks files as made by AI or not, in a machine-readable way: with the metadata of
// Adobe's XMP specification and the properties of the IPTC Photo Metadata Standard, in the
// containers that this service writes. It marks only files of our own encoders.
package xmp

import (
	"bytes"
	"encoding/xml"
	"slices"
	"strings"
	"time"
)

// SourceType is a term of IPTC's vocabulary of digital source types, which says how something was
// made.
type SourceType string

// The source types of what we make.
const (
	TrainedAlgorithmicMedia              SourceType = "trainedAlgorithmicMedia"              // AI made it
	CompositeWithTrainedAlgorithmicMedia SourceType = "compositeWithTrainedAlgorithmicMedia" // AI made a part of it
	// a program without training data made it
	AlgorithmicMedia SourceType = "algorithmicMedia"
	Composite        SourceType = "composite" // of parts that may or may not be AI's
)

// vocabulary is the URL prefix of IPTC's terms.
const vocabulary = "http://cv.iptc.org/newscodes/digitalsourcetype/"

// Mark is what a file states about how it was made. The same mark results in the same bytes.
type Mark struct {
	SourceType SourceType // empty for a file of unknown origin
	Tool       string     // the program that wrote the file
	AISystem   string     // the model that made its content; empty if none or unknown
	Created    time.Time  // to the second
	Recipe     string     // JSON, how to make another one of it; only in PNGs, empty for none
}

// properties returns names and values in their order, without those that are empty.
func (m Mark) properties() (all [][2]string) {
	term := ""
	if m.SourceType != "" {
		term = vocabulary + string(m.SourceType)
	}
	for _, p := range [][2]string{
		{"Iptc4xmpExt:DigitalSourceType", term},
		{"Iptc4xmpExt:AISystemUsed", m.AISystem},
		{"xmp:CreatorTool", m.Tool},
		{"xmp:CreateDate", m.created()},
	} {
		if p[1] != "" {
			all = append(all, p)
		}
	}
	return all
}

func (m Mark) created() string { return m.Created.UTC().Format(time.RFC3339) }

// recipeNamespace is the namespace of our own properties.
const recipeNamespace = "https://mcwick.example/ns/1.0/"

// packet returns the mark as a read-only XMP packet, with the properties of our own in front.
func (m Mark) packet(own ...[2]string) []byte {
	var b bytes.Buffer
	b.WriteString(`<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">` +
		`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""` +
		` xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"`)
	if len(own) > 0 {
		b.WriteString(` xmlns:mcwick="` + recipeNamespace + `"`)
	}
	for _, p := range slices.Concat(own, m.properties()) {
		b.WriteString(" " + p[0] + `="`)
		_ = xml.EscapeText(&b, []byte(p[1])) // a buffer accepts everything
		b.WriteString(`"`)
	}
	b.WriteString(`/></rdf:RDF></x:xmpmeta><?xpacket end="r"?>`)
	return b.Bytes()
}

// comment returns the mark in one line, for readers of a container's own tags.
func (m Mark) comment() string {
	var all []string
	for _, p := range m.properties() {
		_, name, _ := strings.Cut(p[0], ":")
		all = append(all, name+"="+p[1])
	}
	return strings.Join(all, "; ")
}
