package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/idempotency"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/service/servicetest"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/moderation/api/cases/casestest"
	"mcwick.example/services/moderation/api/wordfilter/wordfiltertest"
	wallv1 "mcwick.example/services/wall/api/wall/v1"
)

const (
	flame = wallv1.Wall_WALL_FLAME
	shame = wallv1.Wall_WALL_SHAME
)

// environment is a wall service on a database of its own, with two operators.
type environment struct {
	*servicetest.Instance[configuration]
	visitors                wallv1.WallServiceClient
	operator, otherOperator wallv1.WallOperatorServiceClient
	pool                    *pgxpool.Pool
}

func newEnvironment(t testing.TB) *environment {
	t.Helper()
	return startEnvironment(t, servicetest.OperatorEnvironment(t))
}

// newModerated starts a service with a moderation service's cases.
func newModerated(t testing.TB) (*environment, *casestest.Server) {
	t.Helper()
	moderation, settings := casestest.Start(t), servicetest.OperatorEnvironment(t)
	settings["MODERATION_ADDR"] = moderation.Addr
	return startEnvironment(t, settings), moderation
}

func startEnvironment(t testing.TB, settings map[string]string) *environment {
	t.Helper()
	w := &environment{Instance: servicetest.New(t, spec, settings)}
	w.Start(t)
	w.visitors, w.pool = wallv1.NewWallServiceClient(w.Conn), w.Database(t)
	w.operator, w.otherOperator = w.operatorClient(t, "token-a"), w.operatorClient(t, "token-l")
	return w
}

// operatorClient returns a client with a token.
func (w *environment) operatorClient(t testing.TB, token string) wallv1.WallOperatorServiceClient {
	t.Helper()
	return wallv1.NewWallOperatorServiceClient(w.DialOperator(t, token))
}

// newVisitor returns the context of a call from a new visitor.
func newVisitor(t testing.TB) context.Context {
	return rpc.WithCaller(t.Context(), rpc.Caller{Visitor: "v-" + uuid.NewString(), IdempotencyKey: uuid.NewString()})
}

func (w *environment) nominate(t testing.TB, on wallv1.Wall, handle string) {
	t.Helper()
	r := &wallv1.NominateRequest{Wall: on, XHandle: handle, Reason: "Because of " + handle}
	if _, err := w.visitors.Nominate(newVisitor(t), r); err != nil {
		t.Fatal(err)
	}
}

// count returns how many rows a query finds.
func (w *environment) count(t testing.TB, query string, args ...any) int {
	t.Helper()
	return testkit.QueryOne[int](t, w.pool, `SELECT count(*) FROM `+query, args...)
}

// Verifies WALL-9, MOD-1, MOD-30.
func TestInvalidNominationChangesNothing(t *testing.T) {
	w := newEnvironment(t)
	yes := true
	good := func() *wallv1.NominateRequest {
		return &wallv1.NominateRequest{Wall: flame, XHandle: "@wick", Reason: "Burns"}
	}
	cases := map[string]struct {
		change func(*wallv1.NominateRequest)
		field  string
	}{
		"no wall": {func(r *wallv1.NominateRequest) { r.Wall = wallv1.Wall_WALL_UNSPECIFIED },
			"wall"},
		"an unknown wall": {func(r *wallv1.NominateRequest) { r.Wall = 7 }, "wall"},
		"no handle":       {func(r *wallv1.NominateRequest) { r.XHandle = "@" }, "xHandle"},
		"a long handle": {func(r *wallv1.NominateRequest) { r.XHandle = strings.Repeat("w", 51) },
			"xHandle"},
		"no reason": {func(r *wallv1.NominateRequest) { r.Reason = " \n " }, "reason"},
		"a long reason": {func(r *wallv1.NominateRequest) { r.Reason = strings.Repeat("w", 401) },
			"reason"},
		"a long reason of emoji": {func(r *wallv1.NominateRequest) {
			r.Reason = strings.Repeat("🔥", 200) +
				"w"
		}, "reason"},
		"a reason with bidi controls": {func(r *wallv1.NominateRequest) { r.Reason = "a\u202eb" }, "reason"},
		"an indecent reason":          {func(r *wallv1.NominateRequest) { r.Reason = "because s.l.u.t" }, "reason"},
		"an indecent handle":          {func(r *wallv1.NominateRequest) { r.XHandle = "@a_5lut" }, "xHandle"},
		"holding, of another person":  {func(r *wallv1.NominateRequest) { r.IsHodling = &yes }, "isHodling"},
		"holding, for the Wall of Shame": {func(r *wallv1.NominateRequest) {
			r.Wall, r.IsSelfNomination,
				r.IsHodling = shame, true, &yes
		}, "isHodling"},
		"not holding, of another person": {func(r *wallv1.NominateRequest) { r.IsHodling = new(bool) }, "isHodling"},
	}
	for _, text := range wordfiltertest.Disguises {
		cases[text] = struct {
			change func(*wallv1.NominateRequest)
			field  string
		}{func(r *wallv1.NominateRequest) { r.Reason = text }, "reason"}
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			r := good()
			c.change(r)
			_, err := w.visitors.Nominate(newVisitor(t), r)
			f := fault.From(err)
			if f == nil || f.Kind != fault.KindInvalid || len(f.Fields) != 1 || f.Fields[0].Name != c.field ||
				f.Message == "" {
				t.Errorf("got %v", err)
			}
			if c.field == "xHandle" && f.Reason == "NOMINATION_INVALID" &&
				f.Message != "Please enter a valid X username" {
				t.Errorf("%q is not the specified text", f.Message)
			}
		})
	}
	if n := w.count(t, "nominations") + w.count(t, "intents"); n != 0 {
		t.Errorf("%d rows", n)
	}
	if _, err := w.visitors.Nominate(rpc.WithCaller(t.Context(), rpc.Caller{Visitor: "v"}),
		good()); fault.From(err).Kind != fault.KindInvalid {
		t.Errorf("without a key: %v", err)
	}
}

