package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/segmentio/kafka-go"
	"golang.org/x/image/webp"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	"mcwick.example/platform/events"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/service/servicetest"
	"mcwick.example/platform/testkit"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

// Two tests at a time: each keeps a core busy with pictures, and more would miss deadlines of calls.
func TestMain(m *testing.M) {
	flag.Parse()
	if err := flag.Set("test.parallel", "2"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

type environment struct {
	*servicetest.Instance[configuration]
	client  mediav1.MediaServiceClient
	videos  mediav1.VideoServiceClient
	bytes   string // base URL of the pictures
	objects string // folder; empty for another store
}

func newEnvironment(t testing.TB, more ...string) *environment {
	t.Helper()
	w := prepareEnvironment(t, more...)
	w.Start(t)
	return w
}

// prepareEnvironment prepares a service that is not started yet.
func prepareEnvironment(t testing.TB, more ...string) *environment {
	t.Helper()
	folder := t.TempDir()
	w := prepareEnvironmentOn(t, "file://"+folder+"?no_tmp_dir=true&metadata=skip", more...)
	w.objects = folder
	return w
}

// prepareEnvironmentOn is prepareEnvironment with an object store.
func prepareEnvironmentOn(t testing.TB, blobURL string, more ...string) *environment {
	t.Helper()
	addr := testkit.FreeAddr(t)
	variables := servicetest.OperatorEnvironment(t)
	variables["HTTP_ADDR"], variables["BLOB_URL"] = addr, blobURL
	variables["KAFKA_BROKERS"] = testkit.OwnKafka(t)[0]
	// Each second it asks also a broker that has stopped, or what has that port by then: the library takes the first
	// bytes of a gRPC server for the length of an array, and allocates gigabytes.
	t.Cleanup(events.Config{}.Transport().CloseIdleConnections)
	for _, setting := range more {
		name, value, _ := strings.Cut(setting, "=")
		variables[name] = value
	}
	i := servicetest.New(t, spec, variables)
	conn := longCalls{i.Conn}
	return &environment{
		Instance: i, client: mediav1.NewMediaServiceClient(conn), videos: mediav1.NewVideoServiceClient(conn),
		bytes: "http://" + addr + "/media/",
	}
}

// newDrawing returns a picture of one color as a provider would send it.
func newDrawing(t *testing.T, side int, c color.Color) []byte {
	t.Helper()
	m := image.NewRGBA(image.Rect(0, 0, side, side))
	for i := range side * side {
		m.Set(i%side, i/side, c)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// store stores an orange picture of ann's, a meme unless changed.
func (w *environment) store(t *testing.T, changes ...func(*mediav1.StoreArtworkRequest)) *mediav1.StoreArtworkRequest {
	t.Helper()
	r := &mediav1.StoreArtworkRequest{
		ArtworkId: uuid.NewString(), VisitorId: "ann", Type: "meme",
		Image:  newDrawing(t, 256, color.RGBA{255, 128, 0, 255}),
		Prompt: "p", Action: "surfing", Scene: "the sea", Style: "Anime", Traits: map[string]string{"base": "diamond"},
		Seed:   7,
		Source: "composer", Generator: "McWick composer",
	}
	for _, change := range changes {
		change(r)
	}
	if _, err := w.client.StoreArtwork(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	return r
}

// longCalls gives calls without a deadline a minute, instead of the usual bound: many of them compute, which
// takes long on a machine that runs all tests at once.
type longCalls struct{ grpc.ClientConnInterface }

func (c longCalls) Invoke(ctx context.Context, method string, args, reply any, opts ...grpc.CallOption) error {
	if _, ok := ctx.Deadline(); !ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Minute)
		defer cancel()
	}
	return c.ClientConnInterface.Invoke(ctx, method, args, reply, opts...)
}

func withVisitor(ctx context.Context, key string) context.Context {
	return rpc.WithCaller(ctx, rpc.Caller{Visitor: "ann", IdempotencyKey: key})
}

func gmOverlay() *mediav1.Overlay {
	return &mediav1.Overlay{Content: "gm", FontSize: 200, FontFamily: "Impact", Color: "#ffffff", X: 512, Y: 512}
}

// get reads a stored picture.
func (w *environment) get(t *testing.T, name string) (image.Image, http.Header) {
	t.Helper()
	resp, b := w.read(t, name, "")
	m, err := png.Decode(strings.NewReader(b))
	if err != nil {
		t.Fatalf("%s: %s: %v", name, resp.Status, err)
	}
	return m, resp.Header
}

// variant returns the name of a publication's variant.
func variant(p *mediav1.Publication, width int) string {
	return fmt.Sprintf("memes/%s-%d.webp", p.GetId(), width)
}

// variant checks a picture in another width.
func (w *environment) variant(t *testing.T, v *mediav1.ArtworkVariant) {
	t.Helper()
	resp, b := w.read(t, v.GetObjectName(), "")
	m, err := webp.Decode(strings.NewReader(b))
	if err != nil || m.Bounds().Dx() != int(v.GetWidth()) || resp.Header.Get("Content-Type") != "image/webp" {
		t.Errorf("%s: %s %v, %v", v.GetObjectName(), resp.Status, resp.Header, err)
	}
}

// kept compares the row of a publication.
func (w *environment) kept(t *testing.T, id string, want ...string) {
	t.Helper()
	rows, err := w.Database(t).Query(t.Context(),
		`SELECT unnest(ARRAY[visitor, signature, caption, object_name, artwork_id::text, overlays->0->>'Content']) FROM publications WHERE id = $1`, id)
	if err != nil {
		t.Fatal(err)
	}
	got, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v, the row (-want +got):\n%s", err, diff)
	}
}

// brokers are those of the service.
func (w *environment) brokers() []string { return []string{w.Environment["KAFKA_BROKERS"]} }

// readEvent reads the first event of a publication.
func (w *environment) readEvent(t *testing.T, id string, into *mediav1.ArtworkPublished) {
	t.Helper()
	if err := proto.Unmarshal(w.readEvents(t, id, 1)[0].Value, into); err != nil {
		t.Fatal(err)
	}
}

// readEvents finds the first n events of a publication.
func (w *environment) readEvents(t *testing.T, id string, n int) (found []kafka.Message) {
	t.Helper()
	testkit.ReadTopic(t, w.brokers(), mediav1.TopicArtwork, fmt.Sprint(n, " events about ", id),
		func(m kafka.Message) bool {
			if string(m.Key) == id {
				found = append(found, m)
			}
			return len(found) == n
		})
	return found
}

// memes counts the objects of published memes.
func (w *environment) memes(t *testing.T) int {
	t.Helper()
	found, err := os.ReadDir(w.objects + "/memes")
	if err != nil {
		t.Fatal(err)
	}
	return len(found)
}
