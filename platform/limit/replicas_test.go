package limit

import (
	"context"
	"net"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"mcwick.example/platform/testkit"
)

// nameServer answers with so many addresses of each family, or with a failure when there are none;
// it listens at addr.
type nameServer struct {
	addr      string
	four, six atomic.Int32
}

func newNameServer(t *testing.T) *nameServer {
	t.Helper()
	conn, err := new(net.ListenConfig).ListenPacket(t.Context(), "udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	s := &nameServer{addr: conn.LocalAddr().String()}
	go func() {
		b := make([]byte, 1500)
		for {
			n, from, err := conn.ReadFrom(b)
			if err != nil {
				return
			}
			if answer, err := s.answer(b[:n]); err == nil {
				_, _ = conn.WriteTo(answer, from)
			}
		}
	}()
	return s
}

func (s *nameServer) answer(question []byte) ([]byte, error) {
	var m dnsmessage.Message
	if err := m.Unpack(question); err != nil {
		return nil, err
	}
	m.Response, m.Additionals = true, nil
	if s.four.Load() == 0 && s.six.Load() == 0 {
		m.RCode = dnsmessage.RCodeServerFailure
		return m.Pack()
	}
	header := dnsmessage.ResourceHeader{Name: m.Questions[0].Name, Class: dnsmessage.ClassINET}
	switch m.Questions[0].Type {
	case dnsmessage.TypeA:
		for i := range s.four.Load() {
			m.Answers = append(m.Answers, dnsmessage.Resource{Header: header,
				Body: &dnsmessage.AResource{A: [4]byte{10, 0, 0, byte(i)}}})
		}
	case dnsmessage.TypeAAAA:
		for i := range s.six.Load() {
			m.Answers = append(m.Answers, dnsmessage.Resource{Header: header,
				Body: &dnsmessage.AAAAResource{AAAA: [16]byte{0xfd, 15: byte(i)}}})
		}
	}
	return m.Pack()
}

// replicasAt counts by the name server.
func replicasAt(s *nameServer, most int) *Replicas {
	r := NewReplicas("gateway-pods.test.", most)
	r.resolver = &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", s.addr)
	}}
	return r
}

// Verifies LIMIT-18.
func TestReplicasAreCountedByDNS(t *testing.T) {
	s := newNameServer(t)
	r := replicasAt(s, 9)
	look := func(four, six int32) error {
		s.four.Store(four)
		s.six.Store(six)
		return r.Refresh(t.Context())
	}
	if err := look(0, 0); err == nil || r.Count() != 9 {
		t.Errorf("before the first answer: %d, %v", r.Count(), err)
	}
	for _, c := range []struct {
		four, six int32
		want      int
	}{{3, 0, 3}, {0, 4, 4}, {5, 5, 5}, {20, 0, 20}, {1, 0, 1}} {
		if err := look(c.four, c.six); err != nil || r.Count() != c.want {
			t.Errorf("%+v: %d, %v", c, r.Count(), err)
		}
	}
	if err := look(0, 0); err == nil || r.Count() != 1 {
		t.Errorf("without an answer: %d, %v", r.Count(), err)
	}
	alone := NewReplicas("", 2)
	if err := alone.Refresh(t.Context()); err != nil || alone.Count() != 2 {
		t.Errorf("without a name: %d, %v", alone.Count(), err)
	}
}

// However many replicas an autoscaler makes while Redis is away, together they let through what one
// would.
// Verifies LIMIT-18.
func TestLocalRatesAreSplitByReplicas(t *testing.T) {
	s := newNameServer(t)
	bucket := Bucket{Key: "b", Rate: Rate{Every: time.Hour, Burst: 30}}
	for _, live := range []int32{1, 3, 10} {
		s.four.Store(live)
		subject, passed := testkit.UniqueName("subject"), 0
		for range live {
			g, _ := newGuardWithoutRedis(t, 3) // what the configuration says, which is not so
			r := replicasAt(s, 3)
			if err := r.Refresh(t.Context()); err != nil {
				t.Fatal(err)
			}
			g.replicas = r
			for range 2 * bucket.Rate.Burst {
				if g.Allow(t.Context(), subject, false, bucket).Allowed {
					passed++
				}
			}
		}
		if passed != bucket.Rate.Burst {
			t.Errorf("%d replicas let %d through, want %d", live, passed, bucket.Rate.Burst)
		}
	}
}
