package main

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/gateway/limits"
	"mcwick.example/platform/lifecycle"
	"mcwick.example/platform/limit"
	"mcwick.example/platform/operator"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/testkit"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
)

// lockdownFor is a policy with a lockdown for so long from now.
func lockdownFor(length time.Duration) *moderationv1.Policy {
	return &moderationv1.Policy{Version: uuid.NewString(),
		Lockdown: &moderationv1.Lockdown{ExpireTime: timestamppb.New(time.Now().Add(length))}}
}

// retriesAfter reports whether an answer says to come back after a time, less what the test has taken.
func retriesAfter(answer *httptest.ResponseRecorder, wait time.Duration) bool {
	left, err := time.ParseDuration(answer.Header().Get("Retry-After") + "s")
	return err == nil && wait-time.Minute < left && left <= wait
}

// enforce has the gateway read a policy.
func (w *environment) enforce(t *testing.T, p *moderationv1.Policy) {
	t.Helper()
	w.services.setPolicy(p)
	if err := w.gateway.policies.poll(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// newOrderingClient is a browser with a device, in a network of its own. Its orders have no limit.
func (w *environment) newOrderingClient(t *testing.T, device []byte) *deviceClient {
	t.Helper()
	wide := limits.Scopes{Address: limit.Rate{Every: time.Microsecond, Burst: 1e6}}
	w.setLimits(t, limits.Config{limits.Attempts: wide, limits.Jobs: wide, limits.Videos: wide})
	return w.newDeviceClient(newNetwork(), device)
}

// orderCode orders a picture, and returns the code of the refusal or "".
func (c *deviceClient) orderCode(t *testing.T) (code string) {
	t.Helper()
	status, code := c.order(t, "")
	if code == "" && status != http.StatusAccepted {
		t.Fatalf("status %d", status)
	}
	return code
}

// Verifies MOD-13.
func TestLockdownRefusesPaidCallsOfUnsettledDevices(t *testing.T) {
	w := newEnvironment(t)
	w.enforce(t, lockdownFor(90*time.Minute))
	c := w.newOrderingClient(t, newDevice())
	for _, path := range []string{"/api/v1/jobs", "/api/v1/videos"} {
		answer := c.do(t, "POST", path, meme, "Idempotency-Key", uuid.NewString())
		if answer.Code != 403 || codeOf(t, answer) != "LOCKDOWN" || !retriesAfter(answer, 90*time.Minute) ||
			!strings.Contains(answer.Body.String(), " UTC on ") {
			t.Errorf("%s: %d %v %s", path, answer.Code, answer.Header(), answer.Body)
		}
	}
	w.gateway.difficulty.current.Store(1)
	if _, code := c.order(t, c.solveChallenge(t, "picture")); code != "LOCKDOWN" {
		t.Errorf("with a solved challenge: %q", code)
	}
	for _, r := range [][2]string{{"GET", "/api/v1/images"}, {"PUT", "/api/v1/images/x/like"}, {"GET", "/gallery"}} {
		if answer := c.do(t, r[0], r[1], ""); answer.Code != 200 {
			t.Errorf("%v: %d %s", r, answer.Code, answer.Body)
		}
	}
	w.enforce(t, &moderationv1.Policy{Version: uuid.NewString()})
	if code := c.orderCode(t); code != "" {
		t.Errorf("after the lockdown: %s", code)
	}
}

// A settled device is served whatever the pressure, also without a solution.
// Verifies MOD-13.
func TestLockdownServesSettledDevices(t *testing.T) {
	w := newEnvironment(t)
	w.enforce(t, lockdownFor(time.Hour))
	device, s := settledDevice()
	c := w.newOrderingClient(t, device)
	c.setStanding(w.gateway.devices, device, s)
	for level := range int32(3) {
		w.gateway.difficulty.current.Store(level)
		if code := c.orderCode(t); code != "" {
			t.Errorf("at level %d: %s", level, code)
		}
	}
}

// Verifies MOD-13.
func TestLockdownEndsByItself(t *testing.T) {
	w := newEnvironment(t)
	w.enforce(t, lockdownFor(time.Minute))
	c := w.newOrderingClient(t, newDevice())
	if code := c.orderCode(t); code != "LOCKDOWN" {
		t.Errorf("before: %q", code)
	}
	w.gateway.policies.now = func() time.Time { return time.Now().Add(time.Minute) }
	if code := c.orderCode(t); code != "" {
		t.Errorf("after: %q", code)
	}
}

// startModeration runs the moderation service in a process, and returns its address and the
// operators' calls.
func startModeration(t *testing.T) (addr string, operators moderationv1.ModerationOperatorServiceClient, kill func()) {
	t.Helper()
	program := testkit.BuildProgramAt(t, "../services/moderation")
	credentials := filepath.Join(t.TempDir(), "operators")
	write(t, credentials, operator.CredentialLine("ada", "token-a"))
	addr = testkit.FreeAddr(t)
	port := testkit.FreeAddr(t)
	environment := []string{"GRPC_ADDR=" + addr, "OPS_ADDR=" + testkit.FreeAddr(t), "OPERATOR_ADDR=" + port,
		"OPERATORS_FILE=" + credentials, "DATABASE_URL=" + testkit.DatabaseURL(t, nil),
		"KAFKA_BROKERS=" + testkit.Kafka(t)[0], "LOG_LEVEL=error"}
	migrate := exec.CommandContext(t.Context(), program, "migrate")
	migrate.Env = environment
	if out, err := migrate.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	kill = testkit.StartProgram(t, program, environment...)
	conn, err := operator.Dial(port, "token-a", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	operators = moderationv1.NewModerationOperatorServiceClient(conn)
	testkit.Eventually(t, "moderation takes operators", func() bool {
		_, err := operators.GetLockdown(t.Context(), &moderationv1.GetLockdownRequest{})
		return err == nil
	})
	return addr, operators, kill
}

// newEnforcedEnvironment is a gateway that polls a real moderation service.
func newEnforcedEnvironment(t *testing.T) (
	w *environment, operators moderationv1.ModerationOperatorServiceClient, kill func(),
) {
	t.Helper()
	w = newEnvironment(t)
	addr, operators, kill := startModeration(t)
	conn, err := rpc.Dial(addr, moderationv1.File_moderation_v1_policy_proto)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	w.gateway.policies.client = moderationv1.NewPolicyServiceClient(conn)
	testkit.RunCommand(t, func(ctx context.Context) error {
		return lifecycle.Run(ctx, testkit.DiscardLog(), w.gateway.policies.part())
	})
	return w, operators, kill
}

// What an operator decides takes effect at the edge, and stays in force while the moderation
// service is away.
// Verifies MOD-13, MOD-15.
func TestOperatorsLockdownReachesTheGateway(t *testing.T) {
	w, operators, kill := newEnforcedEnvironment(t)
	c := w.newOrderingClient(t, newDevice())
	on := &moderationv1.SetLockdownRequest{On: true, Reason: "a flood", Duration: durationpb.New(time.Hour)}
	if _, err := operators.SetLockdown(t.Context(), on); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, "paid calls are refused", func() bool { return c.orderCode(t) == "LOCKDOWN" })
	if _, err := operators.SetLockdown(t.Context(), &moderationv1.SetLockdownRequest{}); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, "paid calls are served again", func() bool { return c.orderCode(t) == "" })
	if _, err := operators.SetLockdown(t.Context(), on); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, "paid calls are refused again", func() bool { return c.orderCode(t) == "LOCKDOWN" })
	kill()
	testkit.Eventually(t, "the policy ages", func() bool { return w.gateway.policies.age() > 2*policyInterval })
	if code := c.orderCode(t); code != "LOCKDOWN" {
		t.Errorf("while moderation is away: %q", code)
	}
}
