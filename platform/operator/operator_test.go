package operator

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/grpc"
	channelzv1 "google.golang.org/grpc/channelz/grpc_channelz_v1"
	"google.golang.org/grpc/credentials/insecure"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/lifecycle"
	operatorv1 "mcwick.example/platform/operator/api/operator/v1"
	"mcwick.example/platform/security/securitytest"
	"mcwick.example/platform/testkit"
)

func writeCredentials(t *testing.T, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "operators")
	testkit.WriteFile(t, path, content)
	return path
}

func TestReadCredentialsReportsEveryInvalidLine(t *testing.T) {
	good := CredentialLine("ada", "a")
	known, err := ReadCredentials(writeCredentials(t, "# who runs the place\n\n"+good+CredentialLine("lin", "l")+
		CredentialLine("ada", "a2")))
	if err != nil {
		t.Fatal(err)
	}
	for token, want := range map[string]string{"a": "ada", "a2": "ada", "l": "lin", "": "", "ada": ""} {
		if found, ok := known.find(token); found.Name != want || ok != (want != "") {
			t.Errorf("%q is %+v", token, found)
		}
	}
	_, err = ReadCredentials(writeCredentials(t, good+"Ada 00\nlin "+strings.Repeat("0", 63)+"\n"+
		strings.Replace(good, "ada", "eve", 1)+"eve\n"+CredentialLine("eve", "e1", "cook")+
		CredentialLine("eve", "e2", "look", "soon")+CredentialLine("eve", "e3", "look", "2030-01-01", "more")))
	if err == nil || strings.Count(err.Error(), "\n") != 6 || strings.Contains(err.Error(), "line 1 ") {
		t.Errorf("got %v", err)
	}
	for _, path := range []string{writeCredentials(t, "# nobody\n"), filepath.Join(t.TempDir(), "none")} {
		if _, err := ReadCredentials(path); err == nil {
			t.Errorf("%s was read", path)
		}
	}
}

func TestCredentialLineHasScopesAndEnd(t *testing.T) {
	noon := time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC)
	for line, want := range map[string]Credential{
		CredentialLine("ada", "a"):         {Name: "ada", Scopes: AllScopes},
		CredentialLine("ada", "a", "look"): {Name: "ada", Scopes: AllScopes[:1]},
		CredentialLine("ada", "a", "sanction,decide,decide"): {Name: "ada",
			Scopes: []Scope{operatorv1.Scope_SCOPE_LOOK, operatorv1.Scope_SCOPE_SANCTION, operatorv1.Scope_SCOPE_DECIDE}},
		CredentialLine("ada", "a", "look", "2030-01-01"):           {Name: "ada", Scopes: AllScopes[:1], Expires: noon.Add(-12 * time.Hour)},
		CredentialLine("ada", "a", "look", "2030-01-01T12:00:00Z"): {Name: "ada", Scopes: AllScopes[:1], Expires: noon},
	} {
		known, err := ReadCredentials(writeCredentials(t, line))
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := known.find("a"); !cmp.Equal(got, want) {
			t.Errorf("%q: %+v", line, got)
		}
	}
}

// fakeCalls answers two calls of different scopes with the name of the operator.
type fakeCalls struct {
	operatorv1.UnimplementedOperatorServiceServer
	names chan string
}

func (f fakeCalls) ListActs(ctx context.Context, _ *operatorv1.ListActsRequest) (*operatorv1.ListActsResponse, error) {
	name, err := Name(ctx)
	f.names <- name
	return &operatorv1.ListActsResponse{}, err
}

func (f fakeCalls) ReplayDeadLetters(
	context.Context, *operatorv1.ReplayDeadLettersRequest,
) (*operatorv1.ReplayDeadLettersResponse, error) {
	return &operatorv1.ReplayDeadLettersResponse{}, nil
}

func (f fakeCalls) register(r grpc.ServiceRegistrar) { operatorv1.RegisterOperatorServiceServer(r, f) }

// open returns the operators' port of a service, with the operators of a file.
func (f fakeCalls) open(t *testing.T, operators string) (addr string) {
	t.Helper()
	return f.openLogging(t, operators, testkit.DiscardLog())
}

