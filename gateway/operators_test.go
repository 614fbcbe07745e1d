package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/grpc"

	gatewayv1 "mcwick.example/gateway/api/gateway/v1"
	"mcwick.example/platform/operator"
	"mcwick.example/platform/testkit"
)

// TestProgramReloadsLimits runs the gateway's own program on a file as a cluster mounts it.
// Verifies LIMIT-26.
func TestProgramReloadsLimits(t *testing.T) {
	w := newEnvironment(t)
	program := testkit.BuildProgram(t)
	file := testkit.NewConfigMap(t, "LIMITS_FILE", `{"reads":{"address":{"every":"1h","burst":1}}}`)
	operators := filepath.Join(t.TempDir(), "operators")
	write(t, operators, operator.CredentialLine("ada", "token-a"))
	c, operatorAddr := w.gateway.config, testkit.FreeAddr(t)
	g := exec.CommandContext(t.Context(), program, "serve")
	g.Env = append(os.Environ(), "HTTP_ADDR="+testkit.FreeAddr(t), "OPS_ADDR="+testkit.FreeAddr(t),
		"OPERATOR_ADDR="+operatorAddr, "OPERATORS_FILE="+operators, "LIMITS_FILE="+file.Path, "LOG_LEVEL=error",
		"PUBLIC_ORIGIN="+c.PublicOrigin, "GALLERY_ADDR="+c.GalleryAddr, "GENERATION_ADDR="+c.GenerationAddr,
		"IDENTITY_ADDR="+c.IdentityAddr, "MEDIA_ADDR="+c.MediaAddr, "MEDIA_HTTP_URL="+c.MediaHTTPURL,
		"WALL_ADDR="+c.WallAddr, "MODERATION_ADDR="+c.ModerationAddr, "STATIC_DIR="+c.StaticDir, "SITE_FILE="+c.SiteFile,
		"DEVICE_KEY="+c.DeviceKey.Reveal(), "REDIS_URL="+testkit.Redis(t), "KAFKA_BROKERS="+testkit.Kafka(t)[0])
	g.Stderr = os.Stderr
	if err := g.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = g.Process.Kill(); _ = g.Wait() })
	conn, err := operator.Dial(operatorAddr, "token-a", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	client := gatewayv1.NewGatewayOperatorServiceClient(conn)
	inEffect := func(burst int32, refusal string) {
		t.Helper()
		testkit.Eventually(t, "the figures are in effect", func() bool {
			l, err := client.GetLimits(t.Context(), &gatewayv1.GetLimitsRequest{}, grpc.WaitForReady(true))
			for _, k := range l.GetKinds() {
				if k.GetKind() == "reads" {
					return err == nil && k.GetAddress().GetBurst() == burst && l.GetLoadTime().IsValid() &&
						strings.Contains(l.GetRefusal(), refusal) && (l.GetRefusal() == "") == (refusal == "")
				}
			}
			return false
		})
	}
	inEffect(1, "")
	file.Replace(t, `{"reads":{"address":{"every":"1h","burst":7}}}`)
	inEffect(7, "")
	file.Replace(t, `{"reads":{"house":{"every":"1h","burst":9}}}`)
	inEffect(7, `unknown field "house"`)
	file.Replace(t, `{}`)
	inEffect(2000, "")
}

// Verifies LIMIT-29.
func TestOperatorsSeePressureAtTheEdge(t *testing.T) {
	w := newEnvironment(t)
	w.do(t, "GET", "/api/v1/sessions/current", "")
	for range 4 { // the fourth is one too many
		w.do(t, "PUT", "/api/v1/images/x/like", "")
	}
	a := w.gateway.activity
	a.setLevel(2, "queue")
	a.recordChallenge(2)
	a.recordChallenge(2)
	a.recordSolution(2, solutionAccepted)
	a.recordSolution(0, "invalid")
	s := operatorServer{limits: w.gateway.limits, activity: a, policies: w.gateway.policies}
	r, err := s.GetPressure(context.Background(), &gatewayv1.GetPressureRequest{})
	if err != nil {
		t.Fatal(err)
	}
	if r.GetPolicyAge().AsDuration() <= 0 || r.GetLockdownEndTime() != nil {
		t.Errorf("policy %v old, lockdown until %v", r.GetPolicyAge(), r.GetLockdownEndTime())
	}
	lanes, refusals, levels := r.GetLanes(), r.GetRefusals(), r.GetChallenges()
	if r.GetDevices() != 1 || len(lanes) != 1 || lanes[0].GetDevices() != 1 ||
		lanes[0].GetLane() != w.gateway.devices.laneOf("127.0.0.1:1") {
		t.Errorf("%d devices, %v", r.GetDevices(), lanes)
	}
	if len(refusals) != 1 || refusals[0].GetRoute() != "PUT /api/v1/images/{id}/like" ||
		refusals[0].GetScope() != "device" || refusals[0].GetRequests() != 1 {
		t.Errorf("refusals %v", refusals)
	}
	if len(levels) != 2 || levels[0].GetRefused() != 1 || levels[1].GetLevel() != 2 || levels[1].GetGiven() != 2 ||
		levels[1].GetAccepted() != 1 || r.GetLevel() != 2 || r.GetLevelCause() != "queue" {
		t.Errorf("challenges %v at level %d because of %q", levels, r.GetLevel(), r.GetLevelCause())
	}
}
