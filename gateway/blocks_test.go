package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/testkit"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
)

const (
	blockDevice = moderationv1.BlockKind_BLOCK_KIND_DEVICE
	blockLane   = moderationv1.BlockKind_BLOCK_KIND_LANE
	blockRange  = moderationv1.BlockKind_BLOCK_KIND_RANGE

	blockAccount = moderationv1.BlockKind_BLOCK_KIND_ACCOUNT
)

// blockFor is a block for so long from now.
func blockFor(kind moderationv1.BlockKind, subject string, length time.Duration) *moderationv1.PolicyBlock {
	return &moderationv1.PolicyBlock{Kind: kind, Subject: subject, ExpireTime: timestamppb.New(time.Now().Add(length))}
}

func policyOf(blocks ...*moderationv1.PolicyBlock) *moderationv1.Policy {
	return &moderationv1.Policy{Version: uuid.NewString(), Blocks: blocks}
}

// Verifies MOD-17.
func TestBlockedSubjectsMayOnlyRead(t *testing.T) {
	const read, write, page, logout = "GET /api/v1/images", "PUT /api/v1/images/x/like", "GET /gallery",
		"DELETE /api/v1/sessions/current"
	for name, c := range map[string]struct {
		block   func(w *environment, device []byte, network string) *moderationv1.PolicyBlock
		refused []string
	}{
		"a device": {func(w *environment, device []byte, _ string) *moderationv1.PolicyBlock {
			return blockFor(blockDevice, w.gateway.devices.visitorOf(device), time.Hour)
		}, []string{write}},
		"a lane": {func(w *environment, _ []byte, network string) *moderationv1.PolicyBlock {
			return blockFor(blockLane, w.gateway.devices.laneOf("["+network+"::9]:1"), time.Hour)
		}, []string{write}},
		"a range": {func(_ *environment, _ []byte, network string) *moderationv1.PolicyBlock {
			return blockFor(blockRange, network+"::/48", time.Hour)
		}, []string{write, read}},
		"another device": {func(w *environment, _ []byte, _ string) *moderationv1.PolicyBlock {
			return blockFor(blockDevice, w.gateway.devices.visitorOf(newDevice()), time.Hour)
		}, nil},
		"another range": {func(*environment, []byte, string) *moderationv1.PolicyBlock {
			return blockFor(blockRange, "3fff::/48", time.Hour)
		}, nil},
		"a kind of a later release": {func(*environment, []byte, string) *moderationv1.PolicyBlock {
			return blockFor(99, "x", time.Hour)
		}, nil},
		"one that ended": {func(_ *environment, _ []byte, network string) *moderationv1.PolicyBlock {
			return blockFor(blockRange, network+"::/48", -time.Second)
		}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			w := newEnvironment(t)
			device, network := newDevice(), newNetwork()
			client := w.newDeviceClient(network, device)
			w.enforce(t, policyOf(c.block(w, device, network)))
			refused := map[string]bool{}
			for _, r := range c.refused {
				refused[r] = true
			}
			takedown := "POST /api/v1/takedowns"
			refused[takedown] = refused[read]
			for _, r := range []string{read, write, page, logout, takedown, "GET /config.json", "GET /media/x.png"} {
				method, path, _ := strings.Cut(r, " ")
				before := w.services.calls()
				answer := client.do(t, method, path, map[bool]string{true: `{"place":"there","reason":"me"}`}[r == takedown])
				if !refused[r] {
					if answer.Code >= 300 {
						t.Errorf("%s: %d %s", r, answer.Code, answer.Body)
					}
					continue
				}
				if answer.Code != 403 || codeOf(t, answer) != "BLOCKED" || w.services.calls() != before ||
					!retriesAfter(answer, time.Hour) || !strings.Contains(answer.Body.String(), " UTC on ") {
					t.Errorf("%s: %d %v %s", r, answer.Code, answer.Header(), answer.Body)
				}
			}
		})
	}
}

