package main

import (
	"net/netip"
	"reflect"
	"testing"
	"time"
)

func TestScheduleFollowsItsSeed(t *testing.T) {
	one, same, other := schedule(7, time.Minute, 33, true), schedule(7, time.Minute, 33, true),
		schedule(8, time.Minute, 33, true)
	if !reflect.DeepEqual(one, same) || reflect.DeepEqual(one, other) {
		t.Error("the seed does not decide")
	}
}

func TestScheduleWithoutBotsHasSameVisitors(t *testing.T) {
	var visitors []arrival
	for _, a := range schedule(7, time.Minute, 33, true) {
		if a.kind == home || a.kind == carrier {
			visitors = append(visitors, a)
		}
	}
	if !reflect.DeepEqual(visitors, schedule(7, time.Minute, 33, false)) {
		t.Error("without bots others come")
	}
}

func TestScheduleSharesAndAddresses(t *testing.T) {
	all := schedule(1, 10*time.Minute, 33, true)
	count, networks := map[kind]int{}, map[kind]map[netip.Prefix]bool{}
	for _, a := range all {
		address, err := netip.ParseAddr(a.address)
		if err != nil {
			t.Fatal(err)
		}
		bits := 24
		if address.Is6() {
			bits = 48
		}
		network, _ := address.Prefix(bits) // never fails for these bits
		if count[a.kind]++; networks[a.kind] == nil {
			networks[a.kind] = map[netip.Prefix]bool{}
		}
		networks[a.kind][network] = true
	}
	total, bots := float64(len(all)), 0
	for _, k := range botKinds {
		bots += count[k]
		if share := float64(count[k]) / total; share < 0.05 || share > 0.07 {
			t.Errorf("%s are %.3f of the arrivals", k, share)
		}
	}
	if share := float64(bots) / total; total < 19_000 || total > 20_600 || share < 0.28 || share > 0.32 {
		t.Errorf("%.0f arrivals, %.2f of them bots", total, share)
	}
	if behind := float64(count[carrier]) / float64(count[home]+count[carrier]); behind < 0.47 || behind > 0.53 {
		t.Errorf("%.2f of the visitors are behind carriers", behind)
	}
	for k, want := range map[kind]int{carrier: carriers, flood: 1, subnet: 1, farm: farmSites} {
		if got := len(networks[k]); got != want {
			t.Errorf("%s come from %d networks, not %d", k, got, want)
		}
	}
	if len(networks[ipv6]) < 1000 {
		t.Errorf("%d /48", len(networks[ipv6]))
	}
}
