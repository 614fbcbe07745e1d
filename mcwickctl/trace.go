package main

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	tracev1 "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// maxTrace bounds what is read of one trace, in bytes.
const maxTrace = 16 << 20

// traceID is what a receipt looks like.
var traceID = regexp.MustCompile(`^[0-9a-f]{32}$`)

func newTrace(o *options) *cobra.Command {
	var store string
	cmd := &cobra.Command{
		Use:   "trace receipt",
		Short: "What happened to a request, step by step",
		Long: `What happened to a request, step by step: which program did what below what, when and for
how long.

A receipt is the trace id: a visitor finds it behind "Details" in an error box, and it
stands in the McWick-Trace header, in each problem document and in each line of the logs.
The local platform keeps the newest 1,000 traces. Elsewhere --store (MCWICK_TRACES) names
the address of a store that answers /api/traces/{id} with OTLP's protobuf, as Tempo does.`,
		Example: "  mcwickctl trace 0af7651916cd43dd8448eb211c80319c",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !traceID.MatchString(args[0]) {
				return fmt.Errorf("%q is no receipt: it has 32 digits from 0 to f", args[0])
			}
			base, err := o.traces(store)
			if err != nil {
				return err
			}
			found, err := fetchTrace(cmd.Context(), base, args[0])
			if err != nil {
				return err
			}
			if o.json {
				return writeValue(cmd.OutOrStdout(), found)
			}
			return showTrace(cmd.OutOrStdout(), found)
		},
	}
	cmd.Flags().StringVar(&store, "store", os.Getenv("MCWICK_TRACES"),
		"address of the store of traces (MCWICK_TRACES); otherwise the local platform's")
	return cmd
}

// traces is where they are kept: as --store says, else behind the edge of the local platform.
func (o *options) traces(store string) (string, error) {
	if store != "" {
		return store, nil
	}
	written, err := o.writtenAddresses()
	if err == nil && written["edge"] == "" {
		err = errors.New("where are the traces? Name their store with --store, or start the local platform")
	}
	return written["edge"] + "/debug/trace", err
}

// span is a step of a trace.
type span struct {
	ID      string `json:"id"`
	Parent  string `json:"parent"`
	Service string `json:"service"`
	Name    string `json:"name"`
	Start   uint64 `json:"start"` // ns since 1970
	End     uint64 `json:"end"`
	Failed  string `json:"failed"` // why; empty when it did not
}

// fetchTrace asks a store for a trace.
func fetchTrace(ctx context.Context, base, id string) ([]span, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimRight(base, "/")+"/api/traces/"+id, nil)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Accept", "application/protobuf")
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, fmt.Errorf("ask for the trace: %w", err)
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
	case http.StatusNotFound:
		return nil, errors.New("trace not found: it is too old, or was not sampled")
	default:
		return nil, fmt.Errorf("the store of traces answers %s", resp.Status)
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxTrace))
	if err != nil {
		return nil, fmt.Errorf("read the trace: %w", err)
	}
	var found tracev1.TracesData
	if err := proto.Unmarshal(body, &found); err != nil {
		return nil, fmt.Errorf("read the trace: %w", err)
	}
	return spans(&found), nil
}

func spans(found *tracev1.TracesData) (all []span) {
	for _, resource := range found.GetResourceSpans() {
		service := "?"
		for _, a := range resource.GetResource().GetAttributes() {
			if a.GetKey() == "service.name" {
				service = a.GetValue().GetStringValue()
			}
		}
		for _, scope := range resource.GetScopeSpans() {
			for _, s := range scope.GetSpans() {
				failed := ""
				if s.GetStatus().GetCode() == tracev1.Status_STATUS_CODE_ERROR {
					failed = cmp.Or(s.GetStatus().GetMessage(), "failed")
				}
				all = append(all, span{
					hex.EncodeToString(s.GetSpanId()), hex.EncodeToString(s.GetParentSpanId()), service, s.GetName(),
					s.GetStartTimeUnixNano(), s.GetEndTimeUnixNano(), failed,
				})
			}
		}
	}
	return all
}

// showTrace writes a waterfall: each span below its parent, with when it began and how long it
// took.
func showTrace(w io.Writer, all []span) error {
	slices.SortStableFunc(all, func(a, b span) int { return cmp.Compare(a.Start, b.Start) })
	known := make(map[string]bool, len(all))
	for _, s := range all {
		known[s.ID] = true
	}
	below := map[string][]span{}
	for _, s := range all {
		if !known[s.Parent] || s.Parent == s.ID {
			s.Parent = ""
		}
		below[s.Parent] = append(below[s.Parent], s)
	}
	rows := [][]string{{"AFTER", "TOOK", "WHO", "WHAT", "TROUBLE"}}
	var walk func(parent, indent string)
	walk = func(parent, indent string) {
		children := below[parent]
		delete(below, parent) // a circle of parents is walked once
		for _, s := range children {
			rows = append(rows, []string{formatDuration(s.Start - all[0].Start), formatDuration(s.End - s.Start),
				s.Service, indent + s.Name, s.Failed})
			walk(s.ID, indent+"  ")
		}
	}
	walk("", "")
	return table(w, rows)
}

// formatDuration is a time in nanoseconds, in milliseconds with as many digits as matter.
func formatDuration(ns uint64) string {
	d := time.Duration(ns) //nolint:gosec // times of one trace are close to each other
	if d < 10*time.Millisecond {
		return fmt.Sprintf("%.1f ms", d.Seconds()*1e3)
	}
	return fmt.Sprintf("%.0f ms", d.Seconds()*1e3)
}