// A request without a cookie is its network's, and what pages report is a write too.
// Verifies MOD-17.
func TestBlockedNetworksNeedNoCookie(t *testing.T) {
	w := newEnvironment(t)
	network := newNetwork()
	client := w.newDeviceClient(network, nil)
	w.enforce(t, policyOf(blockFor(blockLane, w.gateway.devices.laneOf("["+network+"::9]:1"), time.Hour)))
	for _, path := range []string{"/api/v1/jobs", "/api/v1/telemetry/vitals", "/api/v1/videos"} {
		answer := client.do(t, "POST", path, "{}", "Idempotency-Key", uuid.NewString())
		if answer.Code != 403 || codeOf(t, answer) != "BLOCKED" || len(client.cookies) != 0 {
			t.Errorf("%s: %d %s", path, answer.Code, answer.Body)
		}
	}
}

// A block that ends uncovers one of a wider range, also while moderation is away.
// Verifies MOD-15, MOD-17.
func TestBlocksEndByThemselves(t *testing.T) {
	w := newEnvironment(t)
	network := newNetwork()
	client := w.newDeviceClient(network, nil)
	wider := netip.PrefixFrom(netip.MustParseAddr(network+"::"), 28).Masked()
	w.enforce(t, policyOf(blockFor(blockRange, network+"::/48", time.Minute),
		blockFor(blockRange, wider.String(), time.Hour)))
	w.services.breakPolicy()
	for _, c := range []struct {
		later time.Duration
		want  int
	}{{0, 403}, {2 * time.Minute, 403}, {2 * time.Hour, 200}} {
		w.gateway.policies.now = func() time.Time { return time.Now().Add(c.later) }
		if err := w.gateway.policies.poll(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := client.do(t, "GET", "/api/v1/images", "").Code; got != c.want {
			t.Errorf("after %s: %d", c.later, got)
		}
	}
}

// Verifies MOD-15, MOD-17.
func TestOperatorsBlockReachesTheGateway(t *testing.T) {
	w, operators, _ := newEnforcedEnvironment(t)
	network := newNetwork()
	client := w.newDeviceClient(network, nil)
	block := &moderationv1.BlockRequest{Kind: blockRange, Subject: network + "::/48", Reason: "bots",
		Duration: durationpb.New(time.Hour)}
	b, err := operators.Block(t.Context(), block)
	if err != nil {
		t.Fatal(err)
	}
	read := func() int { return client.do(t, "GET", "/api/v1/images", "").Code }
	testkit.Eventually(t, "the range is refused", func() bool { return read() == 403 })
	if _, err := operators.Unblock(t.Context(), &moderationv1.UnblockRequest{BlockId: b.GetId()}); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, "the range is served again", func() bool { return read() == 200 })
}

