package picture_test

import (
	"bytes"
	"cmp"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math/bits"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/corona10/goimagehash"
	"golang.org/x/image/draw"
	"golang.org/x/sync/errgroup"

	"mcwick.example/mascot"
	"mcwick.example/services/media/internal/publishing/picture"
	"mcwick.example/services/media/internal/publishing/render"
)

// measuredPictures is how many pictures are drawn to measure the hashes: MEASURE_PICTURES, which
// was 10,000 for the figures of deploy/decisions/0053, or as many as a test has time for.
func measuredPictures(t *testing.T, otherwise int) int {
	t.Helper()
	n, err := strconv.Atoi(cmp.Or(os.Getenv("MEASURE_PICTURES"), strconv.Itoa(otherwise)))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// rasterize draws an SVG in a width.
func rasterize(svg string, width int) (*image.RGBA, error) {
	cmd := exec.Command("rsvg-convert", "--format", "png", "--width", strconv.Itoa(width), "--height",
		strconv.Itoa(width))
	cmd.Stdin = strings.NewReader(svg)
	file, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("rsvg-convert, of the Debian package librsvg2-bin: %w", err)
	}
	drawn, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		return nil, err
	}
	m := image.NewRGBA(drawn.Bounds())
	draw.Draw(m, m.Bounds(), image.White, image.Point{}, draw.Src)
	draw.Draw(m, m.Bounds(), drawn, drawn.Bounds().Min, draw.Over)
	return m, nil
}

func resize(m image.Image, width int) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, width, width))
	draw.CatmullRom.Scale(out, out.Bounds(), m, m.Bounds(), draw.Src, nil)
	return out
}

func oneOf[T any](chance *rand.Rand, all []T) T { return all[chance.IntN(len(all))] }

// newTraits chooses traits: what a portrait needs, and half of the rest.
func newTraits(chance *rand.Rand) (traits mascot.Traits) {
	for _, c := range mascot.Categories() {
		if c.Required || chance.IntN(2) == 0 {
			*traits.Choice(c.ID) = oneOf(chance, c.Options).ID
		}
	}
	return traits
}

// newScene returns a meme's background.
func newScene(chance *rand.Rand) string {
	actor := func() mascot.Actor {
		return mascot.Actor{Traits: newTraits(chance), Mood: oneOf(chance, append(mascot.Moods(), "")),
			Pose: oneOf(chance, append(mascot.Poses(), ""))}
	}
	o := mascot.SceneOptions{Scene: oneOf(chance, mascot.Scenes()).ID, Finish: oneOf(chance, mascot.Finishes()).ID,
		Lead: actor(), Seed: chance.Uint32()}
	if chance.IntN(3) == 0 {
		friend := actor()
		o.Friend = &friend
	}
	return mascot.ComposeScene(o)
}

var captions = strings.Split("gm|wen moon|hold the candle|this is fine|never selling|buy the dip, broh|one more green day|"+
	"my portfolio and me|the wick is long|good night", "|")

// newText returns a layer somewhere in the middle column.
func newText(chance *rand.Rand) render.Overlay {
	return render.Overlay{Content: oneOf(chance, captions), FontFamily: oneOf(chance, render.Families()).Name,
		FontSize: float64(48 + 4*chance.IntN(24)), Color: oneOf(chance, []string{"#ffffff", "#ffc83d", "#000000"}),
		X: 512, Y: oneOf(chance, []float64{120, 300, 512, 800, 900})}
}

// layer is a text as it is drawn over white and over black, from which it is drawn over any picture
// without painting it again.
type layer struct{ white, black *image.RGBA }

func newLayers(t *testing.T, r *render.Renderer, n, width int) (all []layer) {
	t.Helper()
	chance := rand.New(rand.NewPCG(1, 2))
	for range n {
		text := newText(chance)
		over := func(of *image.Uniform) *image.RGBA {
			m := image.NewRGBA(image.Rect(0, 0, render.Size, render.Size))
			draw.Draw(m, m.Bounds(), of, image.Point{}, draw.Src)
			painted, err := r.Render(m, []render.Overlay{text})
			if err != nil {
				t.Fatal(err)
			}
			return resize(painted, width)
		}
		all = append(all, layer{over(image.White), over(image.Black)})
	}
	return all
}

