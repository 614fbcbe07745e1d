package history

// State is what the services have in their databases once the platform is quiet, and what the
// provider counted.
type State struct {
	Publications []Publication
	Images       []Image
	Likes        []LikeRow
	Reports      []ReportRow
	Unimported   int   // publications whose reports are not in cases yet: a former release took them
	Jobs         []Job // of generation, and of media: those are videos
	Videos       []Video
	Nominations  []Nomination // that wait
	Entries      []Entry
	Days         []Day
	Reservations []Reservation
	LedgerCalls  []LedgerCall
	Answered     map[string]int // by the provider, by kind of job
	Events       []Event
	Waiting      map[string]int // events in outboxes, by service
	DeadLetters  map[string]int // by topic
}

// Publication is a row of media.
type Publication struct {
	ID, Artwork, Key string
	Withdrawn        bool // also when it is hidden
	Moves            int  // how often it went or came back
}

// Image is a row of the gallery: of a publication, or of a shared video.
type Image struct {
	ID        string
	Likes     int
	Withdrawn bool
	Version   int // of its last coming or going; 0 for none
}

// LikeRow is a row of the gallery's likes.
type LikeRow struct {
	Image, Visitor string
	Counted        bool // or deferred, until its device settles
}

// ReportRow is a row of moderation: a device's report of a picture.
type ReportRow struct{ Publication, Device string }

// Video is a row of media.
type Video struct {
	ID     string
	Shared bool
}

// Nomination is a row of wall. Walls are named as clients name them.
type Nomination struct {
	ID, Wall, Handle string
	Repeats          int
}

// Entry is a row of wall.
type Entry struct{ ID, Wall, Handle string }

// Job is a row of generation or media.
type Job struct {
	ID, Key, State string
	HasResult      bool
}

// Day is a row of the budget, in micro-dollars.
type Day struct {
	Day                     string
	Budget, Reserved, Spent int64
}

// Reservation is what a day keeps for a job, in micro-dollars.
type Reservation struct {
	Job, Day string
	Price    int64
}

// LedgerCall is a row of generation's ledger.
type LedgerCall struct {
	ID, Job, Kind, State string
	Price                int64
}

// Event is what a topic has, with how many rows of a consumer's inbox name it.
type Event struct {
	ID, Topic, Consumer string
	Applied             int
}

// The states of jobs and ledger calls, as their databases spell them.
const (
	jobSucceeded = "succeeded"
	jobFailed    = "failed"
	jobCancelled = "cancelled"

	callSent    = "sent"
	callSettled = "settled"
	callFailed  = "failed"
	callUnknown = "unknown"
)