// Verifies WALL-12.
func TestNominationKeepsEveryField(t *testing.T) {
	w := newEnvironment(t)
	yes := true
	reason := strings.Repeat("🔥", 200) // 400 UTF-16 units
	_, err := w.visitors.Nominate(newVisitor(t), &wallv1.NominateRequest{
		Wall: flame, XHandle: "Wick_1", Reason: "\n " + reason + " ", IsSelfNomination: true, IsHodling: &yes,
	})
	if err != nil {
		t.Fatal(err)
	}
	if n := w.count(t,
		`nominations WHERE wall = 'flame' AND x_handle = '@Wick_1' AND reason = $1 AND is_self_nomination AND is_hodling`, reason); n != 1 {
		t.Error("not as it was sent")
	}
}

func TestNominationsOfOneNameAreGroupedPerWall(t *testing.T) {
	w := newEnvironment(t)
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() { w.nominate(t, flame, []string{"@wick", "Wick", "WICK"}[i%3]) })
	}
	w.nominate(t, shame, "@wick")
	all.Wait()
	if n := w.count(t, `nominations WHERE wall = 'flame' AND repeats = 19`); n != 1 || w.count(t, "nominations") != 2 {
		t.Errorf("%d of %d", n, w.count(t, "nominations"))
	}
}

func TestNominateIsIdempotent(t *testing.T) {
	w := newEnvironment(t)
	ctx := newVisitor(t)
	r := &wallv1.NominateRequest{Wall: flame, XHandle: "@wick", Reason: "Burns"}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if _, err := w.visitors.Nominate(ctx, r); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := w.count(t, `nominations WHERE repeats = 0`); n != 1 {
		t.Error("a repeat was counted")
	}
	r.Reason = "Burns brighter"
	if _, err := w.visitors.Nominate(ctx, r); !errors.Is(err, idempotency.ErrKeyReused) {
		t.Errorf("the key for something else: %v", err)
	}
}

// insertEntries inserts n entries of a wall, all of the same time.
func (w *environment) insertEntries(t testing.TB, on string, n int) {
	t.Helper()
	testkit.Fill(t, w.pool, `INSERT INTO wall_entries (id, wall, x_handle, bio, created_at)
		SELECT gen_random_uuid(), $1, '@wick_' || i, 'bio ' || i, '2030-01-01' FROM generate_series(1, $2) i`, on, n)
}

func TestListWallEntriesPagination(t *testing.T) {
	w := newEnvironment(t)
	w.insertEntries(t, "flame", 60)
	w.insertEntries(t, "shame", 1)
	for size, pages := range map[int32]int{0: 3, 7: 9, 60: 1, 100: 1} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			seen := make(map[string]bool)
			requests, cursor := 0, ""
			for requests == 0 || cursor != "" {
				requests++
				r, err := w.visitors.ListWallEntries(t.Context(),
					&wallv1.ListWallEntriesRequest{Wall: flame, Cursor: cursor, PageSize: size})
				if err != nil {
					t.Fatal(err)
				}
				for _, e := range r.GetEntries() {
					if seen[e.GetId()] || !strings.HasPrefix(e.GetXHandle(), "@wick_") ||
						!strings.HasPrefix(e.GetBio(), "bio ") || e.GetCreateTime().AsTime().Year() != 2030 {
						t.Errorf("again, or not ours: %v", e)
					}
					seen[e.GetId()] = true
				}
				cursor = r.GetNextCursor()
			}
			if len(seen) != 60 || requests != pages {
				t.Errorf("%d entries on %d pages", len(seen), requests)
			}
		})
	}
	for _, r := range []*wallv1.ListWallEntriesRequest{{}, {Wall: flame, Cursor: "!"}, {Wall: flame, PageSize: 101},
		{Wall: flame, PageSize: -1}} {
		if _, err := w.visitors.ListWallEntries(t.Context(), r); fault.From(err).Kind != fault.KindInvalid {
			t.Errorf("%v: %v", r, err)
		}
	}
}

func TestOperatorAuthentication(t *testing.T) {
	servicetest.CheckOperatorPort(t, newEnvironment(t).Instance)
}
