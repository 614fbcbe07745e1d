package main

import (
	"context"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	gatewayv1 "mcwick.example/gateway/api/gateway/v1"
	"mcwick.example/platform/lifecycle"
	"mcwick.example/platform/operator"
	"mcwick.example/platform/testkit"
	generationv1 "mcwick.example/services/generation/api/generation/v1"
)

// fakeGateway plays one gateway.
type fakeGateway struct {
	gatewayv1.UnimplementedGatewayOperatorServiceServer
	*fakeWall
	refusal string
	burst   int32
}

func (g fakeGateway) GetLimits(ctx context.Context, _ *gatewayv1.GetLimitsRequest) (*gatewayv1.Limits, error) {
	return &gatewayv1.Limits{LoadTime: timestamppb.New(time.Date(2030, 1, 2, 3, 4, 0, 0, time.UTC)), Refusal: g.refusal,
		Kinds: []*gatewayv1.KindLimits{{Kind: "reads", Address: &gatewayv1.Rate{Burst: 2000 + g.burst,
			Every: durationpb.New(5 * time.Millisecond)}}}}, g.record(ctx, "limits")
}

func (g fakeGateway) GetPressure(
	ctx context.Context, _ *gatewayv1.GetPressureRequest,
) (*gatewayv1.PressureReport, error) {
	return &gatewayv1.PressureReport{
		Devices: 41, Level: 3, LevelCause: "money", PolicyAge: durationpb.New(2 * time.Second),
		LockdownEndTime: timestamppb.New(time.Date(2030, 1, 2, 3, 4, 0, 0, time.UTC)),
		Lanes:           []*gatewayv1.LaneDevices{{Lane: "a1b2", Devices: 40, LastMinute: 9}},
		Refusals:        []*gatewayv1.Refusal{{Route: "POST /api/v1/jobs", Scope: "address", Requests: 7}},
		Challenges:      []*gatewayv1.LevelChallenges{{Level: 3, Given: 20, Accepted: 15, Refused: 1}},
	}, g.record(ctx, "edge")
}

// newGateways starts gateways and a generation service for the operator ada, and returns a way to
// run commands that know them as the local platform writes them down.
func newGateways(t *testing.T, gateways ...fakeGateway) func(args ...string) (string, error) {
	t.Helper()
	data := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(data, name)
		testkit.WriteFile(t, path, text)
		return path
	}
	operators, token := write("operators", operator.CredentialLine("ada", "token-a")), write("token", "token-a")
	var addresses []string
	for _, g := range gateways {
		g.fakeWall = &fakeWall{}
		c := operator.Config{Addr: testkit.FreeAddr(t), File: operators}
		part, err := operator.Part(testkit.DiscardLog(), c, func(r grpc.ServiceRegistrar) {
			gatewayv1.RegisterGatewayOperatorServiceServer(r, g)
			generationv1.RegisterGenerationOperatorServiceServer(r, fakeGeneration{fakeWall: g.fakeWall})
		})
		if err != nil {
			t.Fatal(err)
		}
		testkit.RunCommand(t, func(ctx context.Context) error { return lifecycle.Run(ctx, testkit.DiscardLog(), part) })
		addresses = append(addresses, c.Addr)
	}
	written, err := json.Marshal(map[string]string{"gateway": strings.Join(addresses, ","), "generation": addresses[0]})
	if err != nil {
		t.Fatal(err)
	}
	write("operators.json", string(written))
	run := func(args ...string) (string, error) {
		root := newRoot()
		var out strings.Builder
		root.SetOut(&out)
		root.SetArgs(append(args, "--data", data, "--token-file", token))
		err := root.ExecuteContext(t.Context())
		return out.String(), err
	}
	for _, address := range addresses {
		testkit.Eventually(t, "a gateway answers", func() bool {
			_, err := run("limits", "--address", "gateway="+address)
			return err == nil
		})
	}
	return run
}

// Verifies MOD-9.
func TestLimitsOfAllGateways(t *testing.T) {
	const refusal = `limits: unknown kind "raeds"`
	run := newGateways(t, fakeGateway{}, fakeGateway{refusal: refusal, burst: 1})
	out, err := run("limits")
	if err != nil || strings.Count(out, "in effect since 2030-01-02 03:04Z.") != 2 || !strings.Contains(out, refusal) ||
		strings.Count(out, "differs: reads by address: 200") != 1 ||
		!strings.Contains(out, "reads  -       200") || strings.Count(out, "reads  -") != 1 {
		t.Errorf("%v\n%s", err, out)
	}
	if out, err = run("limits", "--json"); err != nil || strings.Count(out, `"refusal": `) != 2 {
		t.Errorf("%v\n%s", err, out)
	}
	file := filepath.Join(t.TempDir(), "limits.json")
	for text, want := range map[string][]string{
		`{"reads":{"address":{"every":"1s","burst":9}}}`: {"A gateway would take this file.",
			"reads          address  2000, then 1 in 5ms  9, then 1 in 1s"},
		`{"raeds":{"address":{"every":"1s","burst":9}}}`: {"unknown kind"},
		`{"reads":{}}`: {"reads has no bound by address"},
	} {
		testkit.WriteFile(t, file, text)
		out, err := run("limits", "check", file)
		if err != nil {
			out += err.Error()
		}
		if refused := strings.HasPrefix(text, `{"reads":{"a`); refused != (err == nil) {
			t.Errorf("%s: %v", text, err)
		}
		for _, w := range want {
			if !strings.Contains(out, w) {
				t.Errorf("%s: %q is not in\n%s", text, w, out)
			}
		}
	}
}

// Verifies MOD-9.
func TestPressureSumsUpGateways(t *testing.T) {
	run := newGateways(t, fakeGateway{}, fakeGateway{})
	out, err := run("pressure")
	for _, want := range []string{
		"1.75 times as fast as planned",
		"Gateways: 2. In the last ten minutes 82 devices were made.",
		"Challenges: level 3, because of money.",
		"Lockdown: until 2030-01-02 03:04Z, as gateways knew 2s ago.",
		"a1b2  80           18",
		"POST /api/v1/jobs  address  14",
		"3      40     30      75 %   2",
	} {
		if err != nil || !strings.Contains(out, want) {
			t.Errorf("%v: %q is not in\n%s", err, want, out)
		}
	}
	if out, err = run("pressure", "--json"); err != nil || !strings.Contains(out, `"levelCause": "money"`) ||
		!strings.Contains(out, `"devices": 80`) || !strings.Contains(out, `"budgetRatio": 1.75`) {
		t.Errorf("%v\n%s", err, out)
	}
	// What answers is shown all the same.
	for _, c := range []struct{ away, says, shown, shownJSON string }{
		{"gateway", "gateway at ", "1.75 times", `"generation": `},
		{"generation", "generation: ", "Gateways: 2.", `"gateway": `},
	} {
		away := c.away + "=" + testkit.FreeAddr(t)
		out, err = run("pressure", "--address", away)
		if err == nil || !strings.Contains(describeError(err), c.says) || !strings.Contains(out, c.shown) {
			t.Errorf("%v\n%s", err, out)
		}
		out, err = run("pressure", "--json", "--address", away)
		if err == nil || !strings.Contains(out, c.shownJSON) || strings.Contains(out, `"`+c.away+`": `) {
			t.Errorf("%v\n%s", err, out)
		}
	}
	_, run = newEnvironment(t)
	if out, err = run("pressure", "--json"); err == nil || out != "" || err.Error() != errNoToken.Error() {
		t.Errorf("%v\n%s", err, out)
	}
}
