// Package halves has what both halves of media are given: publishing and videos.
package halves

import (
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/events"
	"mcwick.example/platform/rpc"
	"mcwick.example/services/media/internal/objects"
	"mcwick.example/services/media/internal/objects/deletion"
	"mcwick.example/services/moderation/api/cases"
	"mcwick.example/services/moderation/api/wordfilter"
)

// Dependencies is what each half shares with the rest of the service.
type Dependencies struct {
	Log     *slog.Logger
	Pool    *pgxpool.Pool
	Relay   *events.Relay
	Events  events.Config
	Bucket  *objects.Bucket
	Deleter *deletion.Deleter
	Purged  bool                // shared caches receive purges
	Words   *wordfilter.Checker // checks texts before they are public
	Cases   *cases.Client       // takes reports
	Chain   rpc.Chain           // of every call
	Now     func() time.Time
}
