package config

import (
	"os"
	"strings"

	"github.com/caarlos0/env/v11"
)

// Environment is the variables of a program. Like a Secret it never prints: some of them are keys.
type Environment map[string]string

// String is always ***.
func (Environment) String() string { return "***" }

// GoString is always ***.
func (Environment) GoString() string { return "***" }

// MarshalText is always ***.
func (Environment) MarshalText() ([]byte, error) { return []byte("***"), nil }

// ProcessEnvironment returns the variables of this process.
func ProcessEnvironment() Environment { return env.ToMap(os.Environ()) }

// EnvironmentReader is a configuration that reads variables whose names only a file of its own
// knows, before it is validated.
type EnvironmentReader interface{ ReadEnvironment(e Environment) }

// Lookup returns a variable, or what the file at NAME_FILE holds; set is false when neither is
// there.
func (e Environment) Lookup(name string) (value Secret, set bool, err error) {
	text, set := e[name]
	path := e[name+"_FILE"]
	if text != "" || path == "" {
		return Secret(text), set, nil
	}
	text, err = readValue(path)
	return Secret(text), true, err
}

// readValue returns what a file holds, without the line's end that editors add.
func readValue(path string) (string, error) {
	b, err := os.ReadFile(path)
	return strings.TrimRight(string(b), "\r\n"), err
}
