package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mcwick.example/deploy/local/ports"
)

// defaultAddress is where each service takes operators on a local platform, and where a tunnel to
// another one is best put; empty for what takes none.
func defaultAddress(service string) string {
	if port := ports.Programs[service].Operators; port != 0 {
		return ports.Address(port)
	}
	return ""
}

// services are the names that commands take.
func services() []string {
	names := slices.Sorted(maps.Keys(ports.Programs))
	return slices.DeleteFunc(names, func(name string) bool { return defaultAddress(name) == "" })
}

// checkService refuses a name that is no service's.
func checkService(name string) error {
	if defaultAddress(name) == "" {
		return fmt.Errorf("%q is no service: there are %s", name, strings.Join(services(), ", "))
	}
	return nil
}

// address is where a service takes operators: as --address says, else as the local platform wrote
// down when it started (its ports may have an offset), else where it usually is.
func (o *options) address(service string) (string, error) {
	for name := range o.addresses {
		if err := checkService(name); err != nil {
			return "", fmt.Errorf("--address: %w", err)
		}
	}
	if said := o.addresses[service]; said != "" {
		return said, nil
	}
	written, err := o.writtenAddresses()
	if err != nil || written[service] != "" {
		return written[service], err
	}
	return defaultAddress(service), nil
}

// writtenAddresses is what the local platform wrote down of its addresses; nothing before its first
// start.
func (o *options) writtenAddresses() (addresses map[string]string, err error) {
	path := filepath.Join(o.data, "operators.json")
	b, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal(b, &addresses)
	}
	if err != nil {
		return nil, fmt.Errorf("where is the platform? %s: %w", path, err)
	}
	return addresses, nil
}