// openLogging is open with a logger.
func (f fakeCalls) openLogging(t *testing.T, operators string, log *slog.Logger) (addr string) {
	t.Helper()
	addr = testkit.FreeAddr(t)
	part, err := Part(log, Config{Addr: addr, File: operators}, f.register)
	if err != nil {
		t.Fatal(err)
	}
	testkit.RunCommand(t, func(ctx context.Context) error { return lifecycle.Run(ctx, testkit.DiscardLog(), part) })
	return addr
}

// listActs asks for acts over the operators' port.
func listActs(t *testing.T, conn *grpc.ClientConn) error {
	t.Helper()
	_, err := operatorv1.NewOperatorServiceClient(conn).ListActs(t.Context(), &operatorv1.ListActsRequest{},
		grpc.WaitForReady(true))
	return err
}

// Verifies SEC-5.
func TestRefusedOperatorsAreSecurityEvents(t *testing.T) {
	var logged securitytest.Recorder
	h := fakeCalls{names: make(chan string, 1)}
	addr := h.openLogging(t, writeCredentials(t, CredentialLine("ada", "a", "look", "2020-01-01")+
		CredentialLine("lin", "l", "look")), logged.Logger("gallery"))
	for _, token := range []string{"stranger", "a", "l"} {
		conn, err := Dial(addr, token, "")
		if err != nil {
			t.Fatal(err)
		}
		_, err = operatorv1.NewOperatorServiceClient(conn).ReplayDeadLetters(t.Context(),
			&operatorv1.ReplayDeadLettersRequest{}, grpc.WaitForReady(true))
		if err == nil {
			t.Errorf("%s is let in", token)
		}
		conn.Close()
	}
	var got []string
	for _, e := range logged.Events(t) {
		got = append(got, fmt.Sprintf("%s %q", e["event.reason"], e["user.name"]))
	}
	if joined := strings.Join(got, ", "); joined != `unknown "", expired "ada", scope "lin"` {
		t.Error(joined)
	}
	if strings.Contains(logged.Text(), "stranger") {
		t.Error("a token is in the log")
	}
}