// BenchmarkBlocks checks one request that is not blocked against as many blocks as there can be. The
// lane is not in it: it is derived once for a request, because services get it anyway.
func BenchmarkBlocks(b *testing.B) {
	w := newEnvironment(b)
	all := make([]*moderationv1.PolicyBlock, 0, 10_000)
	for n := range 2_500 {
		all = append(all, blockFor(blockDevice, w.gateway.devices.visitorOf(newDevice()), time.Hour),
			blockFor(blockLane, w.gateway.devices.laneOf(fmt.Sprintf("10.%d.%d.1:1", n/256, n%256)), time.Hour),
			blockFor(blockRange, fmt.Sprintf("10.%d.%d.0/24", n/256, n%256), time.Hour),
			blockFor(blockRange, fmt.Sprintf("2001:db8:%x::/%d", n, 28+n%101), time.Hour))
	}
	w.services.setPolicy(policyOf(all...))
	if err := w.gateway.policies.poll(b.Context()); err != nil {
		b.Fatal(err)
	}
	for _, address := range []string{"198.51.100.7:1", "[2001:e00::1]:1"} {
		for _, method := range []string{http.MethodGet, http.MethodPut} {
			b.Run(method+" "+address, func(b *testing.B) {
				var request *http.Request
				seen := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { request = r })
				r := httptest.NewRequestWithContext(b.Context(), method, "/api/v1/images/x/like", nil)
				r.RemoteAddr = address
				w.gateway.withRequestClient(seen).ServeHTTP(httptest.NewRecorder(), r)
				b.ReportAllocs()
				for b.Loop() {
					if err := w.gateway.checkBlocks(request); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// Verifies MOD-17.
func TestBlockedAccountsMayOnlyRead(t *testing.T) {
	for name, c := range map[string]struct {
		block   func(account string) *moderationv1.PolicyBlock
		refused bool
	}{
		"the account": {func(account string) *moderationv1.PolicyBlock {
			return blockFor(blockAccount, account, time.Hour)
		}, true},
		"its handle": {func(string) *moderationv1.PolicyBlock {
			return blockFor(moderationv1.BlockKind_BLOCK_KIND_HANDLE, "@wick", time.Hour)
		}, true},
		"another handle": {func(string) *moderationv1.PolicyBlock {
			return blockFor(moderationv1.BlockKind_BLOCK_KIND_HANDLE, "@wick2", time.Hour)
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			w := newEnvironment(t)
			network := newNetwork()
			client, stranger := w.newDeviceClient(network, newDevice()), w.newDeviceClient(network, newDevice())
			if answer := client.do(t, "POST", "/api/v1/sessions", `{"publicKey":"k"}`); answer.Code != 201 {
				t.Fatalf("log in: %d %s", answer.Code, answer.Body)
			}
			w.enforce(t, policyOf(c.block("account of "+w.services.session)))
			like := func(by *deviceClient) int { return by.do(t, "PUT", "/api/v1/images/x/like", "").Code }
			if got := like(client); (got == 403) != c.refused {
				t.Errorf("a like: %d", got)
			}
			if got := like(stranger); got >= 300 {
				t.Errorf("a like of another device: %d", got)
			}
			for _, r := range []string{"GET /api/v1/images", "POST /api/v1/takedowns", "DELETE /api/v1/sessions/current"} {
				method, path, _ := strings.Cut(r, " ")
				body := map[string]string{"POST": `{"place":"there","reason":"me"}`}[method]
				if answer := client.do(t, method, path, body); answer.Code >= 300 {
					t.Errorf("%s: %d %s", r, answer.Code, answer.Body)
				}
			}
			if got := like(client); got >= 300 {
				t.Errorf("without the session: %d", got)
			}
		})
	}
}

// A block does not end because the identity service is away.
// Verifies MOD-17.
func TestUnresolvedSessionsAreRefusedWhileAccountsAreBlocked(t *testing.T) {
	w := newEnvironment(t)
	client := w.newDeviceClient(newNetwork(), newDevice())
	if answer := client.do(t, "POST", "/api/v1/sessions", `{"publicKey":"k"}`); answer.Code != 201 {
		t.Fatalf("log in: %d %s", answer.Code, answer.Body)
	}
	w.enforce(t, policyOf(blockFor(blockAccount, "another", time.Hour)))
	w.services.lookUp = fault.ErrUnavailable
	for _, c := range deviceCalls {
		if answer := client.do(t, c.method, c.path, c.body); c.method != "GET" && (answer.Code != 503 ||
			codeOf(t, answer) != "SESSION_UNRESOLVED") {
			t.Errorf("%s %s: %d %s", c.method, c.path, answer.Code, answer.Body)
		}
	}
}

// A block of one account makes an outage of the identity service none of the calls of others that need no account.
// Verifies MOD-17.
func TestSessionsResolvedLatelyAreServedWhileAccountsAreBlocked(t *testing.T) {
	w, account := newUnlimitedEnvironment(t)
	w.enforce(t, policyOf(blockFor(blockAccount, "another", time.Hour)))
	if resp, body := w.do(t, "PUT", "/api/v1/images/x/like", ""); resp.StatusCode != http.StatusOK {
		t.Fatal(resp.Status, body)
	}
	w.gateway.accounts.cache.InvalidateAll()
	w.frozen.Freeze()
	for _, c := range deviceCalls {
		if resp, body := w.do(t, c.method, c.path, c.body); resp.StatusCode >= http.StatusInternalServerError {
			t.Errorf("%s %s: %s %s", c.method, c.path, resp.Status, body)
		}
	}
	if resp, body := w.do(t, "PUT", "/api/v1/images/x/like", ""); checkUnresolved(resp, body) != nil {
		t.Errorf("what acts for the account: %s %s", resp.Status, body)
	}
	w.enforce(t, policyOf(blockFor(blockAccount, account, time.Hour)))
	if resp, body := w.do(t, "POST", "/api/v1/publications/x/reports", "{}"); resp.StatusCode != http.StatusForbidden {
		t.Errorf("once the account is blocked: %s %s", resp.Status, body)
	}
}
