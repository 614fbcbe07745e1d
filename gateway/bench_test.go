package main

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/grpc"

	"mcwick.example/gateway/limits"
	"mcwick.example/platform/events"
	"mcwick.example/platform/limit"
	"mcwick.example/platform/operator"
	"mcwick.example/platform/postgres"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/testkit"
	galleryv1 "mcwick.example/services/gallery/api/gallery/v1"
)

// realGallery runs the gallery's own program on a database of 100,000 memes, behind this gateway.
func (w *environment) realGallery(b *testing.B) (database string) {
	b.Helper()
	database = testkit.DatabaseURL(b, postgres.Schema{
		events.Tables, operator.Tables, {Files: os.DirFS("../services/gallery/internal/postgres/migrations")},
	})
	testkit.Exec(b, testkit.Connect(b, database), `INSERT INTO generated_images
			(id, object_name, type, prompt, action, scene, style, caption, created_at, variants, placeholder)
		SELECT gen_random_uuid(), 'memes/' || gen_random_uuid() || '.png', 'meme', 'p', 'surfing a green candle', 'at the end of the world', 'Anime',
			'gm', timestamptz '2030-01-01' + n * interval '1 s',
			'[{"object_name": "memes/x-320.webp", "width": 320}, {"object_name": "memes/x-640.webp", "width": 640}]', repeat('A', 160)
		FROM generate_series(1, 100000) n`)
	program := testkit.BuildProgramAt(b, "../services/gallery")
	addr := testkit.FreeAddr(b)
	gallery := exec.CommandContext(b.Context(), program, "serve")
	gallery.Env = append(os.Environ(), "GRPC_ADDR="+addr, "OPS_ADDR="+testkit.FreeAddr(b), "LOG_LEVEL=error",
		"DATABASE_URL="+database, "KAFKA_BROKERS="+testkit.Kafka(b)[0])
	gallery.Stderr = os.Stderr
	if err := gallery.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = gallery.Process.Kill(); _ = gallery.Wait() })
	conn, err := rpc.Dial(addr)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { conn.Close() })
	w.gateway.conns[galleryv1.File_gallery_v1_gallery_proto] = conn
	testkit.Eventually(b, "the gallery answers", func() bool {
		page, err := galleryv1.NewGalleryServiceClient(conn).ListImages(b.Context(), &galleryv1.ListImagesRequest{})
		return err == nil && len(page.GetImages()) == 24
	})
	return database
}

// BenchmarkImages reads a page of 24 pictures over 64 connections, the client in the same process.
// Each way goes through the same chain: address, span, headers, visitor, limit in Redis, timeout.
// One operation is a round of all ways, so that they meet the same machine; the figures are medians
// over the rounds, and the rates beside them are how much faster than the constant handler a way
// was in the same round.
//
//	constant   a handler that writes the same bytes: what net/http and the chain cost
//	cached     the page from the cache
//	unchanged  304 from the cache
//	uncached   the gallery's program and PostgreSQL for each request
//	unlimited-…  without the limit and its round trip to Redis
func BenchmarkImages(b *testing.B) {
	w := newEnvironment(b)
	w.realGallery(b)
	const unlimited limits.Kind = "unlimited"
	w.setLimits(b, limits.Config{limits.Reads: {Address: limit.Rate{Every: time.Microsecond, Burst: 1 << 30}}})
	direct := w.gateway.rpc()
	body := httptest.NewRecorder()
	direct.ServeHTTP(body, httptest.NewRequestWithContext(b.Context(), "GET", list, nil))
	if body.Code != 200 || body.Body.Len() < 5000 {
		b.Fatal(body.Code, body.Body)
	}
	constant := http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) {
		h := rw.Header()
		h.Set("Content-Type", "application/json")
		h.Set("Content-Length", strconv.Itoa(body.Body.Len()))
		h.Set("Cache-Control", "public, max-age=1")
		h.Set("ETag", `"constant"`)
		_, _ = rw.Write(body.Body.Bytes())
	})
	cached := w.gateway.cache.handler(direct, new(galleryv1.ListImagesRequest))
	tag := "If-None-Match: " + entityTag(body.Body.Bytes()) + "\r\n"
	ways := []benchCase{
		{"constant", constant, limits.Reads, 2000, "", "200", nil, "GET"},
		{"cached", cached, limits.Reads, 2000, "", "200", nil, "GET"},
		{"unchanged", cached, limits.Reads, 2000, tag, "304", nil, "GET"},
		{"uncached", direct, limits.Reads, 200, "", "200", nil, "GET"},
		{"unlimited-constant", constant, unlimited, 2000, "", "200", nil, "GET"},
		{"unlimited-cached", cached, unlimited, 2000, "", "200", nil, "GET"},
	}
	w.runWays(b, ways, list)
	for _, y := range ways[1:] {
		ratios := make([]float64, len(y.rates))
		for round, rate := range y.rates {
			ratios[round] = rate / ways[0].rates[round]
		}
		b.ReportMetric(median(ratios), y.name+":constant")
	}
}

// runWays measures the ways of a path in rounds and reports the median rate of each.
func (w *environment) runWays(b *testing.B, ways []benchCase, path string) {
	b.Helper()
	mux := http.NewServeMux()
	for _, y := range ways {
		as := http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			r.URL.Path = path
			y.handler.ServeHTTP(rw, r)
		})
		mux.Handle(y.method+" /api/"+y.name, w.gateway.withVisitor(w.gateway.rateLimit(y.kind, limitBody(as))))
	}
	server := httptest.NewServer(w.gateway.withEdge(mux, alwaysTraced))
	b.Cleanup(server.Close)
	pool := connectTo(b, server.Listener.Addr().String())
	for b.Loop() {
		for i := range ways {
			ways[i].rates = append(ways[i].rates, pool.round(b, ways[i]))
		}
	}
	b.ReportMetric(0, "ns/op") // of a round: says nothing
	for _, y := range ways {
		b.ReportMetric(median(y.rates), y.name+"/s")
	}
}

