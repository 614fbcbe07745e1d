package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"image"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gen2brain/webp"
	"golang.org/x/image/draw"
	"google.golang.org/protobuf/proto"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/imagefile"
	"mcwick.example/platform/service/servicetest"
	"mcwick.example/platform/testkit"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
	"mcwick.example/services/moderation/api/picturecheck"
)

// drawn returns a picture of the demo provider's as it is published: a WebP of 640 pixels.
func drawn(t *testing.T, providerURL, prompt string) []byte {
	t.Helper()
	response, body := testkit.Send(t, http.DefaultClient, http.MethodPost, providerURL+"/images/generations",
		`{"model":"demo-image","prompt":"`+prompt+`"}`, "Authorization", "Bearer "+key)
	var answer struct {
		Data []struct {
			Base64 []byte `json:"b64_json"`
		}
	}
	if err := json.Unmarshal(body, &answer); err != nil || len(answer.Data) != 1 {
		t.Fatal(response.Status, err)
	}
	m, err := imagefile.Decode(answer.Data[0].Base64)
	if err != nil {
		t.Fatal(err)
	}
	small := image.NewRGBA(image.Rect(0, 0, 640, 640))
	draw.CatmullRom.Scale(small, small.Bounds(), m, m.Bounds(), draw.Src, nil)
	var b bytes.Buffer
	if err := webp.Encode(&b, small, webp.Options{Quality: 60, Method: 2}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Verifies MOD-32.
func TestDemoProviderFlagsPictures(t *testing.T) {
	addr := testkit.FreeAddr(t)
	testkit.StartProgram(t, testkit.BuildProgramAt(t, "../../deploy/demoai"), "HTTP_ADDR="+addr, "OPS_ADDR=",
		"API_KEY="+key, "FIXED_PICTURE=1ms")
	testkit.Eventually(t, "the provider answers", func() bool {
		resp, err := http.Get("http://" + addr + "/healthz")
		return err == nil && resp.Body.Close() == nil && resp.StatusCode == http.StatusOK
	})
	providerURL := "http://" + addr + "/v1"
	client := startService(t, map[string]string{"AI_BASE_URL": providerURL, "AI_MODERATION_KEY": key})
	for prompt, want := range map[string]bool{"a candle": false, "a candle [demo:contraband]": true} {
		verdict, err := client.CheckPicture(t.Context(),
			&moderationv1.CheckPictureRequest{Picture: drawn(t, providerURL, prompt)})
		if err != nil || !verdict.GetJudged() || verdict.GetFlagged() != want ||
			(verdict.GetCheck() == moderationv1.Check_CHECK_PROVIDER) != want ||
			want && !slices.Equal(verdict.GetCategories(), []string{"harassment"}) {
			t.Errorf("%s: %v, %v", prompt, verdict, err)
		}
	}
}

func equalScores(a, b *moderationv1.CategoryScore) bool { return proto.Equal(a, b) }

// aPicture begins as a PNG does; the service reads no pixels.
var aPicture = []byte("\x89PNG\r\n\x1a\na picture")

// The provider receives the picture and nothing else, once.
// Verifies MOD-32, MOD-4, MOD-75.
func TestPictureVerdictsAreCached(t *testing.T) {
	p, environment := startFakeProvider(t)
	p.respondWith(func(w http.ResponseWriter, _ *http.Request) {
		writeVerdicts(w, []map[string]any{{"flagged": true,
			"categories":      map[string]bool{"violence": true, "harassment": true, "hate": false},
			"category_scores": map[string]float64{"violence": 0.97, "harassment": 0.6, "hate": 0.2}}})
	})
	client := startService(t, environment)
	want := []*moderationv1.CategoryScore{{Category: "violence", Score: 0.97}, {Category: "harassment", Score: 0.6}}
	for range 2 {
		verdict, err := client.CheckPicture(t.Context(), &moderationv1.CheckPictureRequest{Picture: aPicture})
		if err != nil || !verdict.GetFlagged() ||
			!slices.Equal(verdict.GetCategories(), []string{"harassment", "violence"}) ||
			!slices.EqualFunc(verdict.GetScores(), want, equalScores) {
			t.Errorf("%v, %v", verdict, err)
		}
	}
	if len(p.bodies) != 1 || len(p.bodies[0]) != 2 || p.bodies[0]["model"] != "omni-moderation-latest" {
		t.Fatalf("the provider receives %v", p.bodies)
	}
	input := p.bodies[0]["input"].([]any)[0].(map[string]any)
	wantURL := "data:image/png;base64," + base64.StdEncoding.EncodeToString(aPicture)
	if url := input["image_url"].(map[string]any)["url"]; url != wantURL {
		t.Errorf("the provider receives %v", input)
	}
}

// Verifies MOD-32.
func TestCheckPictureErrors(t *testing.T) {
	p, environment := startFakeProvider(t)
	client := startService(t, environment)
	for name, picture := range map[string][]byte{"none": nil, "a text": []byte("gm"), "a GIF": []byte("GIF89a"),
		"too large": append(slices.Clone(aPicture), make([]byte, 1<<20)...)} {
		_, err := client.CheckPicture(t.Context(), &moderationv1.CheckPictureRequest{Picture: picture})
		if f := fault.From(err); f == nil || f.Reason != "PICTURE_INVALID" {
			t.Errorf("%s: %v", name, err)
		}
	}
	if n := len(p.bodies); n != 0 {
		t.Errorf("the provider was called %d times", n)
	}
	for name, answer := range map[string]http.HandlerFunc{
		"away":      failWith(500),
		"forgetful": func(w http.ResponseWriter, _ *http.Request) { writeVerdicts(w, nil) },
		"reads texts only": func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusBadRequest)
			_, _ = io.WriteString(w, `{"error":{"message":"no images","type":"invalid_request_error"}}`)
		},
		"silent": func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
	} {
		p.respondWith(answer)
		ctx, cancel := context.WithTimeout(t.Context(), picturecheck.Timeout)
		_, err := client.CheckPicture(ctx, &moderationv1.CheckPictureRequest{Picture: aPicture})
		f := fault.From(err)
		if f == nil || f.Kind != fault.KindUnavailable && (f.Kind != fault.KindTimeout || name != "silent") {
			t.Errorf("%s: %v", name, err)
		}
		cancel()
	}
}

