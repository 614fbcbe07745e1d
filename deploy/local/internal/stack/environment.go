package stack

import "mcwick.example/deploy/local/ports"

// CommandEnvironment tells a command that runs with the platform where everything is. Secrets stay
// in files of the data folder.
func (s *Stack) CommandEnvironment() []string {
	return []string{
		"MCWICK_URL=" + s.URL(),
		"MCWICK_DATA=" + s.Folder(""),
		"MCWICK_POSTGRES=" + s.address(ports.Postgres),
		"MCWICK_BROKERS=" + s.brokers(),
		"MCWICK_PROVIDER=" + s.http(ports.DemoAI),
		"MCWICK_CONSOLE=" + s.ConsoleURL(),
		"MCWICK_CONTROL=" + s.http(ports.Control),
	}
}
