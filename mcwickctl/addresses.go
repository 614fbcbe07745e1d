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

	"google.golang.org/grpc"

	"mcwick.example/deploy/local/ports"
	"mcwick.example/platform/operator"
)

// defaultAddress is where each service takes operators on a local platform, and where a tunnel to
// another one is best put; empty for what takes none.
func defaultAddress(service string) string {
	if port := ports.Programs[service].Operators; port != 0 {
		return ports.Address(port)
	}
	return ""
}

// withOperators are the names of all that take operators.
func withOperators() []string {
	names := slices.Sorted(maps.Keys(ports.Programs))
	return slices.DeleteFunc(names, func(name string) bool { return defaultAddress(name) == "" })
}

// services are the names that commands for any service take: of those that write down what operators
// do, which a gateway, without a database, does not.
func services() []string {
	return slices.DeleteFunc(withOperators(), func(name string) bool { return ports.Programs[name].Database == 0 })
}

// checkService refuses a name that is not among those.
func checkService(name string, among []string) error {
	if !slices.Contains(among, name) {
		return fmt.Errorf("%q is no service: there are %s", name, strings.Join(among, ", "))
	}
	return nil
}

// address is where a service takes operators: as --address says, else as the local platform wrote
// down when it started (its ports may have an offset), else where it usually is.
func (o *options) address(service string) (string, error) {
	for name := range o.addresses {
		if err := checkService(name, withOperators()); err != nil {
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

// caFile is the file of the authority that signed the certificates of operators' ports; empty where
// they have none.
func (o *options) caFile() (string, error) {
	if o.authority != "" {
		return o.authority, nil
	}
	written, err := o.writtenAddresses()
	return written["ca"], err
}

// dial connects to the operators' port at an address. A host, when it is given, is the name in its
// certificate.
func (o *options) dial(address, token, host string) (*grpc.ClientConn, error) {
	authority, err := o.caFile()
	if err != nil {
		return nil, err
	}
	if host == "" {
		return operator.Dial(address, token, authority)
	}
	return operator.Dial(address, token, authority, grpc.WithAuthority(host))
}
