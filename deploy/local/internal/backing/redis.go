package backing

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	"github.com/redis/go-redis/v9"

	"mcwick.example/deploy/internal/process"
	"mcwick.example/deploy/local/ports"
	"mcwick.example/platform/mtls"
)

// Redis is one Redis server that keeps its data in memory only: all it ever holds are limits and
// caches.
type Redis struct {
	Dir  string // its working folder, absolute; made when absent
	Port int
	// Certificates is the folder of the server's certificate, as package mtls issues it; clients in plain text
	// are refused then. Empty is plain text.
	Certificates string
}

// URL addresses the server.
func (r Redis) URL() string {
	scheme := "redis"
	if r.Certificates != "" {
		scheme = "rediss"
	}
	return scheme + "://" + ports.Address(r.Port) + "/0"
}

// Spec says how to run the server.
func (r Redis) Spec() (process.Spec, error) {
	program, err := exec.LookPath("redis-server")
	if err != nil {
		return process.Spec{}, fmt.Errorf("redis is not installed: run make setup")
	}
	if err := os.MkdirAll(r.Dir, 0o755); err != nil {
		return process.Spec{}, err
	}
	return process.Spec{
		Name: "redis",
		Command: append([]string{
			program, "--bind", "127.0.0.1", "--dir", r.Dir,
			"--save", "", "--appendonly", "no", "--loglevel", "warning", "--maxmemory", "128mb", "--maxmemory-policy",
			"volatile-ttl",
		}, r.listener()...),
		Dir: r.Dir, Env: []string{"LC_ALL=C"}, Ready: r.checkReady,
		Silent: true, // its advice on kernel settings is not for a laptop
	}, nil
}

// listener are the options of the server's one port.
func (r Redis) listener() []string {
	port := strconv.Itoa(r.Port)
	if r.Certificates == "" {
		return []string{"--port", port}
	}
	return []string{
		"--port", "0", "--tls-port", port, "--tls-auth-clients", "no",
		"--tls-cert-file", filepath.Join(r.Certificates, "tls.crt"),
		"--tls-key-file", filepath.Join(r.Certificates, "tls.key"),
		"--tls-ca-cert-file", filepath.Join(r.Certificates, "ca.crt"),
	}
}

func (r Redis) checkReady(ctx context.Context) error {
	options, err := redis.ParseURL(r.URL())
	if err != nil {
		return err
	}
	if r.Certificates != "" {
		if options.TLSConfig.RootCAs, err = mtls.ReadRoots(filepath.Join(r.Certificates, "ca.crt")); err != nil {
			return err
		}
	}
	options.MaxRetries = -1 // the caller asks again
	client := redis.NewClient(options)
	defer client.Close()
	return client.Ping(ctx).Err()
}
