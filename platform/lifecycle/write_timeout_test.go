package lifecycle

import (
	"bytes"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
)

// Verifies LIMIT-39.
func TestStalledReaderIsDisconnected(t *testing.T) {
	for name, request := range map[string]func(to io.Writer) error{
		"HTTP/1.1": func(to io.Writer) error {
			_, err := io.WriteString(to, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
			return err
		},
		"HTTP/2": requestWithLargeWindows,
	} {
		t.Run(name, func(t *testing.T) {
			ended := make(chan error, 1)
			server := httptest.NewUnstartedServer(nil)
			server.Config = newServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				_, err := w.Write(make([]byte, 64<<20)) // more than any socket buffers
				ended <- err
			}), 50*time.Millisecond)
			server.Start()
			defer server.Close()
			conn, err := net.Dial("tcp", server.Listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			if err := request(conn); err != nil {
				t.Fatal(err)
			}
			select {
			case err := <-ended:
				if err == nil {
					t.Error("all of it was taken")
				}
			case <-time.After(20 * time.Second):
				t.Error("the handler still writes")
			}
		})
	}
}

// requestWithLargeWindows sends a request over HTTP/2 that lets the server send as much as it likes, so that
// nothing but the connection itself holds it up.
func requestWithLargeWindows(to io.Writer) error {
	const most = 1 << 30
	var fields bytes.Buffer
	encoder := hpack.NewEncoder(&fields)
	for _, f := range [][2]string{{":method", "GET"}, {":scheme", "http"}, {":path", "/"}, {":authority", "x"}} {
		_ = encoder.WriteField(hpack.HeaderField{Name: f[0], Value: f[1]}) // into memory
	}
	_, err := io.WriteString(to, http2.ClientPreface)
	framer := http2.NewFramer(to, nil)
	return errors.Join(err, framer.WriteSettings(http2.Setting{ID: http2.SettingInitialWindowSize, Val: most}),
		framer.WriteWindowUpdate(0, most), framer.WriteHeaders(http2.HeadersFrameParam{StreamID: 1,
			BlockFragment: fields.Bytes(), EndStream: true, EndHeaders: true}))
}

func TestWriteTimeoutAppliesPerChunk(t *testing.T) {
	const each = time.Second
	large := bytes.Repeat([]byte("wax "), writeChunk)
	server := httptest.NewServer(withWriteTimeout(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for range 3 {
			if _, err := io.WriteString(w, "gm "); err != nil {
				t.Error(err)
			}
			if err := http.NewResponseController(w).Flush(); err != nil {
				t.Error(err)
			}
			<-time.After(each + 50*time.Millisecond) // the deadline of this part passes while there is nothing to say
		}
		if _, err := w.Write(large); err != nil {
			t.Error(err)
		}
	}), each))
	defer server.Close()
	for range 2 { // the second time on the same connection
		resp, err := http.Get(server.URL)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if want := append([]byte("gm gm gm "), large...); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%d bytes of %d, %v", len(got), len(want), err)
		}
	}
}