// The time of a model is its own, but for the last one's, which may take what is left.
// Verifies MOD-109.
func TestPictureIsJudgedByTheNextModelInTime(t *testing.T) {
	p, environment := startFakeProvider(t)
	environment["AI_MODERATION_FILE"] = writeFile(t, "providers: {p: {baseURL: "+environment["AI_BASE_URL"]+
		", keyVariable: AI_MODERATION_KEY}}\n"+
		"tasks: {moderation: [{provider: p, model: slow, timeout: 100ms}, {provider: p, model: last, timeout: 100ms}]}\n")
	p.respondWith(func(w http.ResponseWriter, r *http.Request) {
		p.mu.Lock()
		model := p.bodies[len(p.bodies)-1]["model"]
		p.mu.Unlock()
		if model == "slow" {
			<-r.Context().Done()
			return
		}
		time.Sleep(300 * time.Millisecond)
		writeVerdicts(w, []map[string]any{{"flagged": true}})
	})
	verdict, err := startService(t, environment).CheckPicture(t.Context(),
		&moderationv1.CheckPictureRequest{Picture: aPicture})
	if err != nil || !verdict.GetFlagged() {
		t.Errorf("%v, %v", verdict, err)
	}
}

// Models without a timeout share the time: one that does not respond leaves some for the next.
// Verifies MOD-109.
func TestTextIsJudgedByTheNextModelInTime(t *testing.T) {
	p, environment := startFakeProvider(t)
	environment["AI_MODERATION_FILE"] = writeFile(t, "providers: {p: {baseURL: "+environment["AI_BASE_URL"]+
		", keyVariable: AI_MODERATION_KEY}}\ntasks: {moderation: [{provider: p, model: silent}, {provider: p, model: last}]}\n")
	p.respondWith(func(w http.ResponseWriter, r *http.Request) {
		p.mu.Lock()
		model := p.bodies[len(p.bodies)-1]["model"]
		p.mu.Unlock()
		if model == "silent" {
			<-r.Context().Done()
			return
		}
		writeVerdicts(w, []map[string]any{{"flagged": true}})
	})
	got := checkTexts(t, startService(t, environment), &moderationv1.CheckTextsRequest{Texts: []string{"gm"}})
	if !slices.Equal(got, []string{"meaning"}) {
		t.Errorf("%q", got)
	}
}

// Verifies MOD-33.
func TestPicturesAreNotJudgedWithoutProvider(t *testing.T) {
	_, environment := startFakeProvider(t)
	delete(environment, "AI_MODERATION_KEY")
	i := servicetest.New(t, spec, environment)
	i.Start(t)
	verdict, err := moderationv1.NewModerationServiceClient(i.Conn).CheckPicture(t.Context(),
		&moderationv1.CheckPictureRequest{Picture: aPicture})
	if err != nil || verdict.GetJudged() || verdict.GetFlagged() {
		t.Errorf("%v, %v", verdict, err)
	}
	if metrics := get(t, i.OpsURL("/metrics")); !strings.Contains(metrics, `outcome="not_judged"`) {
		t.Error("it is not counted")
	}
}
