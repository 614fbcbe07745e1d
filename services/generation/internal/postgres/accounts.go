package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

// reservation is whose accounts a reservation is in, and how much more it is than before.
type reservation struct {
	Hour                           *time.Time // nil for one of the last release, which is in none
	Flow, Lane, Supernet, Standing string
	More                           int64 // or less, when it is negative
}

// adjustAccountsQuery changes the accounts of some reservations, as far as they are still those of
// the same hour. Accounts are locked in the order in which checkShares locks them.
const adjustAccountsQuery = `
WITH changes AS (
	SELECT level, key, hour, sum(more)::bigint AS more
	FROM unnest($1::timestamptz[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[])
			AS of (hour, flow, lane, supernet, standing, more),
		LATERAL (VALUES ('flow', flow), ('lane', lane), ('standing', standing), ('supernet', supernet)) AS in_account (level, key)
	WHERE hour IS NOT NULL
	GROUP BY level, key, hour
), locked AS MATERIALIZED (
	SELECT known.level, known.key, changes.more
	FROM budget_accounts known JOIN changes ON known.level = changes.level AND known.key = changes.key AND known.hour = changes.hour
	ORDER BY known.level, known.key FOR UPDATE OF known
)
UPDATE budget_accounts known SET used_micro_usd = used_micro_usd + locked.more
FROM locked WHERE known.level = locked.level AND known.key = locked.key`

// adjustAccounts adds to the accounts what reservations are more than before. It runs after the
// day's row was locked.
func adjustAccounts(ctx context.Context, tx pgx.Tx, changes []reservation) error {
	var hours []*time.Time
	var flows, lanes, supernets, standings []string
	var more []int64
	for _, r := range changes {
		hours, more = append(hours, r.Hour), append(more, r.More)
		flows, lanes = append(flows, r.Flow), append(lanes, r.Lane)
		supernets, standings = append(supernets, r.Supernet), append(standings, r.Standing)
	}
	_, err := tx.Exec(ctx, adjustAccountsQuery, hours, flows, lanes, supernets, standings, more)
	return err
}
