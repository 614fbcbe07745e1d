// Package sandbox runs programs that read what others sent, such as decoders: what takes them over
// reads no key, writes beside its own files only, and reaches no network.
package sandbox

import (
	"context"
	"log/slog"
	"os/exec"
	"strings"
	"sync"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"mcwick.example/platform/instrument"
)

// Access is which files a program reaches, beside the system's programs, libraries and fonts.
type Access struct {
	Read  []string // files, and folders with all that is in them
	Write []string // folders, to read and write
}

// Run runs the command to its end, as its method Run does, with no more than this access. It needs
// no privilege. What the kernel does not have is left out, logged once and counted: Landlock keeps
// files (Linux 5.13), seccomp the network.
func Run(ctx context.Context, cmd *exec.Cmd, access Access) error {
	missing, err := runConfined(cmd, access)
	count(ctx, missing)
	return err
}

var (
	warned sync.Once
	runs   = sync.OnceValue(func() metric.Int64Counter {
		return instrument.Must(otel.Meter("mcwick/sandbox").Int64Counter("mcwick.sandbox.runs",
			metric.WithDescription("Programs that were run, by the parts of the sandbox that the kernel does not have.")))
	})
)

// count counts a run, and logs once what the kernel does not have.
func count(ctx context.Context, missing []string) {
	all := strings.Join(missing, ",")
	if all != "" {
		warned.Do(func() {
			slog.WarnContext(ctx, "programs run without a part of the sandbox: the kernel does not have it",
				"missing", all)
		})
	}
	runs().Add(ctx, 1, metric.WithAttributes(attribute.String("missing", all)))
}
