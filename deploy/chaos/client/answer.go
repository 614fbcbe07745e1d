package client

import (
	"encoding/json"

	"mcwick.example/deploy/chaos/history"
)

// answer is every answer of the public interface at once, as far as clients need it.
type answer struct {
	ID           string
	State        string
	Version      int
	Percent      int
	Script       struct{ Text string }
	Speech       struct{ ID string }
	Entries      []struct{ ID string }
	Position     int
	Artwork      struct{ ID string }
	ObjectName   string
	Publications []struct {
		ID         string
		Moderation struct{ State string }
	}
	Videos     []struct{ Video struct{ ID string } }
	NextCursor string
	Likes      int
	LikedIDs   []string
	User       *struct{ PublicKey string }
	Nonce      string
	IssuedAt   string
}

// read takes the answer of an operation apart. The bytes of a picture and empty answers say nothing
// more.
func read(o history.Operation, body []byte) (a history.Answer, err error) {
	if len(body) == 0 || o == history.GetMedia {
		return a, nil
	}
	var parsed answer
	if err := json.Unmarshal(body, &parsed); err != nil {
		return a, err
	}
	switch o {
	case history.Make, history.Watch, history.Cancel:
		a.Job, a.State, a.Version, a.Position, a.Artwork = parsed.ID, parsed.State, parsed.Version, parsed.Position,
			parsed.Artwork.ID
		a.Script, a.Speech = parsed.Script.Text, parsed.Speech.ID
	case history.MakeVideo, history.WatchVideo, history.CancelVideo:
		a.Job, a.State, a.Version, a.Position, a.Percent = parsed.ID, parsed.State, parsed.Version, parsed.Position,
			parsed.Percent
	case history.ListWall:
		a.More = parsed.NextCursor != ""
		for _, e := range parsed.Entries {
			a.Listed = append(a.Listed, e.ID)
		}
	case history.Publish:
		a.Publication, a.Object = parsed.ID, parsed.ObjectName
	case history.ListPublications:
		a.More = parsed.NextCursor != ""
		for _, p := range parsed.Publications {
			if s := p.Moderation.State; s == "MODERATION_STATE_HIDDEN" || s == "MODERATION_STATE_REMOVED" {
				continue // its maker sees that it is not public, such as one without bytes after a restore
			}
			a.Listed = append(a.Listed, p.ID)
		}
	case history.ListSharedVideos:
		for _, video := range parsed.Videos {
			a.Listed = append(a.Listed, video.Video.ID)
		}
	case history.Like, history.GetImage:
		a.Likes = parsed.Likes
	case history.ListLikes:
		a.Listed = parsed.LikedIDs
	case history.GetSession:
		a.LoggedIn = parsed.User != nil
	case history.Challenge:
		a.Nonce, a.IssuedAt = parsed.Nonce, parsed.IssuedAt
	}
	return a, nil
}