func (l layer) drawOn(m *image.RGBA) {
	for i, under := range m.Pix {
		white, black := int(l.white.Pix[i]), int(l.black.Pix[i])
		m.Pix[i] = uint8(min(255, max(0, black+int(under)*(white-black)/255)))
	}
}

// newRenderer returns a renderer without emoji, which no caption has.
func newRenderer(t *testing.T) *render.Renderer {
	t.Helper()
	r, err := render.New("")
	if r == nil {
		t.Fatal(err)
	}
	return r
}

// Of the demo's own pictures, three tenths portraits and the rest memes with up to two texts, no two are taken for one
// another, or nearly none.
// Verifies MOD-38.
func TestHashesDistinguishPictures(t *testing.T) {
	const width = 128
	n := measuredPictures(t, 40)
	layers := newLayers(t, newRenderer(t), max(n/50, 6), width)
	hashes, descriptions := make([]picture.Hash, n), make([]string, n)
	var drawing errgroup.Group
	drawing.SetLimit(runtime.GOMAXPROCS(0))
	for i := range n {
		drawing.Go(func() error {
			chance := rand.New(rand.NewPCG(uint64(i), 7))
			svg := ""
			if isPortrait(i) {
				traits, seed := newTraits(chance), chance.Uint32N(1000)
				svg, descriptions[i] = mascot.Compose(traits, mascot.Options{Seed: seed}), fmt.Sprint(traits, seed)
			} else {
				svg, descriptions[i] = newScene(chance), strconv.Itoa(i)
			}
			m, err := rasterize(svg, width)
			if err != nil {
				return err
			}
			if !isPortrait(i) {
				for range chance.IntN(3) {
					oneOf(chance, layers).drawOn(m)
				}
			}
			hashes[i] = picture.HashOf(m)
			return nil
		})
	}
	if err := drawing.Wait(); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		isPortrait bool
		distance   int
	}{"portraits": {true, picture.SameDistance}, "memes": {false, picture.SameDistanceWithTexts}} {
		pairs, mistaken := 0, 0
		for i := range n {
			for j := range i {
				isPair := isPortrait(i) == c.isPortrait && isPortrait(j) == c.isPortrait
				if !isPair || descriptions[i] == descriptions[j] {
					continue
				}
				pairs++
				if distance(hashes[i], hashes[j]) <= c.distance {
					mistaken++
				}
			}
		}
		t.Logf("of %d pairs of %s %d look alike, within %d bits", pairs, name, mistaken, c.distance)
		if mistaken*500_000 > pairs { // with 10,000 removed pictures a fiftieth of the new ones
			t.Errorf("%s are mistaken for one another", name)
		}
	}
}

// distance returns in how many bits two hashes differ, as the store's query counts them.
func distance(a, b picture.Hash) (n int) {
	for i := range a {
		n += bits.OnesCount64(a[i] ^ b[i])
	}
	return n
}

func isPortrait(i int) bool { return i%10 < 3 }

// A picture is recognized in another encoding and in other widths, and with its text moved a little.
// Verifies MOD-38.
func TestHashesRecognizePictures(t *testing.T) {
	n, r := measuredPictures(t, 600)/100, newRenderer(t)
	distances := make(map[string][]int)
	for i := range n {
		chance := rand.New(rand.NewPCG(uint64(i), 99))
		drawn, err := rasterize(newScene(chance), 256)
		if err != nil {
			t.Fatal(err)
		}
		background, text := resize(drawn, render.Size), newText(chance)
		painted := func(dx, dy float64) image.Image {
			moved := text
			moved.X, moved.Y = text.X+dx, text.Y+dy
			m, err := r.Render(background, []render.Overlay{moved})
			if err != nil {
				t.Fatal(err)
			}
			return m
		}
		first := hashOf(t, painted(0, 0))
		for name, again := range map[string]image.Image{
			"JPEG of quality 50":             compress(t, painted(0, 0)),
			"half as wide, JPEG":             compress(t, resize(painted(0, 0), render.Size/2)),
			"1.5 times as wide, JPEG":        compress(t, resize(painted(0, 0), render.Size*3/2)),
			"text moved by 12 and 12 pixels": painted(12, -12),
			"text moved by 24 pixels across": painted(24, 0),
			"text moved by 24 pixels down":   painted(0, 24),
		} {
			distances[name] = append(distances[name], distance(first, hashOf(t, again)))
		}
	}
	for name, all := range distances {
		slices.Sort(all)
		found, _ := slices.BinarySearch(all, picture.SameDistanceWithTexts+1)
		t.Logf("%s: %d of %d are recognized; at most %d bits", name, found, n, all[n-1])
		isMoved := strings.Contains(name, "moved")
		if !isMoved && all[n-1] > picture.SameDistance || isMoved && found*100 < 95*n {
			t.Errorf("%s: the hashes differ in %v bits", name, all)
		}
	}
}

