package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"mcwick.example/gateway/site"
)

func newSiteSet(o *options) *cobra.Command {
	var file, note string
	cmd := &cobra.Command{
		Use:   "set NAME=VALUE...",
		Short: "Change settings in the file that the gateway reads",
		Long: `Change settings in the file that the gateway reads: all of those named, or none. Who changed
what, and when, is added to a file beside it, whose name ends with .audit.`,
		Example: "  mcwickctl site set flag.wall=false --as ada --note 'a day of rest'\n  mcwickctl site set brand.tagline='Lit since 2009' --as lin",
		Args:    cobra.MinimumNArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			var names []string
			for _, name := range site.Names() {
				names = append(names, name+"=")
			}
			return names, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if file == "" {
				file = o.siteFile()
			}
			who, err := o.name()
			if err != nil {
				return err
			}
			changes, err := setSite(file, siteAct{Time: time.Now().UTC(), Operator: who, Note: note}, args)
			if err != nil {
				return err
			}
			if o.json {
				return writeValue(cmd.OutOrStdout(), changes)
			}
			for _, c := range changes {
				fmt.Fprintf(cmd.OutOrStdout(), "%s\n- %s\n+ %s\n", c.Name, c.From, c.To)
			}
			if len(changes) == 0 {
				fmt.Fprintln(cmd.OutOrStdout(), "The settings have these values already.")
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&file, "file", "", "the settings; otherwise those of the local platform")
	noteFlag(cmd, &note)
	return cmd
}

// longestNote bounds a note as the services do.
const longestNote = 400

// siteAct is a change of a file of settings: one line of its audit.
type siteAct struct {
	Time     time.Time     `json:"time"`
	Operator string        `json:"operator"`
	Note     string        `json:"note,omitempty"`
	Changes  []site.Change `json:"changes"`
}

// setSite changes settings, one process at a time. It is written down before it is done, so that
// nothing is done that is not written down.
func setSite(path string, act siteAct, assignments []string) (changes []site.Change, err error) {
	if utf8.RuneCountInString(act.Note) > longestNote {
		return nil, fmt.Errorf("a note has at most %d characters", longestNote)
	}
	if _, err := readSite(path); err != nil { // also: no audit for a file that is not there
		return nil, err
	}
	audit, err := os.OpenFile(path+".audit", os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, audit.Close()) }()
	if err := syscall.Flock(int(audit.Fd()), syscall.LOCK_EX); err != nil {
		return nil, fmt.Errorf("wait for %s: %w", audit.Name(), err)
	}
	s, err := readSite(path)
	if err != nil {
		return nil, err
	}
	changes = []site.Change{}
	for _, a := range assignments {
		name, value, ok := strings.Cut(a, "=")
		if !ok {
			return nil, fmt.Errorf("%q sets nothing: say it like flag.wall=false", a)
		}
		c, err := s.Set(name, value)
		if err != nil {
			return nil, err
		}
		if c.From != c.To {
			changes = append(changes, c)
		}
	}
	if len(changes) == 0 {
		return changes, nil
	}
	act.Changes = changes
	line, err := json.Marshal(act)
	if err != nil {
		return nil, err
	}
	if _, err := audit.Write(append(line, '\n')); err != nil {
		return nil, err
	}
	if err := audit.Sync(); err != nil {
		return nil, err
	}
	return changes, site.Write(path, s)
}

// name is who acts on a file: an operator of the local platform who has a token, else the user that
// is logged in to the machine.
func (o *options) name() (string, error) {
	if o.as != "" {
		_, err := o.token()
		return filepath.Base(o.as), err
	}
	u, err := user.Current()
	if err != nil {
		return "", errNoToken
	}
	return u.Username, nil
}
