// Package picturecheck is the client with which other services check pictures, by the moderation
// service.
package picturecheck

import (
	"context"
	"fmt"
	"strings"
	"time"

	"mcwick.example/platform/lifecycle"
	"mcwick.example/platform/rpc"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
	"mcwick.example/services/moderation/api/textcheck"
)

// Timeout is how long a visitor waits for a verdict on a picture at most.
const Timeout = 3 * time.Second

// Verdict is the result for one picture.
type Verdict struct {
	Judged  bool   // false where no provider is configured
	Flagged bool   // it must not be published
	Finding string // what it is flagged for, for operators, such as "violence 0.97, hate 0.61"
}

// Check returns the verdict on a picture, a PNG, JPEG or WebP of at most 1 MB. It returns an error
// when there is none within the time that ctx has, ten seconds at most.
type Check func(ctx context.Context, picture []byte) (Verdict, error)

// Open returns a check, and the part that closes its connection. It connects when the first picture
// is checked. Without an address no picture is judged.
func Open(c textcheck.Config) (Check, lifecycle.Part, error) {
	if c.Addr == "" {
		return func(context.Context, []byte) (Verdict, error) { return Verdict{}, nil },
			lifecycle.Part{Name: "no moderation of pictures"}, nil
	}
	conn, err := rpc.Dial(c.Addr, moderationv1.File_moderation_v1_moderation_proto)
	if err != nil {
		return nil, lifecycle.Part{}, err
	}
	client := moderationv1.NewModerationServiceClient(conn)
	check := func(ctx context.Context, picture []byte) (Verdict, error) {
		// The moderation service need not know whose picture it is.
		answer, err := client.CheckPicture(rpc.WithCaller(ctx, rpc.Caller{}),
			&moderationv1.CheckPictureRequest{Picture: picture})
		return Verdict{Judged: answer.GetJudged(), Flagged: answer.GetFlagged(),
			Finding: describe(answer.GetScores())}, err
	}
	return check, lifecycle.CloserPart("moderation connection for pictures", conn), nil
}

// describe returns scores as operators read them.
func describe(scores []*moderationv1.CategoryScore) string {
	all := make([]string, len(scores))
	for i, s := range scores {
		all[i] = fmt.Sprintf("%s %.2f", s.GetCategory(), s.GetScore())
	}
	return strings.Join(all, ", ")
}
