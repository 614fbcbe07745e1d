package stack

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

// targetsFile says where each program tells its metrics, as a Prometheus reads it
// (file_sd_configs).
const targetsFile = "prometheus-targets.json"

// target is one program in that file.
type target struct {
	Targets []string          `json:"targets"`
	Labels  map[string]string `json:"labels"`
}

// writeTargets writes down where metrics are. The stand-in for the AI provider has none.
func (s *Stack) writeTargets() error {
	var all []target
	for _, svc := range append(s.services(), s.gateway(), s.console()) {
		var addresses []string
		for _, replica := range s.replicas(svc) {
			addresses = append(addresses, strings.TrimSuffix(strings.TrimPrefix(replica.ready, "http://"), "/readyz"))
		}
		all = append(all, target{addresses, map[string]string{"job": svc.name}})
	}
	text, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(s.Folder(targetsFile), append(text, '\n'), 0o600); err != nil {
		return fmt.Errorf("write down where metrics are: %w", err)
	}
	return nil
}