// BenchmarkLikes has 64 connections like one picture, each request another visitor's: through the
// edge, gRPC and the gallery's program, which commits them in groups, and beside it through the
// same edge and gRPC to a service that makes one durable transaction of each. Run it on a database
// that writes through (make bench does).
func BenchmarkLikes(b *testing.B) {
	w := newEnvironment(b)
	pool := testkit.Connect(b, w.realGallery(b))
	image := testkit.QueryOne[string](b, pool, `SELECT id FROM generated_images LIMIT 1`)
	w.setLimits(b, limits.Config{limits.Writes: {Address: limit.Rate{Every: time.Microsecond, Burst: 1 << 30}}})
	grouped := w.gateway.rpc()
	w.gateway.conns[galleryv1.File_gallery_v1_gallery_proto] = serveAlone(b, pool)
	alone := w.gateway.rpc()
	ways := []benchCase{
		{"alone", alone, limits.Writes, 200, "Content-Length: 0\r\n", "200", nil, "PUT"},
		{"grouped", grouped, limits.Writes, 2000, "Content-Length: 0\r\n", "200", nil, "PUT"},
	}
	w.runWays(b, ways, "/api/v1/images/"+image+"/like")
	b.ReportMetric(median(ways[1].rates)/median(ways[0].rates), "grouped:alone")
}

// singleLikeServer is a gallery that makes a transaction of each like.
type singleLikeServer struct {
	galleryv1.UnimplementedGalleryServiceServer
	pool *pgxpool.Pool
}

func (s singleLikeServer) LikeImage(
	ctx context.Context, r *galleryv1.LikeImageRequest,
) (*galleryv1.LikeImageResponse, error) {
	caller, err := rpc.RequireVisitor(ctx)
	if err != nil {
		return nil, err
	}
	answer := &galleryv1.LikeImageResponse{}
	return answer, s.pool.QueryRow(ctx, `
		WITH image AS MATERIALIZED (
			SELECT id FROM generated_images WHERE id = $1 FOR NO KEY UPDATE
		), added AS (
			INSERT INTO likes (image_id, visitor) SELECT id, $2 FROM image ON CONFLICT DO NOTHING RETURNING image_id
		)
		UPDATE generated_images SET likes = likes + (SELECT count(*) FROM added) WHERE id = (SELECT id FROM image)
		RETURNING likes`, r.GetImageId(), caller.Visitor).Scan(&answer.Likes)
}

func serveAlone(b *testing.B, pool *pgxpool.Pool) *grpc.ClientConn {
	b.Helper()
	addr := testkit.FreeAddr(b)
	server := rpc.NewServer(testkit.DiscardLog(), addr)
	galleryv1.RegisterGalleryServiceServer(server, singleLikeServer{pool: pool})
	part := server.Part()
	if err := part.Start(b.Context(), func(err error) { b.Error(err) }); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = part.Stop(context.Background()) })
	conn, err := rpc.Dial(addr)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { conn.Close() })
	return conn
}

// benchCase is one that a page can come.
type benchCase struct {
	name           string
	handler        http.Handler
	kind           limits.Kind
	requests       int
	header, status string    // sent, and expected
	rates          []float64 // requests a second, by round
	method         string
}

func median(of []float64) float64 {
	sorted := slices.Sorted(slices.Values(of))
	return sorted[len(sorted)/2]
}

// connections are kept open over all rounds.
type connections []*bufio.ReadWriter

func connectTo(b *testing.B, addr string) (open connections) {
	b.Helper()
	for range 64 {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { conn.Close() })
		open = append(open, bufio.NewReadWriter(bufio.NewReader(conn), bufio.NewWriter(conn)))
	}
	return open
}

// round sends a way's requests over all connections and returns how many were answered in a second.
func (c connections) round(b *testing.B, y benchCase) float64 {
	request := fmt.Sprintf("%s /api/%s HTTP/1.1\r\nHost: x\r\n%s\r\n", y.method, y.name, y.header)
	var left atomic.Int64
	left.Store(int64(y.requests))
	began := time.Now()
	var all sync.WaitGroup
	for _, conn := range c {
		all.Go(func() {
			for left.Add(-1) >= 0 {
				if status, err := exchange(conn, request); err != nil || status != y.status {
					b.Errorf("%s: %s, %v", y.name, status, err)
					return
				}
			}
		})
	}
	all.Wait()
	return float64(y.requests) / time.Since(began).Seconds()
}

// exchange sends a request and reads its answer, and is no more of a client than that, so as to
// cost little.
func exchange(conn *bufio.ReadWriter, request string) (status string, err error) {
	if _, err := conn.WriteString(request); err != nil {
		return "", err
	}
	if err := conn.Flush(); err != nil {
		return "", err
	}
	line, err := conn.ReadString('\n')
	if err != nil || len(line) < len("HTTP/1.1 200") {
		return line, err
	}
	status = line[9:12]
	length := 0
	for {
		line, err := conn.ReadSlice('\n')
		if err != nil || len(line) <= 2 {
			break
		}
		if value, ok := strings.CutPrefix(string(line), "Content-Length: "); ok {
			if length, err = strconv.Atoi(strings.TrimSpace(value)); err != nil {
				return status, err
			}
		}
	}
	_, err = conn.Discard(length)
	return status, err
}
