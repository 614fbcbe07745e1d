package backing

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"

	"github.com/redis/go-redis/v9"

	"mcwick.example/deploy/local/internal/process"
	"mcwick.example/deploy/local/ports"
)

// Redis is one Redis server that keeps its data in memory only: all it ever holds are limits and
// caches.
type Redis struct {
	Dir  string // its working folder, absolute; made when absent
	Port int
}

// URL addresses the server.
func (r Redis) URL() string { return "redis://" + ports.Address(r.Port) + "/0" }

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
		Command: []string{
			program, "--port", strconv.Itoa(r.Port), "--bind", "127.0.0.1", "--dir", r.Dir,
			"--save", "", "--appendonly", "no", "--loglevel", "warning", "--maxmemory", "128mb", "--maxmemory-policy",
			"volatile-ttl",
		},
		Dir: r.Dir, Env: []string{"LC_ALL=C"}, Ready: r.checkReady,
		Silent: true, // its advice on kernel settings is not for a laptop
	}, nil
}

func (r Redis) checkReady(ctx context.Context) error {
	options, err := redis.ParseURL(r.URL())
	if err != nil {
		return err
	}
	options.MaxRetries = -1 // the caller asks again
	client := redis.NewClient(options)
	defer client.Close()
	return client.Ping(ctx).Err()
}
