package stack

import (
	"fmt"
	"os"
	"strings"

	"mcwick.example/platform/operator"
)

// Operators run the local platform: two, because some acts take two.
var Operators = []string{"ada", "lin"}

// operatorsFile has the hashes of their tokens, for the services.
const operatorsFile = "secrets/operators"

// operatorSecret is the name of the file that has an operator's token.
func operatorSecret(name string) string { return "operator-" + name }

// writeOperators writes down who may act, as the services read it.
func (s *Stack) writeOperators() error {
	var lines strings.Builder
	for _, name := range Operators {
		lines.WriteString(operator.Line(name, s.OperatorToken(name)))
	}
	if err := os.WriteFile(s.Folder(operatorsFile), []byte(lines.String()), 0o600); err != nil {
		return fmt.Errorf("write down the operators: %w", err)
	}
	return nil
}

// OperatorToken is the token of one of the Operators.
func (s *Stack) OperatorToken(name string) string { return s.secrets[operatorSecret(name)] }

// WallOperatorAddr is where the wall service takes its operators.
func (s *Stack) WallOperatorAddr() string { return s.address(29405) }
