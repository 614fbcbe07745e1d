package stack

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
)

//go:embed site.json
var defaultSite []byte

// site is the settings file of brand and flags, as far as this program cares for it.
type site struct {
	Brand   map[string]string `json:"brand"`
	Flags   map[string]bool   `json:"flags"`
	Remotes json.RawMessage   `json:"remotes"`
}

// writeSite puts the site settings into the data folder. What somebody changed there in brand and flags is kept; the remotes follow the
// source tree, and the flag that labels demo pictures follows what is running.
func writeSite(path string, demo bool) error {
	var shown, kept site
	if err := json.Unmarshal(defaultSite, &shown); err != nil {
		return fmt.Errorf("read the default site settings: %w", err)
	}
	text, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	default:
		if err := json.Unmarshal(text, &kept); err != nil {
			return fmt.Errorf("%s is not readable (%w): mend or remove it", path, err)
		}
	}
	maps.Copy(shown.Brand, kept.Brand)
	maps.Copy(shown.Flags, kept.Flags)
	shown.Flags["demoPictures"], shown.Flags["traceViewer"], shown.Flags["styleguide"] = demo, true, true
	text, err = json.MarshalIndent(shown, "", "  ")
	if err != nil {
		return err
	}
	// The gateway reads it while it runs: exchange it whole.
	next := filepath.Join(filepath.Dir(path), ".site.json")
	if err := os.WriteFile(next, append(text, '\n'), 0o644); err != nil {
		return err
	}
	return os.Rename(next, path)
}
