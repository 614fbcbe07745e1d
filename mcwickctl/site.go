package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"mcwick.example/gateway/site"
)

func newSite(o *options) *cobra.Command {
	return newGroup("site", "What the public site is called, and what is switched on",
		`What the public site is called, and what is switched on.

The settings are a file that the gateway reads anew every few seconds. A local platform has it in its folder; in a cluster it is a
ConfigMap, which is changed as everything there is: check the file here, then apply it.`,
		newSiteShow(o), newSiteCheck(o), newSiteSet(o))
}

func newSiteShow(o *options) *cobra.Command {
	var edge string
	cmd := &cobra.Command{
		Use:     "show",
		Short:   "The settings that visitors get",
		Example: "  mcwickctl site show --edge https://mcwick.example",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if edge == "" {
				var err error
				if edge, err = o.edge(); err != nil {
					return err
				}
			}
			s, err := requestSite(cmd.Context(), edge)
			if err != nil {
				return err
			}
			if o.json {
				return writeValue(cmd.OutOrStdout(), s)
			}
			return showSite(cmd.OutOrStdout(), s)
		},
	}
	cmd.Flags().StringVar(&edge, "edge", "", "where the public edge is; otherwise the local platform knows")
	return cmd
}

// requestSite asks a public edge for its settings.
func requestSite(ctx context.Context, edge string) (s site.Settings, _ error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	call, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(edge, "/")+"/config.json", nil)
	if err != nil {
		return s, err
	}
	answer, err := http.DefaultClient.Do(call)
	if err != nil {
		return s, fmt.Errorf("is the platform running? %w", err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, 1<<20))
	if err == nil && answer.StatusCode != http.StatusOK {
		err = errors.New(answer.Status)
	}
	if err != nil {
		return s, fmt.Errorf("%s: %w", call.URL, err)
	}
	if s, err = site.Parse(text); err != nil {
		return s, fmt.Errorf("%s: %w", call.URL, err)
	}
	return s, nil
}

// showSite writes settings for people. A setting has the name by which it is set.
func showSite(w io.Writer, s site.Settings) error {
	rows := [][]string{{"SETTING", "VALUE"}}
	for name, value := range s.Brand {
		rows = append(rows, []string{"brand." + name, value})
	}
	for name, value := range s.Flags {
		rows = append(rows, []string{"flag." + name, strconv.FormatBool(value)})
	}
	slices.SortFunc(rows[1:], slices.Compare)
	for _, r := range s.Remotes {
		rows = append(rows, []string{"remote " + r.Path, r.Name})
	}
	return table(w, rows)
}

func newSiteCheck(o *options) *cobra.Command {
	return &cobra.Command{
		Use:   "check FILE",
		Short: "Whether the gateway would take a file of settings",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.json {
				return errNoJSON
			}
			s, err := readSite(args[0])
			if err != nil {
				return err
			}
			if unknown := s.UnknownNames(); unknown != nil {
				return fmt.Errorf("%s: nothing asks for %s: there are %s", args[0], strings.Join(unknown, ", "),
					strings.Join(site.Names(), ", "))
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), "The settings are valid.")
			return err
		},
	}
}

// readSite reads a file of settings.
func readSite(path string) (site.Settings, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return site.Settings{}, err
	}
	s, err := site.Parse(text)
	if err != nil {
		return s, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

// edge is where the public edge of the local platform is, as it wrote down when it started.
func (o *options) edge() (string, error) {
	written, err := o.writtenAddresses()
	if err != nil || written["edge"] != "" {
		return written["edge"], err
	}
	return "http://localhost:8080", nil
}

// siteFile is the settings file of the local platform.
func (o *options) siteFile() string { return filepath.Join(o.data, "site.json") }
