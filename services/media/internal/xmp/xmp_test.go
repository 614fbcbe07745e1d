package xmp_test

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/gen2brain/webp"
	"github.com/google/go-cmp/cmp"
	decoder "golang.org/x/image/webp"

	"mcwick.example/services/media/internal/xmp"
	"mcwick.example/services/media/internal/xmp/xmptest"
)

const term = "http://cv.iptc.org/newscodes/digitalsourcetype/"

// odd has characters that XML escapes.
var (
	odd = xmp.Mark{
		SourceType: xmp.TrainedAlgorithmicMedia, Tool: "McWick", AISystem: `a<b> & "c" 'd' \x41`,
		Created: time.Date(2030, 1, 2, 4, 4, 5, 6000, time.FixedZone("", 3600)),
	}
	seen = xmptest.Mark{
		DigitalSourceType: term + "trainedAlgorithmicMedia", AISystemUsed: odd.AISystem, CreatorTool: "McWick",
		CreateDate: "2030:01:02 03:04:05Z",
	}
)

func picture() *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, 64, 64))
	for i := range m.Pix {
		m.Pix[i] = uint8(i) | 3
		if i%4 == 3 {
			m.Pix[i] = 255
		}
	}
	return m
}

func check(t *testing.T, file []byte, want xmptest.Mark) {
	t.Helper()
	if diff := cmp.Diff(want, xmptest.Read(t, file)); diff != "" {
		t.Errorf("exiftool (-want +got):\n%s", diff)
	}
}

func encodePNG(t *testing.T, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Verifies AI-1.
func TestPNGKeepsPixelsAndCarriesMark(t *testing.T) {
	t.Parallel()
	plain := encodePNG(t, picture())
	marked, err := odd.PNG(plain)
	if err != nil {
		t.Fatal(err)
	}
	check(t, marked, seen)
	m, err := png.Decode(bytes.NewReader(marked))
	if err != nil {
		t.Fatal(err)
	}
	for y := range 64 {
		for x := range 64 {
			if m.At(x, y) != picture().At(x, y) {
				t.Fatalf("another pixel at %d, %d", x, y)
			}
		}
	}
	if bytes.Index(marked, []byte("iTXt")) > bytes.Index(marked, []byte("IDAT")) {
		t.Error("readers that stop at the pixels do not see it")
	}
	if again, _ := odd.PNG(plain); !bytes.Equal(marked, again) {
		t.Error("other bytes")
	}
}

// Verifies AI-1.
func TestWebPKeepsPixelsAndCarriesMark(t *testing.T) {
	t.Parallel()
	var plain bytes.Buffer
	if err := webp.Encode(&plain, picture(), webp.Options{Quality: 60}); err != nil {
		t.Fatal(err)
	}
	marked, err := odd.WebP(plain.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	check(t, marked, seen)
	want, err := decoder.Decode(bytes.NewReader(plain.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if m, err := decoder.Decode(bytes.NewReader(marked)); err != nil || !cmp.Equal(want, m) {
		t.Errorf("another picture, %v", err)
	}
	if again, _ := odd.WebP(plain.Bytes()); !bytes.Equal(marked, again) {
		t.Error("other bytes")
	}
	var lossless bytes.Buffer
	if err := webp.Encode(&lossless, picture(), webp.Options{Lossless: true}); err != nil {
		t.Fatal(err)
	}
	for name, file := range map[string][]byte{"cut": plain.Bytes()[:25], "lossless": lossless.Bytes(), "marked": marked} {
		if _, err := odd.WebP(file); err == nil {
			t.Errorf("%s: it was marked", name)
		}
	}
}

// ffmpeg makes a second of audio or video, with tags.
func ffmpeg(t *testing.T, name, source string, tags []string, args ...string) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	all := []string{"-nostdin", "-v", "error", "-f", "lavfi", "-i", source, "-t", "1", "-map_metadata", "-1"}
	for _, tag := range tags {
		all = append(all, "-metadata", tag)
	}
	if out, err := exec.CommandContext(t.Context(), "ffmpeg",
		append(append(all, args...), path)...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Verifies AI-2.
func TestMP4CarriesTheMark(t *testing.T) {
	t.Parallel()
	plain := ffmpeg(t, "x.mp4", "testsrc=size=64x64", odd.Tags(), "-c:v", "libx264", "-movflags", "+faststart")
	marked, err := odd.MP4(plain)
	if err != nil {
		t.Fatal(err)
	}
	check(t, marked, seen)
	if !bytes.HasPrefix(marked, plain) {
		t.Error("what was there moved")
	}
	want := "DigitalSourceType=" + term + "trainedAlgorithmicMedia; AISystemUsed=" + odd.AISystem +
		"; CreatorTool=McWick; CreateDate=2030-01-02T03:04:05Z"
	if got := xmptest.Comment(t, marked); got != want {
		t.Errorf("ffprobe says %q, not %q", got, want)
	}
}

// Verifies AI-2.
func TestMP3CarriesTheMark(t *testing.T) {
	t.Parallel()
	marked := ffmpeg(t, "x.mp3", "sine", odd.SoundTags(), "-c:a", "libmp3lame")
	check(t, marked, seen)
	want := "DigitalSourceType=" + term + "trainedAlgorithmicMedia; AISystemUsed=" + odd.AISystem +
		"; CreatorTool=McWick; CreateDate=2030-01-02T03:04:05Z"
	if got := xmptest.Comment(t, marked); got != want {
		t.Errorf("ffprobe says %q, not %q", got, want)
	}
}

func TestUnknownPropertiesAreOmitted(t *testing.T) {
	t.Parallel()
	plain := encodePNG(t, picture())
	marked, err := xmp.Mark{SourceType: xmp.AlgorithmicMedia, Tool: "McWick composer", Created: odd.Created}.PNG(plain)
	if err != nil {
		t.Fatal(err)
	}
	check(t, marked, xmptest.Mark{DigitalSourceType: term + "algorithmicMedia", CreatorTool: "McWick composer",
		CreateDate: seen.CreateDate})
}

func TestMarkChangesContainerOnly(t *testing.T) {
	t.Parallel()
	for name, mark := range map[string]func([]byte) ([]byte, error){"PNG": odd.PNG, "WebP": odd.WebP, "MP4": odd.MP4} {
		for _, file := range []string{"", "GIF89a, and some more bytes that are not what was said"} {
			if b, err := mark([]byte(file)); err == nil {
				t.Errorf("%s: marked as %q", name, b)
			}
		}
	}
}
