package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const receipt = "0af7651916cd43dd8448eb211c80319c"

// store answers one trace at the address that the local platform and others have for it.
func store(t *testing.T, path string) string {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+path+receipt, func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(`{"resourceSpans": [
			{"resource": {"attributes": [{"key": "service.name", "value": {"stringValue": "gallery"}}]}, "scopeSpans": [{"spans": [
				{"spanId": "b", "parentSpanId": "a", "name": "LikeImage", "startTimeUnixNano": "3000000", "endTimeUnixNano": "9500000",
					"status": {"code": "STATUS_CODE_ERROR", "message": "UNAVAILABLE"}},
				{"spanId": "c", "parentSpanId": "b", "name": "INSERT likes", "startTimeUnixNano": "4000000", "endTimeUnixNano": "9000000", "status": {"code": 2}}]}]}],
			"batches": [{"resource": {"attributes": [{"key": "service.name", "value": {"stringValue": "gateway"}}]}, "scopeSpans": [{"spans": [
				{"spanId": "a", "name": "PUT like", "startTimeUnixNano": "1000000", "endTimeUnixNano": "41000000", "status": {}}]}]}]}`))
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server.URL
}

func trace(t *testing.T, args ...string) (string, error) {
	t.Helper()
	root := newRoot()
	var out bytes.Buffer
	root.SetOut(&out)
	root.SetArgs(append([]string{"trace"}, args...))
	err := root.ExecuteContext(t.Context())
	return out.String(), err
}

func TestTraceIsAWaterfall(t *testing.T) {
	const want = `AFTER   TOOK    WHO      WHAT              TROUBLE
0.0 ms  40 ms   gateway  PUT like          
2.0 ms  6.5 ms  gallery    LikeImage       UNAVAILABLE
3.0 ms  5.0 ms  gallery      INSERT likes  failed
`
	out, err := trace(t, receipt, "--store", store(t, "/api/traces/"))
	if err != nil || out != want {
		t.Errorf("%v\n%s", err, out)
	}
	data := t.TempDir() // the local platform has written down where its edge is
	edge, _ := json.Marshal(map[string]string{"edge": store(t, "/debug/trace/api/traces/")})
	if err := os.WriteFile(filepath.Join(data, "operators.json"), edge, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err = trace(t, receipt, "--data", data); err != nil || out != want {
		t.Errorf("%v\n%s", err, out)
	}
	if out, err = trace(t, receipt, "--data", data, "--json"); err != nil || !strings.Contains(out, `"failed": "UNAVAILABLE"`) {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestTraceSaysWhyThereIsNone(t *testing.T) {
	address := store(t, "/api/traces/")
	for name, c := range map[string]struct {
		args []string
		want string
	}{
		"no receipt":     {[]string{"oops", "--store", address}, "is no receipt"},
		"an unknown one": {[]string{strings.Repeat("0", 32), "--store", address}, "nobody knows this trace"},
		"no platform":    {[]string{receipt, "--data", t.TempDir()}, "where are the traces?"},
		"nobody there":   {[]string{receipt, "--store", "http://127.0.0.1:1"}, "ask for the trace"},
	} {
		if _, err := trace(t, c.args...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
