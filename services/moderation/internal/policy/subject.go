package policy

import (
	"encoding/base64"
	"net/netip"
	"strings"

	"mcwick.example/platform/text"
)

// Kind is what a block is about.
type Kind string

// The kinds of subjects.
const (
	KindDevice Kind = "device"
	KindLane   Kind = "lane"
	KindRange  Kind = "range"

	KindAccount Kind = "account"
	KindHandle  Kind = "handle"
)

// What ids of devices and lanes are the base64url of, in bytes.
const (
	deviceBytes = 16
	laneBytes   = 8
)

// The widest ranges. One of IPv4 is 256 lanes; one of IPv6 is what a large provider has.
const (
	minBitsV4 = 16
	minBitsV6 = 28
)

var (
	loopbackV4 = netip.MustParsePrefix("127.0.0.0/8")
	loopbackV6 = netip.MustParsePrefix("::1/128")
)

// subject returns a subject in its one form.
func (c *checks) subject(kind Kind, s string) string {
	const field = "subject"
	switch kind {
	case KindDevice:
		if !isID(s, deviceBytes) {
			c.Reject(field, "That is no device: its id has 22 letters, digits, - and _.")
		}
	case KindLane:
		if !isID(s, laneBytes) {
			c.Reject(field, "That is no lane: it has 11 letters, digits, - and _.")
		}
	case KindAccount:
		id, ok := text.ParseID(s)
		if !ok {
			c.Reject(field, "That is no account: its id is a UUID.")
		}
		return id.String()
	case KindHandle:
		handle, ok := text.ParseHandle(s)
		if !ok {
			c.Reject(field, "That is no X handle.")
		}
		return strings.ToLower(handle)
	case KindRange:
		r, problem := parseRange(s)
		if problem != "" {
			c.Reject(field, problem)
		}
		return r.String()
	default:
		c.Reject("kind", "Block a device, a lane, an account, a handle or a range.")
	}
	return s
}

func isID(s string, size int) bool {
	b, err := base64.RawURLEncoding.Strict().DecodeString(s)
	return err == nil && len(b) == size
}

// parseRange returns a range that begins at its first address, or what is wrong with it.
func parseRange(s string) (r netip.Prefix, problem string) {
	r, err := netip.ParsePrefix(s)
	if address, isAddress := netip.ParseAddr(s); isAddress == nil && address.Zone() == "" {
		r, err = address.Prefix(address.BitLen())
	}
	if err != nil || r.Addr().Is4In6() {
		return r, "That is no range of addresses: write it as 192.0.2.0/24 or 2001:db8::/32."
	}
	if r.Addr().Is4() && r.Bits() < minBitsV4 || r.Addr().Is6() && r.Bits() < minBitsV6 {
		return r, "That is too wide: at most an IPv4 /16 or an IPv6 /28."
	}
	if r = r.Masked(); r.Overlaps(loopbackV4) || r.Overlaps(loopbackV6) {
		return r, "Loopback addresses are this site's own."
	}
	return r, ""
}
