package testkit

import (
	"net"
	"net/url"
	"os/exec"
	"strings"
	"testing"

	"github.com/redis/go-redis/v9"
)

// clusterNodes is the least that a Redis Cluster has.
const clusterNodes = 3

// slots are those of every Redis Cluster.
const slots = 16384

// RedisNode is one server of a cluster.
type RedisNode struct {
	*redis.Client        // of this server alone
	*Freezer             // in front of it, for redirected clients
	ID            string // by which the others know it
	Addr          string // of the freezer
	server        string
}

// RedisCluster starts a Redis Cluster of this test alone: three servers that share the slots and
// have no replicas.
func RedisCluster(t testing.TB) []RedisNode {
	t.Helper()
	nodes := make([]RedisNode, clusterNodes)
	buses := make([]string, clusterNodes)
	for i := range nodes {
		nodes[i], buses[i] = startRedisNode(t)
	}
	ctx := t.Context()
	for i, n := range nodes {
		if err := n.ClusterAddSlotsRange(ctx, slots*i/clusterNodes, slots*(i+1)/clusterNodes-1).Err(); err != nil {
			t.Fatal(err)
		}
		host, port, _ := net.SplitHostPort(n.server) // of FreeAddr
		_, bus, _ := net.SplitHostPort(buses[i])
		if err := nodes[0].Do(ctx, "CLUSTER", "MEET", host, port, bus).Err(); err != nil {
			t.Fatal(err)
		}
		if nodes[i].ID, _ = n.Do(ctx, "CLUSTER", "MYID").Text(); nodes[i].ID == "" {
			t.Fatal("a node without an id")
		}
	}
	Eventually(t, "all nodes know who has which slots", func() bool {
		for _, n := range nodes {
			info, err := n.ClusterInfo(ctx).Result()
			if err != nil || !strings.Contains(info, "cluster_state:ok") ||
				!strings.Contains(info, "cluster_known_nodes:3") {
				return false
			}
		}
		return true
	})
	return nodes
}

// RedisClusterURL is the URL of the cluster.
func RedisClusterURL(nodes []RedisNode) string {
	more := url.Values{}
	for _, n := range nodes[1:] {
		more.Add("addr", n.Addr)
	}
	return "redis://" + nodes[0].Addr + "?" + more.Encode()
}

// startRedisNode runs a server until the test ends; bus is where the nodes speak to each other.
func startRedisNode(t testing.TB) (n RedisNode, bus string) {
	t.Helper()
	n.server, bus = FreeAddr(t), FreeAddr(t)
	n.Addr, n.Freezer = NewFreezer(t, n.server)
	_, announced, _ := net.SplitHostPort(n.Addr)
	_, port, _ := net.SplitHostPort(n.server)
	_, busPort, _ := net.SplitHostPort(bus)
	server := exec.CommandContext(t.Context(), "redis-server", "--bind", "127.0.0.1", "--port", port, "--dir",
		t.TempDir(),
		"--save", "", "--appendonly", "no", "--loglevel", "warning",
		"--cluster-announce-ip", "127.0.0.1", "--cluster-announce-port", announced, "--cluster-announce-bus-port",
		busPort,
		"--cluster-enabled", "yes", "--cluster-port", busPort, "--cluster-node-timeout", "60000")
	if err := server.Start(); err != nil {
		t.Fatalf("%v: run make setup", err)
	}
	n.Client = redis.NewClient(&redis.Options{Addr: n.server, DisableIdentity: true})
	t.Cleanup(func() { n.Close(); _ = server.Process.Kill(); _ = server.Wait() })
	Eventually(t, "a Redis node answers", func() bool { return n.Ping(t.Context()).Err() == nil })
	return n, bus
}
