package stack

import (
	"encoding/json"

	"mcwick.example/deploy/local/ports"
)

// CommandEnvironment tells a command that runs with the platform where everything is. Secrets stay
// in files of the data folder.
func (s *Stack) CommandEnvironment() []string {
	addresses := make(map[string]string)
	for _, p := range s.Ports() {
		addresses[p.Name] = p.Address()
	}
	all, _ := json.Marshal(addresses) // never fails
	return []string{
		"MCWICK_URL=" + s.URL(),
		"MCWICK_DATA=" + s.Folder(""),
		"MCWICK_POSTGRES=" + s.address(ports.Postgres),
		"MCWICK_BROKERS=" + s.brokers(),
		"MCWICK_PROVIDER=" + s.http(ports.DemoAI),
		"MCWICK_CONSOLE=" + s.ConsoleURL(),
		"MCWICK_CONTROL=" + s.http(ports.Control),
		"MCWICK_PORTS=" + string(all), // by name
	}
}
