package lifecycle

import (
	"bytes"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"time"
)

func TestStalledReaderIsDisconnected(t *testing.T) {
	ended := make(chan error, 1)
	server := httptest.NewServer(withWriteTimeout(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, err := w.Write(make([]byte, 64<<20)) // more than any socket buffers
		ended <- err
	}), 50*time.Millisecond))
	defer server.Close()
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, "GET / HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-ended:
		if !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("ended with %v", err)
		}
	case <-time.After(20 * time.Second):
		t.Error("the handler still writes")
	}
}

func TestWriteTimeoutAppliesPerChunk(t *testing.T) {
	const each = 250 * time.Millisecond
	large := bytes.Repeat([]byte("wax "), writeChunk)
	server := httptest.NewServer(withWriteTimeout(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for range 3 {
			if _, err := io.WriteString(w, "gm "); err != nil {
				t.Error(err)
			}
			if err := http.NewResponseController(w).Flush(); err != nil {
				t.Error(err)
			}
			<-time.After(2 * each) // the deadline of this part passes while there is nothing to say
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
