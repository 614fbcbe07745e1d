package main

import (
	"fmt"
	"math/rand/v2"
	"time"
)

// kind is how an arrival behaves.
type kind string

const (
	home    kind = "home"    // a visitor with an address of their own
	carrier kind = "carrier" // a visitor behind one of the carriers' shared addresses
	flood   kind = "flood"   // bots from one address that never send a cookie
	subnet  kind = "subnet"  // bots all over one /24, with cookies
	ipv6    kind = "ipv6"    // bots with an IPv6 /48 each
	farm    kind = "farm"    // bots on a few rented addresses that solve challenges
	invalid kind = "invalid" // bots whose orders are invalid
)

var (
	honestKinds = []kind{home, carrier}
	botKinds    = []kind{flood, subnet, ipv6, farm, invalid}
)

const (
	botShare  = 0.3 // of arrivals
	carriers  = 20
	farmSites = 12
)

// arrival is one visitor or bot that orders one picture.
type arrival struct {
	at      time.Duration
	kind    kind
	address string
	number  int
}

// schedule returns who arrives during length. Leaving the bots out changes nothing of the others.
func schedule(seed uint64, length time.Duration, rate float64, bots bool) []arrival {
	dice := rand.New(rand.NewPCG(seed, 25))
	var all []arrival
	for at, number := time.Duration(0), 0; ; number++ {
		at += time.Duration(dice.ExpFloat64() / rate * float64(time.Second))
		if at > length {
			return all
		}
		isBot := dice.Float64() < botShare
		of := honestKinds
		if isBot {
			of = botKinds
		}
		k := of[dice.IntN(len(of))]
		a := arrival{at: at, kind: k, address: addressOf(k, dice), number: number}
		if bots || !isBot {
			all = append(all, a)
		}
	}
}

// addressOf draws an address of a kind. Homes are in networks of their own, carriers and the farm's
// sites in a /16 each.
func addressOf(k kind, dice *rand.Rand) string {
	a, b, c := dice.IntN(256), dice.IntN(256), 1+dice.IntN(254)
	switch k {
	case home:
		return fmt.Sprintf("11.%d.%d.%d", a, b, c)
	case carrier:
		return fmt.Sprintf("20.%d.7.%d", a%carriers, 1+b%4)
	case flood:
		return "198.51.100.7"
	case subnet:
		return fmt.Sprintf("203.0.113.%d", c)
	case ipv6:
		return fmt.Sprintf("2a0c:1234:%02x%02x::1", a, b)
	case farm:
		return fmt.Sprintf("45.%d.9.%d", a%farmSites, 1+b%4)
	default:
		return fmt.Sprintf("62.%d.1.%d", a%4, c)
	}
}
