package client

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"mcwick.example/deploy/chaos/history"
	"mcwick.example/deploy/internal/wait"
)

// Returning are two visitors who use the site before an upgrade and come back after it with the same cookies: one has
// an account, the other a device alone. What they do is theirs; other clients do not see it.
type Returning struct {
	account, device *Visitor
	mine            map[*Visitor][]published // two each: the first stays, the second is withdrawn
	nomination      request
}

// published is a publication, and the call that may be made again.
type published struct {
	picture
	again request
}

// NewReturning are two visitors who do nothing else.
func NewReturning(account, device *Visitor) *Returning {
	return &Returning{account: account, device: device, mine: map[*Visitor][]published{}}
}

// settleTimeout bounds each of the steps before the upgrade: a picture waits for its turn, and the gallery for its
// event.
const settleTimeout = time.Minute

// Settle registers the account, publishes, likes, reports, nominates and shares a video.
func (r *Returning) Settle(ctx context.Context) error {
	r.account.openSite(ctx)
	err := until(ctx, "register", func() bool { r.account.register(ctx); return r.account.keys.registered })
	if err != nil {
		return err
	}
	for _, v := range []*Visitor{r.account, r.device} {
		v.openSite(ctx)
		for range 2 {
			if err := until(ctx, "publish", func() bool { return r.publish(ctx, v) }); err != nil {
				return err
			}
		}
	}
	r.nomination = request{
		operation: history.Nominate, method: http.MethodPost, path: "/api/v1/wall/nominations",
		arguments: history.Arguments{Key: newKey(), Wall: walls[0], Handle: "@returns"},
		body:      map[string]any{"wall": walls[0], "xHandle": "@returns", "reason": "comes back"},
	}
	return errors.Join(
		until(ctx, "like", func() bool {
			return r.like(ctx, r.account, r.mine[r.device][0]) && r.like(ctx, r.device, r.mine[r.account][0])
		}),
		until(ctx, "report", func() bool { return isDone(r.device.repeat(ctx, r.report())) }),
		until(ctx, "nominate", func() bool { return isDone(r.account.repeat(ctx, r.nomination)) }),
		until(ctx, "share a video", func() bool { r.device.createVideo(ctx); return len(r.device.shared) > 0 }),
	)
}

// Return does after the upgrade what only the same visitors can, and returns what is not as it was.
func (r *Returning) Return(ctx context.Context) (broken []string) {
	expect := func(isSo bool, format string, about ...any) {
		if !isSo {
			broken = append(broken, fmt.Sprintf(format, about...))
		}
	}
	session := r.account.repeat(ctx, r.account.getSession(nil))
	expect(session.Answer.LoggedIn, "the session of before logs no account in: %d %s", session.Status, session.Code)
	for v, name := range map[*Visitor]string{r.account: "the account", r.device: "the device"} {
		other, own := r.device, r.mine[v]
		if v == r.device {
			other = r.account
		}
		listed := v.repeat(ctx, request{operation: history.ListPublications, method: http.MethodGet,
			path: "/api/v1/publications?pageSize=100"}).Answer.Listed
		expect(slices.Contains(listed, own[0].id) && slices.Contains(listed, own[1].id),
			"%s has the publications %v, and made %s and %s", name, listed, own[0].id, own[1].id)
		liked := r.mine[other][0].id
		likes := v.repeat(ctx, request{operation: history.ListLikes, method: http.MethodGet,
			arguments: history.Arguments{ImageIDs: []string{liked}}, path: "/api/v1/likes?ids=" + liked}).Answer.Listed
		expect(slices.Contains(likes, liked), "%s likes %v, and liked %s", name, likes, liked)
		expect(r.like(ctx, v, r.mine[other][0]), "%s cannot like again", name)
		image := v.repeat(ctx, request{operation: history.GetImage, arguments: history.Arguments{Publication: liked},
			method: http.MethodGet, path: "/api/v1/images/" + liked})
		expect(image.Answer.Likes == 1, "%s has %d likes after one of %s, and one more of it", liked, image.Answer.Likes, name)
		again := v.repeat(ctx, own[0].again)
		expect(again.Answer.Publication == own[0].id, "the call that published %s makes %q: %d %s", own[0].id,
			again.Answer.Publication, again.Status, again.Code)
		withdrawn := v.repeat(ctx, request{operation: history.Withdraw, method: http.MethodDelete,
			arguments: history.Arguments{Publication: own[1].id}, path: "/api/v1/publications/" + own[1].id})
		expect(isDone(withdrawn), "%s cannot withdraw %s: %d %s", name, own[1].id, withdrawn.Status, withdrawn.Code)
		v.fetch(ctx, own[1].picture) // for the judge
	}
	expect(isDone(r.account.repeat(ctx, r.nomination)), "the nomination is refused when it is repeated")
	shared := r.device.repeat(ctx, request{operation: history.ListSharedVideos, method: http.MethodGet,
		path: "/api/v1/shared-videos?pageSize=100"}).Answer.Listed
	expect(slices.Contains(shared, r.device.shared[0]), "the device shares %v, and shared %s", shared, r.device.shared[0])
	before, _ := r.account.currentSession(nil)
	r.account.logIn(ctx)
	after, _ := r.account.currentSession(nil)
	expect(after != before && r.account.do(ctx, r.account.getSession(nil)).Answer.LoggedIn, "the key logs its account in no more")
	return broken
}

func (r *Returning) publish(ctx context.Context, v *Visitor) bool {
	job := v.awaitJob(ctx, v.createJob(ctx))
	if job.Artwork == "" {
		return false
	}
	publish := request{
		operation: history.Publish, arguments: history.Arguments{Key: newKey(), Artwork: job.Artwork},
		method: http.MethodPost, path: "/api/v1/artworks/" + job.Artwork + "/publications",
		body: map[string]any{"overlays": []any{}},
	}
	call := v.repeat(ctx, publish)
	if isDone(call) {
		r.mine[v] = append(r.mine[v], published{picture{call.Answer.Publication, call.Answer.Object}, publish})
	}
	return isDone(call)
}

func (r *Returning) like(ctx context.Context, v *Visitor, p published) bool {
	return isDone(v.repeat(ctx, request{operation: history.Like, arguments: history.Arguments{Publication: p.id},
		method: http.MethodPut, path: "/api/v1/images/" + p.id + "/like"}))
}

func (r *Returning) report() request {
	reported := r.mine[r.account][0].id
	return request{operation: history.Report, arguments: history.Arguments{Publication: reported},
		method: http.MethodPost, path: "/api/v1/publications/" + reported + "/reports",
		body: map[string]string{"reason": "REPORT_REASON_SPAM", "note": "of before"}}
}

func isDone(call history.Call) bool { return call.Outcome == history.Acknowledged }

// until does a step again until it succeeds.
func until(ctx context.Context, name string, do func() bool) error {
	ctx, cancel := context.WithTimeout(ctx, settleTimeout)
	defer cancel()
	for !do() {
		if ctx.Err() != nil {
			return fmt.Errorf("before the upgrade: %s: no success in %s", name, settleTimeout)
		}
		wait.Sleep(ctx, 300*time.Millisecond)
	}
	return nil
}