func TestOperatorPortRequiresToken(t *testing.T) {
	h := fakeCalls{names: make(chan string, 1)}
	addr := h.open(t, writeCredentials(t, CredentialLine("ada", "secret-a")+CredentialLine("lin", "secret-l")))
	for token, name := range map[string]string{"secret-a": "ada", "secret-l": "lin", "": "", "secret": "",
		"Secret-a": "", "ada": ""} {
		conn, err := Dial(addr, token, "")
		if err != nil {
			t.Fatal(err)
		}
		err = listActs(t, conn)
		if name == "" && !errors.Is(err, errUnknownOperator) || name != "" && err != nil {
			t.Errorf("%q: %v", token, err)
		}
		if name != "" {
			if got := <-h.names; got != name {
				t.Errorf("%q is %q", token, got)
			}
		}
		conn.Close()
	}
	if len(h.names) != 0 {
		t.Error("a stranger was let in")
	}
	without, err := grpc.NewClient(addr, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	defer without.Close()
	if err := listActs(t, without); err == nil {
		t.Error("no token was enough")
	}
}

func TestNoPortWithoutCredentialsFile(t *testing.T) {
	addr := testkit.FreeAddr(t)
	part, err := Part(testkit.DiscardLog(), Config{Addr: addr},
		func(grpc.ServiceRegistrar) { t.Error("something was registered") })
	if err != nil || part.Start != nil || part.Stop != nil {
		t.Errorf("%+v, %v", part, err)
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		t.Fatal("a server listens")
	}
	l.Close()
	if _, err := Part(testkit.DiscardLog(), Config{Addr: addr, File: "none"}, nil); err == nil {
		t.Error("a file that is not there was no error")
	}
	if _, err := Name(t.Context()); !errors.Is(err, errUnknownOperator) {
		t.Errorf("a call from elsewhere: %v", err)
	}
}

// TestCredentialsReloadWhileServing replaces a token as the runbook has it: both are known for a
// while.
// Verifies OPS-11.
func TestCredentialsReloadWhileServing(t *testing.T) {
	h := fakeCalls{names: make(chan string, 1)}
	path := writeCredentials(t, CredentialLine("ada", "former")+CredentialLine("lin", "lins"))
	addr := h.open(t, path)
	as := func(token string) error {
		conn, err := Dial(addr, token, "")
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		err = listActs(t, conn)
		if err == nil {
			<-h.names
		}
		return err
	}
	lin := func() {
		t.Helper()
		if err := as("lins"); err != nil {
			t.Errorf("another operator: %v", err)
		}
	}
	change := func(text, what string, done func() bool) {
		t.Helper()
		testkit.ReplaceFile(t, path, text)
		testkit.Eventually(t, what, func() bool { lin(); return done() })
	}
	change(CredentialLine("ada", "former")+CredentialLine("ada", "next")+CredentialLine("lin", "lins"),
		"the new token is known", func() bool { return as("next") == nil })
	if err := as("former"); err != nil {
		t.Errorf("the former token, while it is known: %v", err)
	}
	change(CredentialLine("ada", "next")+CredentialLine("lin", "lins"), "the former token opens nothing",
		func() bool { return errors.Is(as("former"), errUnknownOperator) })
	if err := as("next"); err != nil {
		t.Errorf("the new token: %v", err)
	}
	change("ada "+strings.Repeat("0", 63)+"\n"+CredentialLine("lin", "lins"), "a token whose line is bad opens nothing",
		func() bool { return errors.Is(as("next"), errUnknownOperator) })
	testkit.ReplaceFile(t, path, "# "+CredentialLine("lin", "lins"))
	testkit.Eventually(t, "the last token opens nothing",
		func() bool { return errors.Is(as("lins"), errUnknownOperator) })
}

// Verifies OPS-25.
func TestTokenNeedsTheScopeOfTheCall(t *testing.T) {
	addr := fakeCalls{names: make(chan string, 9)}.open(t, writeCredentials(t,
		CredentialLine("ada", "all")+CredentialLine("lin", "look", "look")+CredentialLine("lin", "decide", "decide")+
			CredentialLine("lin", "configure", "configure")))
	for token, want := range map[string]string{"all": "", "configure": "", "look": "SCOPE_MISSING",
		"decide": "SCOPE_MISSING"} {
		conn, err := Dial(addr, token, "")
		if err != nil {
			t.Fatal(err)
		}
		if err := listActs(t, conn); err != nil {
			t.Errorf("%s may look: %v", token, err)
		}
		_, err = operatorv1.NewOperatorServiceClient(conn).ReplayDeadLetters(t.Context(),
			&operatorv1.ReplayDeadLettersRequest{})
		if got := reasonOf(err); got != want {
			t.Errorf("%s, replay: %v, want %q", token, err, want)
		}
		conn.Close()
	}
}

// reasonOf returns the code of a refusal, or "".
func reasonOf(err error) string {
	if err == nil {
		return ""
	}
	return fault.From(err).Reason
}

// Verifies OPS-26.
func TestTokenEndsWhenItExpires(t *testing.T) {
	soon := time.Now().Add(2 * time.Second).Format(time.RFC3339)
	f := fakeCalls{names: make(chan string, 1000)}
	addr := f.open(t, writeCredentials(t, CredentialLine("ada", "short", "look", soon)+
		CredentialLine("lin", "long", "look", "2999-12-31")+CredentialLine("lin", "former", "look", "2020-01-01")))
	asToken := func(token string) error {
		conn, err := Dial(addr, token, "")
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		return listActs(t, conn)
	}
	if err := asToken("long"); err != nil {
		t.Errorf("a token with a late end: %v", err)
	}
	if err := asToken("former"); !errors.Is(err, errUnknownOperator) {
		t.Errorf("an expired token: %v", err)
	}
	testkit.Eventually(t, "the token expires while the port is open", func() bool {
		return errors.Is(asToken("short"), errUnknownOperator)
	})
}

func TestPortDoesNotOpenForMethodsWithoutScope(t *testing.T) {
	c := Config{Addr: testkit.FreeAddr(t), File: writeCredentials(t, CredentialLine("ada", "a"))}
	_, err := Part(testkit.DiscardLog(), c, func(r grpc.ServiceRegistrar) {
		channelzv1.RegisterChannelzServer(r, channelzv1.UnimplementedChannelzServer{}) // not for operators
	})
	if err == nil || !strings.Contains(err.Error(), "says no operator's scope") {
		t.Errorf("a method without a scope: %v", err)
	}
}
