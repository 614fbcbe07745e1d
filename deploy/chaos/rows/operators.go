package rows

import (
	"encoding/json"
	"os"
	"path/filepath"
)

// Operators gives the tokens of the platform's operators, and where the wall service takes them.
func (p Platform) Operators() (tokens []string, wall string, err error) {
	for _, name := range []string{"operator-ada", "operator-lin"} {
		token, err := p.Secret(name)
		if err != nil {
			return nil, "", err
		}
		tokens = append(tokens, token)
	}
	text, err := os.ReadFile(filepath.Join(p.Data, "operators.json"))
	if err != nil {
		return nil, "", err
	}
	var addresses struct{ Wall string }
	return tokens, addresses.Wall, json.Unmarshal(text, &addresses)
}
