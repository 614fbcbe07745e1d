package main

import (
	"fmt"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"path"
	"regexp"
	"strings"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/security"
	"mcwick.example/platform/staticfiles"
)

// remotesPath is where a build has its remotes, each in a folder of its name.
const remotesPath = "/mfe/"

// remoteName is what the address of a remote's server may be made of.
var remoteName = regexp.MustCompile(`^[a-z][a-z0-9-]{0,30}$`)

// frontEnd serves the files of the page, and the shell's HTML at the root: all of them from one
// folder, or each part from a server of its own, so that a remote is released without the others.
// What is not there is a problem document, also a remote that the settings do not have: anybody may
// ask for one by any name, and each would be looked up as a host.
func frontEnd(c configuration, hasRemote func(name string) bool, events *security.Log) (http.Handler, error) {
	files, err := pageFiles(c, hasRemote)
	if err != nil {
		return nil, err
	}
	return signedFiles(files, c.PageKeys, events), nil
}

// pageFiles are the files as they are.
func pageFiles(c configuration, hasRemote func(name string) bool) (http.Handler, error) {
	if c.StaticDir != "" {
		return staticfiles.NewHandler(os.DirFS(c.StaticDir),
			http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				writeProblem(r.Context(), w, errNoRoute)
			})), nil
	}
	shell, err := url.Parse(c.ShellURL)
	if err != nil {
		return nil, fmt.Errorf("SHELL_URL: %w", err)
	}
	if _, err := url.Parse(c.remoteURL("name")); err != nil {
		return nil, fmt.Errorf("REMOTES_URL: %w", err)
	}
	servers := forward(func(r *httputil.ProxyRequest) {
		target := shell
		if name, ok := remoteOf(r.In.URL.Path); ok {
			target, _ = url.Parse(c.remoteURL(name)) // as the one above
		}
		r.SetURL(target)
	}, func(r *http.Response) error {
		switch {
		case r.StatusCode == http.StatusNotFound:
			return errNoRoute
		case r.StatusCode == http.StatusPreconditionFailed:
			return errPrecondition
		case r.StatusCode >= http.StatusBadRequest && r.StatusCode != http.StatusRequestedRangeNotSatisfiable:
			// What it says beside that is no file of a build, so browsers do not get it from our origin.
			return fault.ErrUnavailable.WithCause(fmt.Errorf("%s: %s", r.Request.URL, r.Status))
		}
		return nil
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if name, ok := remoteOf(r.URL.Path); ok && !hasRemote(name) {
			writeProblem(r.Context(), w, errNoRoute)
			return
		}
		servers.ServeHTTP(w, r)
	}), nil
}

// remoteURL is the address of a remote's server.
func (c configuration) remoteURL(name string) string {
	return strings.ReplaceAll(c.RemotesURL, "{name}", name)
}

// remoteOf returns the remote that the path of an address lies in.
func remoteOf(address string) (name string, ok bool) {
	rest, ok := strings.CutPrefix(path.Clean(address), remotesPath)
	if !ok {
		return "", false
	}
	name, _, _ = strings.Cut(rest, "/")
	return name, remoteName.MatchString(name)
}
