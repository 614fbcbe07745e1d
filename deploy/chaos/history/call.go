// Package history records what clients asked of the platform and what they were answered, and
// checks that record, together with the rows that the services have at the end, against what the
// platform promises.
package history

// Operation is what a client asked for.
type Operation string

// The operations.
const (
	Make             Operation = "make"              // POST /jobs: a picture, a script or a speech
	Watch            Operation = "watch"             // GET /jobs/{id}
	Cancel           Operation = "cancel"            // POST /jobs/{id}/cancel
	Publish          Operation = "publish"           // POST /artworks/{id}/publications
	ListPublications Operation = "list-publications" // GET /publications
	Withdraw         Operation = "withdraw"          // DELETE /publications/{id}, /shared-videos/{id}
	Report           Operation = "report"            // POST /publications/{id}/reports
	GetMedia         Operation = "get-media"         // GET /media/…
	Like             Operation = "like"              // PUT /images/{id}/like
	ListLikes        Operation = "list-likes"        // GET /likes
	GetImage         Operation = "get-image"         // GET /images/{id}
	Challenge        Operation = "challenge"         // POST /identity/challenges
	Register         Operation = "register"          // POST /identity/keys
	LogIn            Operation = "log-in"            // POST /sessions
	Rotate           Operation = "rotate"            // POST /identity/keys/rotate
	LogOut           Operation = "log-out"           // DELETE /sessions/current
	LogOutEverywhere Operation = "log-out-everywhere"
	GetSession       Operation = "get-session"      // GET /sessions/current
	MakeVideo        Operation = "make-video"       // POST /videos
	WatchVideo       Operation = "watch-video"      // GET /videos/{id}
	CancelVideo      Operation = "cancel-video"     // POST /videos/{id}/cancel
	ShareVideo       Operation = "share-video"      // POST /videos/{id}/share
	GetSharedVideo   Operation = "get-shared-video" // GET /shared-videos/{id}
	ListSharedVideos Operation = "list-shared-videos"
	Nominate         Operation = "nominate"  // POST /wall/nominations
	ListWall         Operation = "list-wall" // GET /wall/entries
	Approve          Operation = "approve"   // an operator's, of a nomination
)

// Outcome is what a client knows of the effect of its call.
type Outcome string

// The outcomes.
const (
	Acknowledged Outcome = "acknowledged" // answered 2xx: it happened; a read is what it says
	Refused      Outcome = "refused"      // answered 4xx: nothing changed
	Unknown      Outcome = "unknown"      // no answer, or 5xx: it may have happened, or may happen yet
)

// Call is one request and its answer. A repeat of an unknown outcome is a call of its own, with the
// same key.
type Call struct {
	ID        int       `json:"id"`
	Client    int       `json:"client"` // one device, and at most one account
	Operation Operation `json:"operation"`
	Start     int64     `json:"start"` // nanoseconds since the beginning of the run, by one monotonic clock
	End       int64     `json:"end"`
	Arguments Arguments `json:"arguments"`
	Outcome   Outcome   `json:"outcome"`
	Status    int       `json:"status,omitempty"` // of HTTP; 0 without an answer
	Code      string    `json:"code,omitempty"`   // of the problem document
	Answer    Answer    `json:"answer"`
}

// Arguments are what a call was about; what does not concern its operation is empty.
type Arguments struct {
	Key         string   `json:"key,omitempty"` // Idempotency-Key
	Job         string   `json:"job,omitempty"` // or video: it has the id of its job
	Artwork     string   `json:"artwork,omitempty"`
	Speech      string   `json:"speech,omitempty"`
	Wall        string   `json:"wall,omitempty"`
	Handle      string   `json:"handle,omitempty"`
	Nomination  string   `json:"nomination,omitempty"`
	Publication string   `json:"publication,omitempty"` // or image: they have one id
	ImageIDs    []string `json:"asked,omitempty"`       // pictures of a ListLikes
	// our name of the cookie that was sent; cookies themselves are secrets
	Session string `json:"session,omitempty"`
}

// Answer is what an acknowledged call was told.
type Answer struct {
	Job         string   `json:"job,omitempty"`
	State       string   `json:"state,omitempty"` // of a job
	Version     int      `json:"version,omitempty"`
	Position    int      `json:"position,omitempty"`
	Percent     int      `json:"percent,omitempty"` // of a video
	Artwork     string   `json:"artwork,omitempty"`
	Script      string   `json:"script,omitempty"`
	Speech      string   `json:"speech,omitempty"`
	OnWall      bool     `json:"onWall,omitempty"`
	Publication string   `json:"publication,omitempty"`
	Object      string   `json:"object,omitempty"` // under /media/
	Listed      []string `json:"listed,omitempty"` // ids
	More        bool     `json:"more,omitempty"`   // there is another page
	Likes       int      `json:"likes,omitempty"`
	Session     string   `json:"session,omitempty"` // our name of the cookie that came with the answer
	LoggedIn    bool     `json:"loggedIn,omitempty"`
	Nonce       string   `json:"-"`
	IssuedAt    string   `json:"-"`
	Stale       bool     `json:"stale,omitempty"` // the answer said that it is not all, or old
}

// mayHaveHappened reports whether the call may have had its effect.
func (c Call) mayHaveHappened() bool { return c.Outcome != Refused }
