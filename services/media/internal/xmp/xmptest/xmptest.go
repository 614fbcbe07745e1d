// Package xmptest reads the marks of files with independent programs.
package xmptest

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"testing"
)

// Mark is what exiftool finds in a file. What it does not find is empty.
type Mark struct {
	DigitalSourceType string
	AISystemUsed      string
	CreatorTool       string
	CreateDate        string
	Recipe            string // of our own namespace
	Warning           string // of exiftool, about the file
	Error             string
}

// Read returns what exiftool finds in a file, which must have one mark.
func Read(t testing.TB, file []byte) (m Mark) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "exiftool", "-json", "-a", "-G1", "-XMP:all", "-warning", "-error", "-")
	cmd.Stdin = bytes.NewReader(file)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("exiftool: %v: %s", err, out)
	}
	var found []map[string]string
	if err := json.Unmarshal(out, &found); err != nil || len(found) != 1 {
		t.Fatalf("exiftool says %s, %v", out, err)
	}
	all := found[0]
	return Mark{
		DigitalSourceType: all["XMP-iptcExt:DigitalSourceType"], AISystemUsed: all["XMP-iptcExt:AISystemUsed"],
		CreatorTool: all["XMP-xmp:CreatorTool"], CreateDate: all["XMP-xmp:CreateDate"], Recipe: all["XMP-mcwick:Recipe"],
		Warning: all["ExifTool:Warning"], Error: all["ExifTool:Error"],
	}
}

// Comment returns the comment that ffprobe finds in an MP3 or MP4.
func Comment(t testing.TB, file []byte) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "ffprobe", "-v", "error", "-show_entries", "format_tags=comment", "-of",
		"default=nw=1:nk=1", "-")
	cmd.Stdin = bytes.NewReader(file)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("ffprobe: %v", err)
	}
	return string(bytes.TrimSpace(out))
}
