package composer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"mcwick.example/platform/sandbox"
)

const (
	// parallel is how many pictures are rasterized at once: the processor belongs to the rest of
	// the program.
	parallel = 2
	// timeout of one rasterization: half a second of work, at low priority on a busy machine.
	timeout = 40 * time.Second
	// edge of a picture, in pixels.
	edge = 1024
)

// rasterizer runs rsvg-convert, at low priority, in a sandbox.
type rasterizer struct {
	nice, rsvg string // paths of the programs
	slots      chan struct{}
	timeout    time.Duration
	edge       int
	access     sandbox.Access // beside the program itself
}

func newRasterizer() (rasterizer, error) {
	rsvg, err := exec.LookPath("rsvg-convert")
	if err != nil {
		return rasterizer{}, fmt.Errorf("%w; it comes with the Debian package librsvg2-bin", err)
	}
	nice, err := exec.LookPath("nice")
	if err != nil {
		return rasterizer{}, fmt.Errorf("%w; it comes with the Debian package coreutils", err)
	}
	return rasterizer{nice: nice, rsvg: rsvg, slots: make(chan struct{}, parallel), timeout: timeout, edge: edge}, nil
}

// rasterize turns an SVG into a PNG. The SVG is always ours, so it refers to nothing and its size
// is known. The process gets no environment variables, so a program that holds keys may use a
// Composer.
func (r rasterizer) rasterize(ctx context.Context, svg string, about ...attribute.KeyValue) (_ []byte, err error) {
	ctx, span := otel.Tracer("mcwick.example/mascot/composer").Start(ctx, "rasterize", trace.WithAttributes(about...))
	defer func() {
		if err != nil {
			span.SetStatus(codes.Error, err.Error())
		}
		span.End()
	}()
	select {
	case r.slots <- struct{}{}:
		defer func() { <-r.slots }()
	case <-ctx.Done():
		return nil, fmt.Errorf("wait for a free rasterizer: %w", ctx.Err())
	}
	ctx, cancel := context.WithTimeout(ctx, r.timeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, r.nice, "-n", "10", r.rsvg, "--format", "png", "--width", strconv.Itoa(r.edge),
		"--height", strconv.Itoa(r.edge))
	cmd.WaitDelay = 10 * time.Second // also limits reading what an ended program wrote, which a busy machine puts off
	cmd.Env = []string{"LC_ALL=C"}
	var out, problems bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(svg), &out, &problems
	access := r.access
	access.Read = append(slices.Clip(access.Read), r.rsvg)
	if err := sandbox.Run(ctx, cmd, access); err != nil {
		return nil, errors.Join(fmt.Errorf("rsvg-convert: %w: %s", err, bytes.TrimSpace(problems.Bytes())), ctx.Err())
	}
	return out.Bytes(), nil
}
