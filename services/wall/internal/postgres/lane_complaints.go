package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/operator"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/wall/internal/wall"
)

const actSettleLane = "settle-lane-complaints"

// ofLaneAlone holds for open complaints that no other network sent. It relies on
// complaints_open_lane and on the primary key of entry_reporters.
const ofLaneAlone = `settled_at IS NULL AND lane <> '' AND lane = $1 AND NOT EXISTS (
    SELECT FROM entry_reporters r WHERE r.entry_id = complaints.entry_id AND r.lane <> $1 AND r.created_at >= complaints.created_at)`

const (
	settleLane = `
UPDATE complaints SET settled_at = now() WHERE id = ANY(ARRAY(
    SELECT id FROM complaints WHERE ` + ofLaneAlone + ` ORDER BY id LIMIT $2 FOR UPDATE)) AND ` + ofLaneAlone
	countLane = `SELECT count(*) FROM complaints WHERE ` + ofLaneAlone
)

// SettleLane closes up to wall.MaxSettled open complaints that came from a lane alone and records
// the operator's act, which says how many but not from where: lanes are not kept for so long.
func (s *Store) SettleLane(ctx context.Context, lane, note string) (done wall.SettledComplaints, err error) {
	err = database.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		settled, err := tx.Exec(ctx, settleLane, lane, wall.MaxSettled)
		if err != nil {
			return err
		}
		done.Settled = int(settled.RowsAffected())
		if done.Settled == 0 {
			return wall.ErrComplaintNotFound
		}
		if err := tx.QueryRow(ctx, countLane, lane).Scan(&done.Remaining); err != nil {
			return err
		}
		return operator.RecordAct(ctx, tx, actSettleLane, fmt.Sprint(done.Settled), note)
	})
	return done, database.Fault(err)
}
