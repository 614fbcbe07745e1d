package main

import (
	"net"
	"net/netip"
	"slices"
	"strings"
)

// forwardingHeaders are the headers in which a proxy, or anybody, says who is behind it, and with
// what.
var forwardingHeaders = []string{"X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-Ip", "Forwarded",
	"User-Agent"}

// clientAddress is the right-most hop that is not a trusted proxy, as host:port. Each proxy appends
// whom it heard from, so what is left of that hop was written by the client, and counts for
// nothing. peer is who the connection comes from; an unreadable hop ends the search at the proxy
// that passed it on.
func clientAddress(peer string, forwarded []string, proxies []netip.Prefix) string {
	client := peer
	hops := strings.Split(strings.Join(forwarded, ","), ",")
	for _, hop := range slices.Backward(hops) {
		if hop = strings.TrimSpace(hop); hop == "" {
			continue // lists may have empty elements
		}
		address, ok := parseHop(client)
		if !ok || !slices.ContainsFunc(proxies, func(p netip.Prefix) bool { return p.Contains(address) }) {
			return client
		}
		next, ok := parseHop(hop)
		if !ok {
			return client
		}
		client = net.JoinHostPort(next.String(), "0")
	}
	return client
}

// parseHop reads an address with or without a port.
func parseHop(hop string) (netip.Addr, bool) {
	if host, _, err := net.SplitHostPort(hop); err == nil {
		hop = host
	}
	address, err := netip.ParseAddr(strings.Trim(hop, "[]"))
	return address.Unmap().WithZone(""), err == nil
}
