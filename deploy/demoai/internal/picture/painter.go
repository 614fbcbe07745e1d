// Package picture turns a prompt into a picture of the mascot: words choose the backdrop, the candle's part and the style, chance does
// the rest. The prompt itself never enters a drawing.
package picture

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os/exec"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"mcwick.example/mascot"
)

const (
	// parallel is how many pictures are rasterised at once: a stand-in must leave the machine to the platform.
	parallel = 2
	// budget bounds one rasterisation: half a second of work, behind everything else that a busy laptop does.
	budget = 40 * time.Second
)

// Painter draws pictures. Make one with NewPainter; it is safe for concurrent use.
type Painter struct {
	slots  chan struct{}
	nice   string // paths of the programs
	rsvg   string
	edge   int           // of a picture, in pixels
	number atomic.Uint64 // of the last picture
}

// NewPainter finds the programs that it needs.
func NewPainter() (*Painter, error) {
	rsvg, err := exec.LookPath("rsvg-convert")
	if err != nil {
		return nil, fmt.Errorf("%w; it comes with the Debian package librsvg2-bin", err)
	}
	nice, err := exec.LookPath("nice")
	if err != nil {
		return nil, err
	}
	return &Painter{slots: make(chan struct{}, parallel), rsvg: rsvg, nice: nice, edge: 1024}, nil
}

// Paint returns a PNG of 1024 × 1024 pixels. A prompt that names traits and a seed always gives the same picture, any other prompt another
// one the next time.
func (p *Painter) Paint(ctx context.Context, prompt string) ([]byte, error) {
	if traits, seed, ok := readTraits(prompt); ok {
		return p.rasterise(ctx, mascot.Compose(traits, mascot.Options{Seed: seed}), attribute.String("demoai.scene", "portrait"))
	}
	o := design(prompt, p.number.Add(1))
	return p.rasterise(ctx, mascot.ComposeScene(o), attribute.String("demoai.scene", o.Scene), attribute.String("demoai.finish", o.Finish))
}

// design chooses the picture of a prompt; the number varies it.
func design(prompt string, number uint64) mascot.SceneOptions {
	h := fnv.New64a()
	h.Write([]byte(prompt))
	chance := rand.New(rand.NewPCG(h.Sum64(), number))
	b := readPrompt(prompt)
	p := cast(b, chance)
	// The scene's own words weigh more than those of the action.
	backdrop := strings.Repeat(b.scene+" ", 3) + b.action
	return mascot.SceneOptions{
		Scene: mascot.ChooseScene(backdrop), Finish: mascot.ChooseFinish(b.style),
		Lead: p.Actor, Friend: p.friend, Seed: chance.Uint32(),
	}
}

// rasterise runs rsvg-convert. The SVG is always ours, so it refers to nothing and its size is known.
func (p *Painter) rasterise(ctx context.Context, svg string, about ...attribute.KeyValue) (_ []byte, err error) {
	ctx, span := otel.Tracer("mcwick.example/deploy/demoai").Start(ctx, "rasterise", trace.WithAttributes(about...))
	defer func() {
		if err != nil {
			span.SetStatus(codes.Error, err.Error())
		}
		span.End()
	}()
	select {
	case p.slots <- struct{}{}:
		defer func() { <-p.slots }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	ctx, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	cmd := exec.CommandContext(ctx, p.nice, "-n", "10", p.rsvg, "--format", "png", "--width", strconv.Itoa(p.edge), "--height", strconv.Itoa(p.edge))
	cmd.WaitDelay = time.Second
	var out, problems bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(svg), &out, &problems
	if err := cmd.Run(); err != nil {
		return nil, errors.Join(fmt.Errorf("rsvg-convert: %w: %s", err, bytes.TrimSpace(problems.Bytes())), ctx.Err())
	}
	return out.Bytes(), nil
}
