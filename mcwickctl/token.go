package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

var errNoToken = errors.New("no token: use --as ada (or lin) on a local platform, else --token-file")

// token reads the operator's token. A name is that of a file, and of nothing outside its folder.
func (o *options) token() (string, error) {
	path := o.tokenFile
	if o.as != "" {
		if o.as != filepath.Base(o.as) {
			return "", fmt.Errorf("%q is no operator's name", o.as)
		}
		path = filepath.Join(o.data, "secrets", "operator-"+o.as)
	}
	if path == "" {
		return "", errNoToken
	}
	b, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return "",
			fmt.Errorf("there is no token in %s: start the platform once, or say where its folder is with --data", path)
	}
	if err != nil {
		return "", fmt.Errorf("read the token: %w", err)
	}
	token := strings.TrimSpace(string(b))
	if token == "" {
		return "", fmt.Errorf("%s is empty", path)
	}
	return token, nil
}
