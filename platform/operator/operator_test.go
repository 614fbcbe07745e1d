package operator

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"

	"mcwick.example/platform/lifecycle"
	"mcwick.example/platform/testkit"
)

func writeCredentials(t *testing.T, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "operators")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestReadCredentialsReportsEveryInvalidLine(t *testing.T) {
	good := CredentialLine("ada", "a")
	known, err := ReadCredentials(writeCredentials(t, "# who runs the place\n\n"+good+CredentialLine("lin", "l")+
		CredentialLine("ada", "a2")))
	if err != nil || known.name("a") != "ada" || known.name("a2") != "ada" || known.name("l") != "lin" ||
		known.name("") != "" || known.name("ada") != "" {
		t.Errorf("%v, %v", known, err)
	}
	_, err = ReadCredentials(writeCredentials(t, good+"Ada 00\nlin "+strings.Repeat("0", 63)+"\n"+
		strings.Replace(good, "ada", "eve", 1)+"eve\n"))
	if err == nil || strings.Count(err.Error(), "\n") != 3 || strings.Contains(err.Error(), "line 1 ") {
		t.Errorf("got %v", err)
	}
	for _, path := range []string{writeCredentials(t, "# nobody\n"), filepath.Join(t.TempDir(), "none")} {
		if _, err := ReadCredentials(path); err == nil {
			t.Errorf("%s was read", path)
		}
	}
}

// healthService answers with the name of the operator, as if it were a service's.
type healthService struct {
	healthv1.UnimplementedHealthServer
	names chan string
}

func (h healthService) Check(
	ctx context.Context, _ *healthv1.HealthCheckRequest,
) (*healthv1.HealthCheckResponse, error) {
	name, err := Name(ctx)
	h.names <- name
	return &healthv1.HealthCheckResponse{}, err
}

// open returns the operators' port of a service, with the operators of a file.
func (h healthService) open(t *testing.T, operators string) (addr string) {
	t.Helper()
	addr = testkit.FreeAddr(t)
	part, err := Part(testkit.DiscardLog(), Config{Addr: addr, File: operators}, func(r grpc.ServiceRegistrar) {
		desc := healthv1.Health_ServiceDesc
		desc.ServiceName = "probe.Host"
		desc.Methods = desc.Methods[:1]
		desc.Streams = nil
		r.RegisterService(&desc, h)
	})
	if err != nil {
		t.Fatal(err)
	}
	testkit.RunCommand(t, func(ctx context.Context) error { return lifecycle.Run(ctx, testkit.DiscardLog(), part) })
	return addr
}

// checkHealth asks host.Check over the operators' port, under a name that is not that of the
// server's own health.
func checkHealth(t *testing.T, conn *grpc.ClientConn) error {
	t.Helper()
	return conn.Invoke(t.Context(), "/probe.Host/Check", &healthv1.HealthCheckRequest{},
		&healthv1.HealthCheckResponse{}, grpc.WaitForReady(true))
}

func TestOperatorPortRequiresToken(t *testing.T) {
	h := healthService{names: make(chan string, 1)}
	addr := h.open(t, writeCredentials(t, CredentialLine("ada", "secret-a")+CredentialLine("lin", "secret-l")))
	for token, name := range map[string]string{"secret-a": "ada", "secret-l": "lin", "": "", "secret": "",
		"Secret-a": "", "ada": ""} {
		conn, err := Dial(addr, token)
		if err != nil {
			t.Fatal(err)
		}
		err = checkHealth(t, conn)
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
	if err := checkHealth(t, without); err == nil {
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
	h := healthService{names: make(chan string, 1)}
	path := writeCredentials(t, CredentialLine("ada", "former")+CredentialLine("lin", "lins"))
	addr := h.open(t, path)
	as := func(token string) error {
		conn, err := Dial(addr, token)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		err = checkHealth(t, conn)
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
}
