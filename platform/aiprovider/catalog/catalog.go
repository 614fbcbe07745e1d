// Package catalog makes the providers of a providers file askable, and knows when their models end.
package catalog

import (
	"mcwick.example/platform/aiprovider"
	"mcwick.example/platform/aiprovider/providersfile"
	"mcwick.example/platform/config"
)

// Catalog is a providers file with a client for each provider that can be asked.
type Catalog struct {
	File        providersfile.File
	Clients     map[string]*aiprovider.Client // by provider
	Algorithmic map[string]bool               // providers behind which is no trained model
	// Missing says what is not set, and which models are left out for it, in sentences.
	Missing []string
}

// Open makes a client for each provider that has an address and a key in the environment. Nothing
// is sent before the first call.
func Open(file providersfile.File, environment config.Environment) (*Catalog, error) {
	servers, missing, err := file.Servers(environment)
	if err != nil {
		return nil, err
	}
	c := &Catalog{File: file, Clients: map[string]*aiprovider.Client{}, Algorithmic: map[string]bool{},
		Missing: missing}
	for name, s := range servers {
		c.Algorithmic[name] = s.Algorithmic
		c.Clients[name] = aiprovider.NewClient(aiprovider.Provider{Name: name, BaseURL: s.BaseURL, Key: s.Key})
	}
	return c, nil
}
