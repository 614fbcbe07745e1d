package main

import (
	"context"
	"testing"
	"time"

	"mcwick.example/platform/testkit"
	identityv1 "mcwick.example/services/identity/api/identity/v1"
	"mcwick.example/services/identity/internal/postgres/migrations"
)

// While the database hangs, a look-up of a session fails instead of reporting that there is none,
// and succeeds afterwards.
func TestFrozenDatabaseLosesNoSession(t *testing.T) {
	through, freezer := testkit.FreezeDatabase(t, testkit.DatabaseURL(t, migrations.Schema))
	p := newEnvironment(t, 1, "DATABASE_URL="+through).newPerson(t).mustRegister(t)
	account := p.account(t)
	freezer.Freeze()
	ctx, cancel := context.WithTimeout(p.context(t, ""), time.Second)
	defer cancel()
	if found, err := p.client.LookUpSession(ctx, &identityv1.LookUpSessionRequest{}); err == nil {
		t.Errorf("the account is %q", found.GetAccount())
	}
	freezer.Thaw()
	testkit.Eventually(t, "the session is found again", func() bool {
		found, err := p.client.LookUpSession(p.context(t, ""), &identityv1.LookUpSessionRequest{})
		return err == nil && found.GetAccount() == account
	})
}
