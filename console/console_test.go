package main

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"path/filepath"
	"testing"
	"testing/fstest"
	"time"

	"google.golang.org/genproto/googleapis/api/httpbody"
	"google.golang.org/grpc"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/operator"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/security"
	"mcwick.example/platform/security/securitytest"
	"mcwick.example/platform/testkit"
	mediav1 "mcwick.example/services/media/api/media/v1"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
)

// fakeService plays the services behind a real operators' port.
type fakeService struct {
	moderationv1.UnimplementedCaseOperatorServiceServer
	mediav1.UnimplementedMediaOperatorServiceServer
	mediav1.UnimplementedVideoOperatorServiceServer
	operators []string // who called
	onCase    func()   // nil for nothing
}

func (f *fakeService) record(ctx context.Context) error {
	name, err := operator.Name(ctx)
	f.operators = append(f.operators, name)
	return err
}

func (f *fakeService) GetCase(ctx context.Context, r *moderationv1.GetCaseRequest) (*moderationv1.Case, error) {
	if r.GetSubject().GetId() == "" {
		return nil, fault.ToStatus(fault.Invalid("SUBJECT_INVALID",
			fault.Field{Name: "subject", Message: "Say which."})).Err()
	}
	if f.onCase != nil {
		f.onCase()
	}
	return &moderationv1.Case{Id: r.GetSubject().GetId(), Weight: 1.5}, f.record(ctx)
}

func (f *fakeService) ShowPublication(
	ctx context.Context, r *mediav1.ShowPublicationRequest,
) (*httpbody.HttpBody, error) {
	if r.GetSize() == mediav1.PictureSize_PICTURE_SIZE_SMALL {
		return &httpbody.HttpBody{ContentType: "image/webp", Data: []byte("small pixels")}, f.record(ctx)
	}
	return &httpbody.HttpBody{ContentType: "image/png", Data: []byte("pixels")}, f.record(ctx)
}

// environment is a console in front of fake services.
type environment struct {
	*fakeService
	credentials string
	server      *httptest.Server
	logged      securitytest.Recorder
	now         time.Time
}

// events is where the console's security events go.
func (e *environment) events(t *testing.T) *security.Log {
	t.Helper()
	return security.New(e.logged.Logger("console"), security.SignInRefused)
}

func newEnvironment(t *testing.T) *environment {
	t.Helper()
	e := &environment{fakeService: &fakeService{}, credentials: filepath.Join(t.TempDir(), "operators"),
		now: time.Now()}
	e.writeCredentials(t, operator.CredentialLine("ada", "token-a")+operator.CredentialLine("lin", "token-l"))
	addr := testkit.FreeAddr(t)
	port, err := operator.Part(slog.New(slog.DiscardHandler), operator.Config{Addr: addr, File: e.credentials},
		operator.Common(nil, rpc.ServerChain(slog.New(slog.DiscardHandler), 8)),
		func(r grpc.ServiceRegistrar) {
			moderationv1.RegisterCaseOperatorServiceServer(r, e)
			mediav1.RegisterMediaOperatorServiceServer(r, e)
			mediav1.RegisterVideoOperatorServiceServer(r, e)
		})
	if err != nil {
		t.Fatal(err)
	}
	if err := port.Start(t.Context(), func(err error) { t.Error(err) }); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = port.Stop(context.Background()) })
	c := configuration{GatewayAddr: addr, GenerationAddr: addr, MediaAddr: addr,
		ModerationAddr: addr, WallAddr: addr}
	services, err := c.dial()
	if err != nil {
		t.Fatal(err)
	}
	page := fstest.MapFS{"index.html": {Data: []byte("<!doctype html>")}, "assets/index-0123abcd.js": {Data: []byte("1")}}
	server := httptest.NewTLSServer(newHandler(page, services, func() time.Time { return e.now }, e.events(t)))
	t.Cleanup(func() { server.Close(); _ = services.Close() })
	e.server = server
	return e
}

func (e *environment) writeCredentials(t *testing.T, lines string) {
	t.Helper()
	testkit.WriteFile(t, e.credentials, lines)
}

// browser keeps the cookies of one operator.
type browser struct {
	*http.Client
	url string
}

func (e *environment) newBrowser(t *testing.T) browser {
	t.Helper()
	jar, _ := cookiejar.New(nil) // never fails
	return browser{&http.Client{Jar: jar, Transport: e.server.Client().Transport}, e.server.URL}
}

// answer is what a browser received.
type answer struct {
	status int
	header http.Header
	body   string
	Code   string `json:"code"` // of a refusal
}

func (b browser) send(t *testing.T, method, path, body string, headers ...string) answer {
	t.Helper()
	headers = append([]string{"Content-Type", "application/json", "Connect-Protocol-Version", "1"}, headers...)
	response, text := testkit.Send(t, b.Client, method, b.url+path, body, headers...)
	a := answer{status: response.StatusCode, header: response.Header, body: string(text)}
	_ = json.Unmarshal(text, &a) // what is no refusal has no code
	return a
}

func (b browser) signIn(t *testing.T, token string) answer {
	t.Helper()
	body, _ := json.Marshal(map[string]string{"token": token}) // a string always marshals
	return b.send(t, http.MethodPost, "/session", string(body))
}
