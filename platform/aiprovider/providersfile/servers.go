package providersfile

import (
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"

	"mcwick.example/platform/config"
)

// Server is a provider with what the environment has for it.
type Server struct {
	BaseURL     string
	Key         config.Secret // empty: none is sent
	Algorithmic bool
}

// Servers returns the providers that can be asked with the addresses and keys of an environment, by
// name. One whose address or key is set nowhere is left out and named in missing, in a sentence;
// one that is set to nothing, or to no address, is an error: that is a mistake.
func (f *File) Servers(environment config.Environment) (servers map[string]Server, missing []string, err error) {
	servers = map[string]Server{}
	for _, name := range slices.Sorted(maps.Keys(f.Providers)) {
		server, lacks, broken := f.Providers[name].server(environment)
		switch {
		case broken != nil:
			err = errors.Join(err, fmt.Errorf("provider %s: %w", name, broken))
		case lacks != "":
			missing = append(missing, fmt.Sprintf("%s is not set, so the models of the provider %s are left out", lacks,
				name))
		default:
			servers[name] = server
		}
	}
	return servers, missing, err
}

// server reads the variables; lacks names one that is not set.
func (p Provider) server(environment config.Environment) (s Server, lacks string, err error) {
	s = Server{BaseURL: p.BaseURL, Algorithmic: p.Algorithmic}
	if address, set := environment[p.BaseURLVariable]; set {
		s.BaseURL = address
	} else if p.BaseURL == "" {
		lacks = p.BaseURLVariable
	}
	if u, parseErr := url.Parse(s.BaseURL); lacks == "" &&
		(parseErr != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "") {
		err = fmt.Errorf("%s must be an address such as https://api.openai.com/v1", p.BaseURLVariable)
	}
	if p.KeyVariable == "" {
		return s, lacks, err
	}
	key, set, keyErr := environment.Lookup(p.KeyVariable)
	switch {
	case keyErr != nil:
		err = errors.Join(err, fmt.Errorf("%s_FILE: %w", p.KeyVariable, keyErr))
	case !set:
		lacks = p.KeyVariable
	case key == "":
		err = errors.Join(err, fmt.Errorf("%s must not be empty", p.KeyVariable))
	}
	s.Key = key
	return s, lacks, err
}
