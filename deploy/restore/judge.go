package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"mcwick.example/deploy/chaos/client"
	"mcwick.example/deploy/chaos/history"
)

// useAgain is how long clients use the restored platform.
const useAgain = 8 * time.Second

// checkPlatform lets the same clients use the restored platform, and checks what they were ever
// told against what is there.
func (d *drill) checkPlatform(ctx context.Context) error {
	using, leave := context.WithTimeout(ctx, useAgain)
	defer leave()
	d.runVisitors(using, d.visitors)
	d.using.Wait()
	if err := d.platform.AwaitQuiescence(ctx); err != nil {
		return err
	}
	unserved := client.VerifyLater(ctx, d.visitors)
	state, errState := d.platform.Read(ctx)
	calls, errCalls := d.record.Calls()
	if err := errors.Join(errState, errCalls); err != nil {
		return errors.Join(unserved, err)
	}
	broken := d.checkMoney(&state)
	if unserved != nil {
		broken = append(broken, unserved.Error())
	}
	for _, check := range []func(context.Context) ([]string, error){d.checkBytes, d.checkLinks} {
		more, err := check(ctx)
		if err != nil {
			return errors.Join(unserved, err)
		}
		broken = append(broken, more...)
	}
	kept := append(cut(calls, d.moment, d.lost, d.copied), revocations(d.clients, d.revoked[0], d.revoked[1])...)
	slices.SortStableFunc(kept, func(a, b history.Call) int { return int(a.Start - b.Start) })
	for _, v := range history.Check(kept, state) {
		broken = append(broken, v.String())
	}
	for _, text := range broken {
		fmt.Println("BROKEN", text)
	}
	if len(broken) > 0 {
		return fmt.Errorf("%d promises were broken", len(broken))
	}
	fmt.Printf("          %d calls, %d of them judged: nothing is lost that was acknowledged before the moment\n",
		len(calls), len(kept))
	return nil
}

// checkMoney holds that all that the provider was ever paid is within the budget, and takes the
// operator's correction out of the state, so that the judge compares what the ledger has with what
// it spent.
func (d *drill) checkMoney(s *history.State) (broken []string) {
	var cost int64
	for _, c := range s.LedgerCalls {
		if c.State != "failed" {
			cost += c.Price
		}
	}
	correction := d.bill - d.known
	for i := range s.Days {
		day := &s.Days[i]
		if real := cost + correction; day.Spent < real || real > day.Budget {
			broken = append(broken, fmt.Sprintf("on %s the provider was paid %d of %d, and the ledger has %d", day.Day,
				real, day.Budget, day.Spent))
		}
		day.Spent -= correction
	}
	for kind := range s.Answered {
		s.Answered[kind] += d.answeredUntil(*s, kind)
	}
	return broken
}

// answeredUntil is how many calls of a kind the provider had answered at the moment: between what
// it had just before and just after. The ledger says which of those.
func (d *drill) answeredUntil(s history.State, kind string) int {
	settled := -s.Answered[kind] // since it was started again
	for _, c := range s.LedgerCalls {
		if c.State == "settled" && c.Kind == kind {
			settled++
		}
	}
	return min(max(settled, d.answered[0][kind]), d.answered[1][kind])
}

// checkBytes holds that what is public has bytes.
func (d *drill) checkBytes(ctx context.Context) (broken []string, err error) {
	var names []string
	err = d.confirm(ctx, "media", `SELECT coalesce(array_agg(object_name), '{}') FROM (
		SELECT object_name FROM publications WHERE withdrawn_at IS NULL
		UNION ALL SELECT 'videos/' || id || '.mp4' FROM videos WHERE shared_at IS NOT NULL AND hidden_at IS NULL) shown`, &names)
	for _, name := range names {
		if _, err := os.Stat(filepath.Join(d.platform.Data, "objects", name)); err != nil {
			broken = append(broken, "is public without bytes: "+name)
		}
	}
	return broken, err
}

// checkLinks holds that both services that follow accounts know each device that proved a key.
func (d *drill) checkLinks(ctx context.Context) (broken []string, err error) {
	conn, err := d.platform.Connect(ctx, "identity")
	if err != nil {
		return nil, err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	rows, err := conn.Query(ctx, `SELECT visitor, account::text, linked_at FROM device_links`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var visitor, account string
		var at time.Time
		if err := rows.Scan(&visitor, &account, &at); err != nil {
			return nil, err
		}
		for database, query := range map[string]string{
			"media":   `SELECT count(*) FROM publications WHERE visitor = $1 AND created_at <= $3 AND coalesce(account, '') <> $2`,
			"gallery": `SELECT count(*) FROM likes l WHERE visitor = $1 AND created_at <= $3 AND NOT EXISTS (SELECT FROM account_likes a WHERE a.account = $2 AND a.image_id = l.image_id)`,
		} {
			var n int
			if err := d.confirm(ctx, database, query, &n, visitor, account, at); err != nil {
				return nil, err
			}
			if n > 0 {
				broken = append(broken, fmt.Sprintf("%s does not know that %d of device %.8s belong to its account",
					database, n, visitor))
			}
		}
	}
	return broken, rows.Err()
}

// report prints what was measured.
func (d *drill) report() {
	fmt.Printf("\nRPO: the log was archived at most %.1f s behind (a segment is closed every %s); nothing before the moment was lost.\n", d.maxLag.Seconds(), archiveInterval)
	fmt.Printf("RTO: %.1f s from the loss until visitors are served", d.recovery["all"].Seconds())
	for _, part := range []string{"PostgreSQL's files", "the objects", "replaying the log, and starting",
		"the operator's commands", "starting again, with workers"} {
		fmt.Printf("\n     %5.1f s  %s", d.recovery[part].Seconds(), part)
	}
	fmt.Printf("\nMoney: the provider had been paid %d micro-dollars, of which the restored ledger knew %d.\n", d.bill,
		d.known)
}
