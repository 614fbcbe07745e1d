package servicetest

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"google.golang.org/grpc"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/operator"
	operatorv1 "mcwick.example/platform/operator/api/operator/v1"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/testkit"
)

// Operators gives what a service is told of its operators: ada has the token token-a, lin has token-l.
func Operators(t testing.TB) map[string]string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "operators")
	if err := os.WriteFile(file, []byte(operator.Line("ada", "token-a")+operator.Line("lin", "token-l")), 0o600); err != nil {
		t.Fatal(err)
	}
	return map[string]string{"OPERATOR_ADDR": testkit.FreeAddr(t), "OPERATORS_FILE": file}
}

// Operator connects to the operators' port of the test's environment with a token.
func Operator(t testing.TB, token string) *grpc.ClientConn {
	t.Helper()
	conn, err := operator.Dial(os.Getenv("OPERATOR_ADDR"), token)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

// TakesOperators fails the test unless the service that start starts answers what every service answers its operators: on their port, to
// whoever has a token, from a table as table has it. The service finds its operators in the environment.
func TakesOperators(t *testing.T, migrations, table fs.FS, start func()) {
	t.Helper()
	testkit.SameTable(t, "operator_acts", table, migrations)
	testkit.Environment(t, Operators(t))
	start()
	visitors, err := rpc.Dial(os.Getenv("GRPC_ADDR"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { visitors.Close() })
	for name, c := range map[string]struct {
		conn *grpc.ClientConn
		in   bool
	}{
		"ada": {Operator(t, "token-a"), true}, "a stranger": {Operator(t, "token"), false}, "the visitors' port": {visitors, false},
	} {
		client := operatorv1.NewOperatorServiceClient(c.conn)
		if _, err := client.ListActs(t.Context(), &operatorv1.ListActsRequest{}); (err == nil) != c.in {
			t.Errorf("%s, acts: %v", name, err)
		}
		_, err := client.ReplayDeadLetters(t.Context(), &operatorv1.ReplayDeadLettersRequest{EventId: "none"})
		if (fault.From(err).Reason == "DEAD_LETTER_NOT_FOUND") != c.in {
			t.Errorf("%s, dead letters: %v", name, err)
		}
	}
}