// TestHashIsAPerceptualHash compares the hash with that of a library, which earlier releases stored.
func TestHashIsAPerceptualHash(t *testing.T) {
	n, r := measuredPictures(t, 600)/100, newRenderer(t)
	all := make([]int, n)
	for i := range all {
		chance := rand.New(rand.NewPCG(uint64(i), 98))
		drawn, err := rasterize(newScene(chance), 256)
		if err != nil {
			t.Fatal(err)
		}
		m, err := r.Render(resize(drawn, render.Size), []render.Overlay{newText(chance)})
		if err != nil {
			t.Fatal(err)
		}
		small := resize(m, picture.Widths[0])
		all[i] = distance(picture.HashOf(small), hashOfLibrary(t, small))
	}
	slices.Sort(all)
	t.Logf("it differs by at most %d bits, by %d in the middle", all[n-1], all[n/2])
	if all[n-1] > picture.SameDistance {
		t.Errorf("it differs by %v bits", all)
	}
}

// TestHashOfAGrayPicture tests that colors which are not there do not count: all of their frequencies are the same.
func TestHashOfAGrayPicture(t *testing.T) {
	m := image.NewRGBA(image.Rect(0, 0, picture.Widths[0], picture.Widths[0]))
	for i := range picture.Widths[0] * picture.Widths[0] {
		x, y := i%picture.Widths[0], i/picture.Widths[0]
		v := uint8(x*x/300 + y*3)
		m.SetRGBA(x, y, color.RGBA{v, v, v, 255})
	}
	hash := picture.HashOf(m)
	if d := distance(hash, hashOfLibrary(t, m)); d > picture.SameDistance {
		t.Errorf("it differs from the library's by %d bits", d)
	}
	if d := distance(hash, picture.HashOf(compress(t, m))); d > picture.SameDistance {
		t.Errorf("compressed it differs by %d bits", d)
	}
}

// hashOfLibrary returns the hash as goimagehash computes it.
func hashOfLibrary(t testing.TB, m image.Image) (h picture.Hash) {
	t.Helper()
	small := resize(m, 64)
	blue, red := image.NewGray(small.Bounds()), image.NewGray(small.Bounds())
	for i := range blue.Pix {
		_, blue.Pix[i], red.Pix[i] = color.RGBToYCbCr(small.Pix[4*i], small.Pix[4*i+1], small.Pix[4*i+2])
	}
	n := 0
	for _, part := range []struct {
		m    image.Image
		side int
	}{{m, 16}, {blue, 8}, {red, 8}} {
		hash, err := goimagehash.ExtPerceptionHash(part.m, part.side, part.side)
		if err != nil {
			t.Fatal(err)
		}
		n += copy(h[n:], hash.GetHash())
	}
	return h
}

func BenchmarkHash(b *testing.B) {
	m := image.NewRGBA(image.Rect(0, 0, picture.Widths[0], picture.Widths[0]))
	chance := rand.New(rand.NewPCG(1, 2))
	for i := range m.Pix {
		m.Pix[i] = uint8(chance.Uint32())
	}
	b.Run("ours", func(b *testing.B) {
		for b.Loop() {
			picture.HashOf(m)
		}
	})
	b.Run("goimagehash", func(b *testing.B) {
		for b.Loop() {
			hashOfLibrary(b, m)
		}
	})
}

// hashOf returns the hash of a picture as it is published: of the smaller variant.
func hashOf(t *testing.T, m image.Image) picture.Hash {
	t.Helper()
	return picture.HashOf(resize(m, picture.Widths[0]))
}

func compress(t *testing.T, m image.Image) image.Image {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, &jpeg.Options{Quality: 50}); err != nil {
		t.Fatal(err)
	}
	out, err := jpeg.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
