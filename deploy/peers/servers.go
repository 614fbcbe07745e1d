package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"mcwick.example/deploy/internal/process"
	"mcwick.example/deploy/internal/visitor"
	"mcwick.example/deploy/local/ports"
)

// servers are the addresses of the peers; empty without one.
type servers struct {
	beside     map[string]string // by program
	bare       string
	nginx      string
	pocketBase map[string]string // by how it commits, as in pocketBases
}

// pocketBases are the settings of SYNCHRONOUS with which PocketBase is measured: as it is delivered, and durable.
var pocketBases = map[string]string{"PocketBase": "NORMAL", "PocketBase, durable": "FULL"}

// pocketBaseRecords is the path of the records of a collection of PocketBase.
const pocketBaseRecords = "/api/collections/%s/records"

// startPeers starts all peers, which stop ends. What they print is in their folder.
func startPeers(ctx context.Context, o options, p picture) (s servers, stop func(), err error) {
	var started []*process.Process
	stop = func() {
		for _, peer := range started {
			_ = peer.Stop()
		}
	}
	folder, err := filepath.Abs(filepath.Join(o.data, "peers"))
	if err != nil {
		return s, stop, err
	}
	free, err := ports.Free(2 + len(pocketBases) + 4*len(o.beside))
	if err != nil {
		return s, stop, err
	}
	next := func() string {
		address := ports.Address(free[0])
		free = free[1:]
		return address
	}
	s.bare, s.nginx = "http://"+next(), "http://"+next()
	files := map[string][]byte{
		"page.json": p.page, "picture.webp": p.bytes,
		"nginx.conf": []byte(fmt.Sprintf(nginxConfiguration, folder, strings.TrimPrefix(s.nginx, "http://"), folder)),
	}
	if err := errors.Join(os.RemoveAll(folder), os.MkdirAll(folder, 0o755)); err != nil { //nolint:gosec // nginx reads it
		return s, stop, err
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o644); err != nil { //nolint:gosec // as above
			return s, stop, err
		}
	}
	itself, err := os.Executable()
	if err != nil {
		return s, stop, err
	}
	start := func(environment []string, url string, command ...string) error { // nil is that of this command
		peer, err := process.StartReady(ctx, process.Spec{Name: filepath.Base(command[0]), Command: command,
			Env: environment, Ready: visitor.Ready(url)}, filepath.Join(folder, "log"))
		if err == nil {
			started = append(started, peer)
		}
		return err
	}
	err = errors.Join(
		start(nil, s.bare, itself, "bare", filepath.Join(folder, "page.json"), strings.TrimPrefix(s.bare, "http://")),
		start(nil, s.nginx+"/page.json", "nginx", "-p", folder, "-c", filepath.Join(folder, "nginx.conf")))
	s.beside = map[string]string{}
	for _, program := range o.beside {
		address := next()
		s.beside[program] = "http://" + address
		environment, wrong := besideEnvironment(address, next)
		err = errors.Join(err, wrong, start(environment, s.beside[program]+page, program, "serve"))
	}
	if err != nil || o.pocketBase == "" {
		return s, stop, err
	}
	s.pocketBase = map[string]string{}
	for server, synchronous := range pocketBases {
		address := next()
		s.pocketBase[server] = "http://" + address
		environment := append(os.Environ(), "PAGE_FILE="+filepath.Join(folder, "page.json"), "SYNCHRONOUS="+synchronous)
		err = errors.Join(err, start(environment, s.pocketBase[server]+fmt.Sprintf(pocketBaseRecords, "images"),
			o.pocketBase, "serve", "--dir", filepath.Join(folder, "pocketbase-"+synchronous), "--http", address))
	}
	return s, stop, err
}

// besideEnvironment is that of the platform's gateway, at addresses of its own.
func besideEnvironment(address string, next func() string) (environment []string, err error) {
	for p := range cpuTimes() {
		if p.program != "gateway" {
			continue
		}
		text, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(p.id), "environ"))
		if err != nil {
			return nil, err
		}
		for variable := range bytes.SplitSeq(bytes.TrimRight(text, "\x00"), []byte{0}) {
			environment = append(environment, string(variable))
		}
		return append(environment, "HTTP_ADDR="+address, "OPS_ADDR="+next(), "PPROF_ADDR="+next(),
			"OPERATOR_ADDR="+next()), nil
	}
	return nil, errors.New("the platform's gateway does not run")
}

// serveBare answers every request with a file's bytes, and does nothing else.
func serveBare(ctx context.Context, file, address string) error {
	body, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	length := strconv.Itoa(len(body))
	server := &http.Server{Addr: address, ReadHeaderTimeout: time.Second, Handler: http.HandlerFunc(
		func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("Content-Length", length)
			_, _ = w.Write(body) // wrk does not leave
		})}
	context.AfterFunc(ctx, func() { server.Close() })
	if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// nginxConfiguration serves files as fast as nginx can: its folder, its address, its folder.
const nginxConfiguration = `
daemon off;
pid %s/nginx.pid;
error_log stderr error;
worker_processes auto;
events { worker_connections 1024; }
http {
	access_log off;
	sendfile on;
	tcp_nopush on;
	keepalive_requests 1000000;
	open_file_cache max=10;
	types { application/json json; image/webp webp; }
	server { listen %s; root %s; }
}
`
