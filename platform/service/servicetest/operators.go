package servicetest

import (
	"os"
	"path/filepath"
	"testing"

	"google.golang.org/grpc"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/operator"
	operatorv1 "mcwick.example/platform/operator/api/operator/v1"
	"mcwick.example/platform/service"
	"mcwick.example/platform/testkit"
)

// OperatorEnvironment returns the variables of a service with operators: ada has the token token-a,
// lin has token-l.
func OperatorEnvironment(t testing.TB) map[string]string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "operators")
	if err := os.WriteFile(file, []byte(operator.CredentialLine("ada", "token-a")+
		operator.CredentialLine("lin", "token-l")), 0o600); err != nil {
		t.Fatal(err)
	}
	return map[string]string{"OPERATOR_ADDR": testkit.FreeAddr(t), "OPERATORS_FILE": file}
}

// CheckOperatorPort fails the test unless a running service answers what every service answers its
// operators: on their port, to clients that have a token. Its environment has OperatorEnvironment.
func CheckOperatorPort[C service.Configuration](t *testing.T, i *Instance[C]) {
	t.Helper()
	for name, c := range map[string]struct {
		conn *grpc.ClientConn
		in   bool
	}{
		"ada": {i.DialOperator(t, "token-a"), true}, "a stranger": {i.DialOperator(t, "token"), false},
		"the visitors' port": {i.Conn, false},
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
