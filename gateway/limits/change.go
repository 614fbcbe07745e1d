package limits

import (
	"fmt"
	"maps"
	"slices"

	"mcwick.example/platform/limit"
)

// Change is one figure that two configs have differently.
type Change struct {
	Kind  Kind   `json:"kind"`
	Scope string `json:"scope"` // device, address, subnet, crowd or scarce
	From  string `json:"from"`  // see Describe
	To    string `json:"to"`
}

// String says the change in one line.
func (c Change) String() string {
	return fmt.Sprintf("%s by %s: %s -> %s", c.Kind, c.Scope, c.From, c.To)
}

// Diff returns what differs between two configs, by kind and from the narrowest scope.
func Diff(from, to Config) (all []Change) {
	for _, kind := range slices.Sorted(maps.Keys(to)) {
		f, t := from[kind], to[kind]
		for _, c := range []Change{
			{kind, "device", Describe(f.Device), Describe(t.Device)},
			{kind, "address", Describe(f.Address), Describe(t.Address)},
			{kind, "subnet", Describe(f.Subnet), Describe(t.Subnet)},
			{kind, "crowd", Describe(f.Crowd), Describe(t.Crowd)},
			{kind, "scarce", fmt.Sprint(f.Scarce), fmt.Sprint(t.Scarce)},
		} {
			if c.From != c.To {
				all = append(all, c)
			}
		}
	}
	return all
}

// Describe says a rate in words; the zero rate is no limit.
func Describe(r limit.Rate) string {
	if r == (limit.Rate{}) {
		return "-"
	}
	return fmt.Sprintf("%d, then 1 in %v", r.Burst, r.Every)
}
