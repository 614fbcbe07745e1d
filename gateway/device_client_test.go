package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// deviceClient is a browser at an address that the test chooses. It keeps its cookies.
type deviceClient struct {
	edge    http.Handler
	address string
	cookies map[string]string
}

// newNetwork is a /48 of this test alone, so that its buckets are too.
func newNetwork() string {
	return fmt.Sprintf("2001:%x:1", 0x1000+networks.Add(1))
}

// networks counts those that tests have, so that no two are of one lane.
var networks atomic.Uint32

// newDeviceClient returns a browser in a network, with a device that was made so long ago, or
// without one.
func (w *environment) newDeviceClient(network string, device []byte) *deviceClient {
	c := &deviceClient{edge: w.gateway.routes(), address: "[" + network + "::1]:1", cookies: map[string]string{}}
	if device != nil {
		answer := httptest.NewRecorder()
		w.gateway.devices.set(answer, device)
		c.keep(answer)
	}
	return c
}

// setStanding gives the browser the standing of its device.
func (c *deviceClient) setStanding(d devices, device []byte, s standing) {
	answer := httptest.NewRecorder()
	d.setStanding(answer, device, s)
	c.keep(answer)
}

func (c *deviceClient) keep(answer *httptest.ResponseRecorder) {
	for _, cookie := range answer.Result().Cookies() {
		c.cookies[cookie.Name] = cookie.Value
	}
}

// do sends a request; header is name, value, name, value.
func (c *deviceClient) do(t testing.TB, method, path, body string, header ...string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(body))
	r.RemoteAddr = c.address
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	for name, value := range c.cookies {
		r.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	answer := httptest.NewRecorder()
	c.edge.ServeHTTP(answer, r)
	c.keep(answer)
	return answer
}

// settledDevice is one that has been known for an hour, and its standing.
func settledDevice() ([]byte, standing) {
	return deviceMade(time.Now().Add(-time.Hour)), standing{solved: true, counted: true, reads: settlingReads}
}
