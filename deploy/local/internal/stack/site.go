package stack

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"

	"mcwick.example/gateway/site"
)

//go:embed site.json
var defaultSite []byte

// writeSite puts the site settings into the data folder. Brand and flags that were changed there are
// kept, but for those that follow from what is running, and so is what operators launched; the remotes follow the
// source tree.
func writeSite(path string, demo bool) error {
	var shown, kept site.Settings
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
	delete(shown.Flags, "composer") // of version 1.0.0, which wrote it for none
	shown.Launch = kept.Launch
	shown.Flags["demoPictures"], shown.Flags["traceViewer"], shown.Flags["styleguide"] = demo, true, true
	return site.Write(path, shown)
}
