package stack

import (
	"encoding/json"
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

// addressesFile says where each service takes them and where the edge is, for mcwickctl.
const addressesFile = "operators.json"

// writeOperators writes down who may act, as the services read it.
func (s *Stack) writeOperators() error {
	var lines strings.Builder
	for _, name := range Operators {
		lines.WriteString(operator.CredentialLine(name, s.OperatorToken(name)))
	}
	if err := os.WriteFile(s.Folder(operatorsFile), []byte(lines.String()), 0o600); err != nil {
		return fmt.Errorf("write down the operators: %w", err)
	}
	return nil
}

// OperatorToken is the token of one of the Operators.
func (s *Stack) OperatorToken(name string) string { return s.secrets[operatorSecret(name)] }

// OperatorAddresses are where the services take operators, by name. Each gateway answers for itself,
// so there are the addresses of all, with commas between.
func (s *Stack) OperatorAddresses() map[string]string {
	all := make(map[string]string)
	for _, svc := range s.services() {
		all[svc.name] = svc.operators
	}
	var gateways []string
	for _, replica := range s.replicas(s.gateway()) {
		gateways = append(gateways, replica.operators)
	}
	all["gateway"] = strings.Join(gateways, ",")
	return all
}

// writeOperatorAddresses writes down where operators come in, as mcwickctl reads it.
func (s *Stack) writeOperatorAddresses() error {
	all := s.OperatorAddresses()
	all["edge"] = s.URL()
	if authority := s.Authority(); authority != "" {
		all["ca"] = authority
	}
	text, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(s.Folder(addressesFile), append(text, '\n'), 0o600); err != nil {
		return fmt.Errorf("write down where operators come in: %w", err)
	}
	return nil
}
