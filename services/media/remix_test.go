package main

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"google.golang.org/protobuf/testing/protocmp"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/rpc"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/xmp/xmptest"
)

// withoutText returns a PNG without its chunks of text, which have the mark and the recipe.
func withoutText(t *testing.T, file []byte) []byte {
	t.Helper()
	out, rest := append([]byte{}, file[:8]...), file[8:]
	for len(rest) >= 12 {
		end := 12 + int(binary.BigEndian.Uint32(rest))
		if string(rest[4:8]) != "iTXt" {
			out = append(out, rest[:end]...)
		}
		rest = rest[end:]
	}
	if len(rest) > 0 {
		t.Fatalf("%d bytes behind the last chunk", len(rest))
	}
	return out
}

func withHandle(ctx context.Context, account, handle string) context.Context {
	return rpc.WithCaller(ctx, rpc.Caller{Visitor: "ann", Account: account, Handle: handle,
		IdempotencyKey: uuid.NewString()})
}

// publishSigned publishes a new meme and returns its id with its event, which a gallery restored from
// media gets as well.
func (w *environment) publishSigned(
	t *testing.T, ctx context.Context, signature, parent string,
) (string, *mediav1.ArtworkPublished) {
	t.Helper()
	p, err := w.client.Publish(ctx, &mediav1.PublishRequest{ArtworkId: w.store(t).GetArtworkId(),
		Overlays: []*mediav1.Overlay{gmOverlay()}, Signature: signature, ParentId: parent})
	if err != nil {
		t.Fatal(err)
	}
	var fact mediav1.ArtworkPublished
	w.readEvent(t, p.GetId(), &fact)
	all, err := w.operator(t, "token-a").ListFacts(t.Context(), &mediav1.ListFactsRequest{PageSize: 100})
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range all.GetPublications() {
		if again := one.GetPublished(); again.GetPublicationId() == p.GetId() {
			again.VisitorId = fact.GetVisitorId() // galleries do not store it
			if diff := cmp.Diff(&fact, again, protocmp.Transform()); diff != "" {
				t.Errorf("published again (-first +again):\n%s", diff)
			}
		}
	}
	return p.GetId(), &fact
}

// Verifies PROF-1.
func TestOnlyTheAccountsOwnHandleIsProven(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	for name, c := range map[string]struct{ account, handle, signature, proven string }{
		"its handle":               {"a", "@Ann_W", "@Ann_W", "@Ann_W"},
		"without the @":            {"a", "@Ann_W", "ann_w", "@Ann_W"},
		"another handle":           {"a", "@Ann_W", "@bob", ""},
		"free text":                {"a", "@Ann_W", "Ann W", ""},
		"nothing":                  {"a", "@Ann_W", "", ""},
		"a look-alike":             {"a", "@Ann_W", "@Ann_\u0428", ""},
		"somebody without a key":   {"", "", "@Ann_W", ""},
		"a claim without a handle": {"a", "", "@", ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, fact := w.publishSigned(t, withHandle(t.Context(), c.account, c.handle), c.signature, "")
			account := ""
			if c.proven != "" {
				account = c.account
			}
			if fact.GetHandle() != c.proven || fact.GetAccount() != account || fact.GetSignature() != c.signature {
				t.Errorf("got %q of %q, signed %q", fact.GetHandle(), fact.GetAccount(), fact.GetSignature())
			}
		})
	}
}

// Verifies REMIX-1.
func TestPublicationsNameTheirParent(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	parent, fact := w.publishSigned(t, withVisitor(t.Context(), uuid.NewString()), "", "")
	if fact.GetParentId() != "" {
		t.Errorf("the first one has the parent %q", fact.GetParentId())
	}
	_, fact = w.publishSigned(t, withVisitor(t.Context(), uuid.NewString()), "", parent)
	if fact.GetParentId() != parent {
		t.Errorf("made from %q, want %q", fact.GetParentId(), parent)
	}
	if _, err := w.client.WithdrawPublication(withVisitor(t.Context(), ""),
		&mediav1.WithdrawPublicationRequest{PublicationId: parent}); err != nil {
		t.Fatal(err)
	}
	_, fact = w.publishSigned(t, withVisitor(t.Context(), uuid.NewString()), "", parent)
	if fact.GetParentId() != parent {
		t.Errorf("made from %q, which went meanwhile, want %q", fact.GetParentId(), parent)
	}
	for _, odd := range []string{uuid.NewString(), "x"} {
		_, err := w.client.Publish(withVisitor(t.Context(), uuid.NewString()),
			&mediav1.PublishRequest{ArtworkId: w.store(t).GetArtworkId(), ParentId: odd})
		if f := fault.From(err); f.Kind != fault.KindInvalid || len(f.Fields) != 1 || f.Fields[0].Name != "parentId" {
			t.Errorf("made from %q: %v", odd, err)
		}
	}
}

// Verifies REMIX-2.
func TestPublishedMemesCarryTheirRecipe(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	stored := w.store(t, func(r *mediav1.StoreArtworkRequest) { r.Scene = `a "sea" <of> 🔥 & wax` })
	o := gmOverlay()
	p, err := w.client.Publish(withHandle(t.Context(), "account", "@ann"), &mediav1.PublishRequest{
		ArtworkId: stored.GetArtworkId(), Overlays: []*mediav1.Overlay{o}, Signature: "@ann", Caption: "by @ann"})
	if err != nil {
		t.Fatal(err)
	}
	found := xmptest.Read(t, w.fetch(t, p.GetObjectName()))
	var got map[string]any
	if err := json.Unmarshal([]byte(found.Recipe), &got); err != nil || found.Warning != "" || found.Error != "" {
		t.Fatalf("%+v, %v", found, err)
	}
	want := map[string]any{
		"v": 1.0, "type": "meme", "action": stored.GetAction(), "scene": stored.GetScene(), "style": stored.GetStyle(),
		"parent": p.GetId(), "layers": []any{map[string]any{"content": o.GetContent(), "fontSize": float64(o.GetFontSize()),
			"fontFamily": o.GetFontFamily(), "color": o.GetColor(), "rotation": float64(o.GetRotation()), "x": o.GetX(), "y": o.GetY()}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the recipe (-want +got):\n%s", diff)
	}
	for _, v := range p.GetVariants() {
		if other := xmptest.Read(t, w.fetch(t, v.GetObjectName())); other.Recipe != "" {
			t.Errorf("%s has it too", v.GetObjectName())
		}
	}
	portrait := w.store(t, func(r *mediav1.StoreArtworkRequest) { r.Type = "pfp" })
	q, err := w.client.Publish(withVisitor(t.Context(), uuid.NewString()),
		&mediav1.PublishRequest{ArtworkId: portrait.GetArtworkId()})
	if err != nil {
		t.Fatal(err)
	}
	if found := xmptest.Read(t, w.fetch(t, q.GetObjectName())); found.Recipe != "" {
		t.Errorf("a portrait has the recipe %s", found.Recipe)
	}
}
