package history

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// historyBuilder builds a history call by call: each begins when the one before has ended.
type historyBuilder struct {
	calls []Call
	state State
	now   int64
}

func (s *historyBuilder) call(client int, o Operation, a Arguments, outcome Outcome, answer Answer) *Call {
	s.now += 10
	s.calls = append(s.calls, Call{
		ID: len(s.calls) + 1, Client: client, Operation: o, Start: s.now, End: s.now + 5, Arguments: a,
		Outcome: outcome, Answer: answer,
	})
	return &s.calls[len(s.calls)-1]
}

// newCleanHistory is a history of every operation and outcome, and the state after it, that keeps
// every promise.
func newCleanHistory() *historyBuilder {
	s := &historyBuilder{}
	s.call(1, Register, Arguments{}, Acknowledged, Answer{Session: "s1"})
	s.call(1, GetSession, Arguments{Session: "s1"}, Acknowledged, Answer{LoggedIn: true})
	s.call(1, Make, Arguments{Key: "m1"}, Unknown, Answer{})
	s.call(1, Make, Arguments{Key: "m1"}, Acknowledged, Answer{Job: "j1"})
	s.call(1, Watch, Arguments{Job: "j1"}, Acknowledged, Answer{State: "JOB_STATE_QUEUED", Position: 3})
	s.call(1, Watch, Arguments{Job: "j1"}, Acknowledged, Answer{State: "JOB_STATE_QUEUED", Position: 2})
	s.call(1, Watch, Arguments{Job: "j1"}, Acknowledged, Answer{State: "JOB_STATE_SUCCEEDED", Artwork: "a1"})
	s.call(1, Publish, Arguments{Key: "p1", Artwork: "a1"}, Unknown, Answer{})
	s.call(1, Publish, Arguments{Key: "p1", Artwork: "a1"}, Acknowledged, Answer{Publication: "i1"})
	s.call(1, ListPublications, Arguments{}, Acknowledged, Answer{Listed: []string{"i1"}})
	s.call(2, Like, Arguments{Publication: "i1"}, Unknown, Answer{})
	s.call(2, Like, Arguments{Publication: "i1"}, Acknowledged, Answer{Likes: 1})
	s.call(2, ListLikes, Arguments{ImageIDs: []string{"i1", "i2"}}, Acknowledged, Answer{Listed: []string{"i1"}})
	s.call(3, Like, Arguments{Publication: "i1"}, Unknown, Answer{})
	s.call(4, Like, Arguments{Publication: "i1"}, Refused, Answer{})
	s.call(2, GetImage, Arguments{Publication: "i1"}, Acknowledged, Answer{Likes: 1})
	s.call(2, Report, Arguments{Publication: "i1"}, Acknowledged, Answer{})
	s.call(2, GetMedia, Arguments{Publication: "i1"}, Acknowledged, Answer{})
	s.call(1, Make, Arguments{Key: "m2"}, Acknowledged, Answer{Job: "j2"})
	s.call(1, Cancel, Arguments{Job: "j2"}, Acknowledged, Answer{State: "JOB_STATE_CANCELLED"})
	s.call(1, Publish, Arguments{Key: "p2", Artwork: "a1"}, Acknowledged, Answer{Publication: "i2"})
	s.call(1, Withdraw, Arguments{Publication: "i2"}, Unknown, Answer{})
	s.call(1, Withdraw, Arguments{Publication: "i2"}, Acknowledged, Answer{})
	s.call(1, ListPublications, Arguments{}, Acknowledged, Answer{Listed: []string{"i1"}})
	s.call(1, ListPublications, Arguments{}, Acknowledged, Answer{Listed: nil, More: true})
	s.call(2, GetMedia, Arguments{Publication: "i2"}, Refused, Answer{})
	s.call(1, LogOut, Arguments{Session: "s1"}, Acknowledged, Answer{})
	s.call(1, GetSession, Arguments{Session: "s1"}, Acknowledged, Answer{})
	s.call(1, LogIn, Arguments{}, Acknowledged, Answer{Session: "s2"})
	s.call(1, Rotate, Arguments{Session: "s2"}, Acknowledged, Answer{Session: "s3"})
	s.call(1, GetSession, Arguments{Session: "s2"}, Acknowledged, Answer{})
	s.call(1, GetSession, Arguments{Session: "s3"}, Acknowledged, Answer{LoggedIn: true})
	s.call(1, LogOutEverywhere, Arguments{Session: "s3"}, Unknown, Answer{})
	s.call(1, GetSession, Arguments{Session: "s3"}, Acknowledged, Answer{})
	s.call(1, Make, Arguments{Key: "m3"}, Acknowledged, Answer{Job: "j3"})
	s.call(1, Watch, Arguments{Job: "j3"}, Acknowledged, Answer{State: "JOB_STATE_SUCCEEDED", Script: "Once."})
	s.call(1, MakeVideo, Arguments{Key: "v1", Speech: "sp"}, Unknown, Answer{})
	s.call(1, MakeVideo, Arguments{Key: "v1", Speech: "sp"}, Acknowledged, Answer{Job: "f1"})
	s.call(1, WatchVideo, Arguments{Job: "f1"}, Acknowledged, Answer{State: "VIDEO_STATE_RUNNING", Percent: 40})
	s.call(1, WatchVideo, Arguments{Job: "f1"}, Acknowledged, Answer{State: "VIDEO_STATE_SUCCEEDED", Percent: 100})
	s.call(1, ShareVideo, Arguments{Job: "f1"}, Acknowledged, Answer{})
	s.call(2, GetSharedVideo, Arguments{Job: "f1"}, Acknowledged, Answer{})
	s.call(1, MakeVideo, Arguments{Key: "v2", Speech: "sp"}, Acknowledged, Answer{Job: "f2"})
	s.call(1, CancelVideo, Arguments{Job: "f2"}, Acknowledged, Answer{State: "VIDEO_STATE_CANCELLED"})
	s.call(1, Nominate, Arguments{Key: "n1", Wall: "flame", Handle: "@wick"}, Unknown, Answer{})
	s.call(1, Nominate, Arguments{Key: "n1", Wall: "flame", Handle: "@wick"}, Acknowledged, Answer{})
	s.call(2, Nominate, Arguments{Key: "n2", Wall: "flame", Handle: "@Wick"}, Acknowledged, Answer{})
	s.call(3, Nominate, Arguments{Key: "n3", Wall: "flame", Handle: "@wick"}, Unknown, Answer{})
	s.call(3, Nominate, Arguments{Key: "n4", Wall: "shame", Handle: "@wick"}, Acknowledged, Answer{})
	s.call(0, Approve, Arguments{Nomination: "e1"}, Unknown, Answer{})
	s.call(0, Approve, Arguments{Nomination: "e1"}, Acknowledged, Answer{OnWall: true})
	s.call(2, ListWall, Arguments{Wall: "shame"}, Acknowledged, Answer{Listed: []string{"e1"}})
	s.state = State{
		Publications: []Publication{{ID: "i1", Artwork: "a1", Key: "p1"},
			{ID: "i2", Artwork: "a1", Key: "p2", Withdrawn: true, Moves: 1}},
		Images:  []Image{{ID: "i1", Likes: 1}, {ID: "i2", Withdrawn: true, Version: 1}, {ID: "f1"}},
		Likes:   []LikeRow{{"i1", "v2", true}, {"i1", "v3", false}},
		Reports: []ReportRow{{"i1", "v2"}},
		Jobs: []Job{{ID: "j1", Key: "m1", State: jobSucceeded, HasResult: true},
			{ID: "j2", Key: "m2", State: jobCancelled}, {ID: "j3", Key: "m3", State: jobSucceeded, HasResult: true},
			{ID: "f1", Key: "v1", State: jobSucceeded, HasResult: true}, {ID: "f2", Key: "v2", State: jobCancelled}},
		Videos:       []Video{{ID: "f1", Shared: true}, {ID: "f2"}},
		Nominations:  []Nomination{{ID: "n", Wall: "flame", Handle: "@wick", Repeats: 1}},
		Entries:      []Entry{{ID: "e1", Wall: "shame", Handle: "@wick"}},
		Days:         []Day{{Day: "2026-11-22", Budget: 1000, Spent: 30, Reserved: 10}},
		Reservations: []Reservation{{"j2", "2026-11-22", 10}},
		LedgerCalls: []LedgerCall{
			{ID: "c1", Job: "j1", Kind: "meme", State: callFailed, Price: 10},
			{ID: "c2", Job: "j1", Kind: "meme", State: callSettled, Price: 20},
			{ID: "c3", Job: "j1", Kind: "meme", State: callUnknown, Price: 10},
			{ID: "c4", Job: "j2", Kind: "meme", State: callSent, Price: 10},
		},
		Answered:    map[string]int{"meme": 2},
		Events:      []Event{{ID: "e1", Topic: "t", Consumer: "c", Applied: 1}},
		Waiting:     map[string]int{"media": 0},
		DeadLetters: map[string]int{"t.c.dlq": 0},
	}
	return s
}

// Verifies OPS-13.
func TestCleanHistoryPasses(t *testing.T) {
	s := newCleanHistory()
	for _, v := range Check(s.calls, s.state) {
		t.Error(v)
	}
}

// Verifies OPS-13.
func TestWithdrawnVideoIsGone(t *testing.T) {
	s := newCleanHistory()
	s.call(1, Withdraw, Arguments{Job: "f1"}, Acknowledged, Answer{})
	s.call(2, GetSharedVideo, Arguments{Job: "f1"}, Refused, Answer{}).Status = notFound
	s.state.Videos = s.state.Videos[1:]
	s.state.Images = slices.DeleteFunc(s.state.Images, func(i Image) bool { return i.ID == "f1" })
	for _, v := range Check(s.calls, s.state) {
		t.Error(v)
	}
}

// Verifies OPS-13.
func TestPlantedViolationsAreReported(t *testing.T) {
	for name, c := range map[string]struct {
		rule  Rule
		plant func(*historyBuilder)
	}{
		"report lost": {ReportsKept, func(s *historyBuilder) { s.state.Reports = nil }},
		"report that was not sent": {ReportsKept, func(s *historyBuilder) {
			s.state.Reports = append(s.state.Reports, ReportRow{"i2", "v3"})
		}},
		"publication lost": {PublishedOnce,
			func(s *historyBuilder) { s.state.Publications = s.state.Publications[1:] }},
		"publication lost on the way": {PublishedOnce, func(s *historyBuilder) { s.state.Images = s.state.Images[1:] }},
		"publication twice in media": {PublishedOnce, func(s *historyBuilder) {
			s.state.Publications = append(s.state.Publications, Publication{ID: "i3", Key: "p1"})
		}},
		"publication twice in the gallery": {PublishedOnce,
			func(s *historyBuilder) { s.state.Images = append(s.state.Images, Image{ID: "i1", Likes: 1}) }},
		"publication under another id": {PublishedOnce, func(s *historyBuilder) { s.state.Publications[0].ID = "i9" }},
		"publication without a call": {PublishedOnce, func(s *historyBuilder) {
			s.state.Publications = append(s.state.Publications, Publication{ID: "i3", Key: "p3"})
			s.state.Images = append(s.state.Images, Image{ID: "i3"})
		}},
		"publication that was refused": {PublishedOnce, func(s *historyBuilder) {
			s.call(1, Publish, Arguments{Key: "p3"}, Refused, Answer{})
			s.state.Publications = append(s.state.Publications, Publication{ID: "i3", Key: "p3"})
			s.state.Images = append(s.state.Images, Image{ID: "i3"})
		}},
		"two answers to one key": {PublishedOnce, func(s *historyBuilder) {
			s.call(1, Publish, Arguments{Key: "p1"}, Acknowledged, Answer{Publication: "i2"})
		}},
		"like lost": {LikesCounted,
			func(s *historyBuilder) { s.state.Likes, s.state.Images[0].Likes = nil, 0 }},
		"like counted twice, or deferred and counted": {LikesCounted, func(s *historyBuilder) { s.state.Images[0].Likes = 2 }},
		"like not counted": {LikesCounted,
			func(s *historyBuilder) { s.state.Likes[1].Counted = true }},
		"like without a call": {LikesCounted, func(s *historyBuilder) {
			s.state.Images[1].Likes, s.state.Likes = 1, append(s.state.Likes, LikeRow{"i2", "v9", true})
		}},
		"refused like counted": {LikesCounted, func(s *historyBuilder) {
			s.state.Images[0].Likes, s.state.Likes = 2, append(s.state.Likes, LikeRow{"i1", "v4", true})
		}},
		"count shown that was never asked for": {LikesCounted, func(s *historyBuilder) {
			s.call(2, GetImage, Arguments{Publication: "i1"}, Acknowledged, Answer{Likes: 3})
		}},
		"withdrawn picture served": {WithdrawnIsGone, func(s *historyBuilder) {
			s.call(4, GetMedia, Arguments{Publication: "i2"}, Acknowledged, Answer{})
		}},
		"withdrawn video shared": {WithdrawnIsGone, func(s *historyBuilder) {
			s.call(1, Withdraw, Arguments{Job: "f1"}, Acknowledged, Answer{})
		}},
		"budget overdrawn":          {WithinBudget, func(s *historyBuilder) { s.state.Days[0].Budget = 39 }},
		"reservation without a job": {WithinBudget, func(s *historyBuilder) { s.state.Days[0].Reserved = 20 }},
		"reservation of an ended job": {WithinBudget,
			func(s *historyBuilder) { s.state.LedgerCalls[3].State = callUnknown }},
		"call that was not spent": {WithinBudget, func(s *historyBuilder) { s.state.Days[0].Spent = 10 }},
		"settled call that the provider never saw": {CallsAccounted, func(s *historyBuilder) {
			s.state.Answered["meme"] = 0
		}},
		"answered call that is not in the ledger": {CallsAccounted,
			func(s *historyBuilder) { s.state.Answered["meme"] = 4 }},
		"answered call of a kind without any": {CallsAccounted,
			func(s *historyBuilder) { s.state.Answered["script"] = 1 }},
		"open call of an open job": {CallsAccounted, func(s *historyBuilder) { s.state.Jobs[1].State = "running" }},
		"job that never ends":      {JobsEndOnce, func(s *historyBuilder) { s.state.Jobs[1].State = "queued" }},
		"job lost":                 {JobsEndOnce, func(s *historyBuilder) { s.state.Jobs = s.state.Jobs[1:] }},
		"job twice": {JobsEndOnce, func(s *historyBuilder) {
			s.state.Jobs = append(s.state.Jobs, Job{ID: "j3", Key: "m1", State: jobFailed})
		}},
		"job under another id":        {JobsEndOnce, func(s *historyBuilder) { s.state.Jobs[0].ID = "j9" }},
		"canceled job with a picture": {JobsEndOnce, func(s *historyBuilder) { s.state.Jobs[1].HasResult = true }},
		"job seen canceled that went on": {JobsEndOnce,
			func(s *historyBuilder) { s.state.Jobs[1].State, s.state.Jobs[1].HasResult = jobSucceeded, true }},
		"job that ended twice": {JobsEndOnce, func(s *historyBuilder) {
			s.call(1, Watch, Arguments{Job: "j1"}, Acknowledged, Answer{State: "JOB_STATE_FAILED"})
		}},
		"bytes of a publication lost": {PublishedOnce, func(s *historyBuilder) {
			s.call(1, Publish, Arguments{Key: "p3"}, Acknowledged, Answer{Publication: "i3"})
			s.call(1, GetMedia, Arguments{Publication: "i3"}, Refused, Answer{}).Status = notFound
		}},
		"video twice": {JobsEndOnce, func(s *historyBuilder) {
			s.state.Jobs = append(s.state.Jobs, Job{ID: "f3", Key: "v1", State: jobFailed})
		}},
		"canceled video that went": {JobsEndOnce,
			func(s *historyBuilder) { s.state.Jobs[4].State, s.state.Jobs[4].HasResult = jobSucceeded, true }},
		"video lost": {SharedStays, func(s *historyBuilder) { s.state.Videos = nil }},
		"video of no job": {SharedStays,
			func(s *historyBuilder) { s.state.Videos = append(s.state.Videos, Video{ID: "f9"}) }},
		"canceled video shared": {SharedStays, func(s *historyBuilder) {
			s.call(1, ShareVideo, Arguments{Job: "f2"}, Unknown, Answer{})
			s.state.Videos[1].Shared = true
		}},
		"share lost": {SharedStays, func(s *historyBuilder) { s.state.Videos[0].Shared = false }},
		"share without a call": {SharedStays, func(s *historyBuilder) {
			s.state.Jobs[4].State = jobSucceeded
			s.state.Videos[1].Shared = true
		}},
		"shared video not found": {SharedStays, func(s *historyBuilder) {
			s.call(2, GetSharedVideo, Arguments{Job: "f1"}, Refused, Answer{}).Status = notFound
		}},
		"progress that falls": {ProgressGrows, func(s *historyBuilder) {
			s.call(1, WatchVideo, Arguments{Job: "f1"}, Acknowledged, Answer{State: "VIDEO_STATE_RUNNING", Percent: 30})
		}},
		"nomination lost": {NominatedOnce, func(s *historyBuilder) { s.state.Nominations = nil }},
		"nomination twice": {NominatedOnce,
			func(s *historyBuilder) { s.state.Nominations = append(s.state.Nominations, s.state.Nominations[0]) }},
		"nomination of a name on a wall": {NominatedOnce,
			func(s *historyBuilder) { s.state.Entries = append(s.state.Entries, Entry{"e2", "flame", "@WICK"}) }},
		"nomination not counted":   {NominatedOnce, func(s *historyBuilder) { s.state.Nominations[0].Repeats = 0 }},
		"nomination counted twice": {NominatedOnce, func(s *historyBuilder) { s.state.Nominations[0].Repeats = 3 }},
		"nomination without a call": {NominatedOnce, func(s *historyBuilder) {
			s.state.Nominations = append(s.state.Nominations, Nomination{"n9", "flame", "@other", 0})
		}},
		"nomination that was refused": {NominatedOnce, func(s *historyBuilder) {
			s.call(1, Nominate, Arguments{Key: "n9", Wall: "flame", Handle: "@other"}, Refused, Answer{})
			s.state.Nominations = append(s.state.Nominations, Nomination{"n9", "flame", "@other", 0})
		}},
		"on the wall, not nominated": {NominatedOnce, func(s *historyBuilder) {
			s.call(0, Approve, Arguments{Nomination: "e9"}, Unknown, Answer{})
			s.state.Entries = append(s.state.Entries, Entry{"e9", "flame", "@other"})
		}},
		"on the wall, not approved": {NominatedOnce, func(s *historyBuilder) {
			s.call(1, Nominate, Arguments{Key: "n9", Wall: "flame", Handle: "@other"}, Acknowledged, Answer{})
			s.state.Entries = append(s.state.Entries, Entry{"e9", "flame", "@other"})
		}},
		"approved, not on the wall": {NominatedOnce, func(s *historyBuilder) {
			s.call(0, Approve, Arguments{Nomination: "n"}, Acknowledged, Answer{OnWall: true})
		}},
		"listed, not on the wall": {NominatedOnce, func(s *historyBuilder) {
			s.call(2, ListWall, Arguments{Wall: "flame"}, Acknowledged, Answer{Listed: []string{"n"}})
		}},
		"listed on the other wall": {NominatedOnce, func(s *historyBuilder) {
			s.call(2, ListWall, Arguments{Wall: "flame"}, Acknowledged, Answer{Listed: []string{"e1"}})
		}},
		"position that grows": {PositionsShrink, func(s *historyBuilder) {
			s.call(1, Watch, Arguments{Job: "j1"}, Acknowledged, Answer{State: "JOB_STATE_QUEUED", Position: 4})
		}},
		"event that was not applied": {EventsAppliedOnce,
			func(s *historyBuilder) { s.state.Events[0].Applied = 0 }},
		"event that was applied twice": {EventsAppliedOnce,
			func(s *historyBuilder) { s.state.Events[0].Applied = 2 }},
		"event that was never sent": {EventsAppliedOnce,
			func(s *historyBuilder) { s.state.Waiting["media"] = 1 }},
		"event that was given up": {EventsAppliedOnce,
			func(s *historyBuilder) { s.state.DeadLetters["t.c.dlq"] = 1 }},
		"withdrawal without effect": {EventsAppliedOnce,
			func(s *historyBuilder) { s.state.Images[1].Withdrawn = false }},
		"withdrawal from nothing": {EventsAppliedOnce,
			func(s *historyBuilder) { s.state.Images[0].Withdrawn = true }},
		"withdrawal applied twice": {EventsAppliedOnce,
			func(s *historyBuilder) { s.state.Images[1].Version = 2 }},
		"image without publication": {EventsAppliedOnce,
			func(s *historyBuilder) { s.state.Images = append(s.state.Images, Image{ID: "i9"}) }},
		"shared video missing in the gallery": {EventsAppliedOnce,
			func(s *historyBuilder) { s.state.Images = s.state.Images[:2] }},
		"unshared video in the gallery": {EventsAppliedOnce,
			func(s *historyBuilder) { s.state.Images = append(s.state.Images, Image{ID: "f2"}) }},
		"session alive after logging out":  {Linearizable, sessionReadAfterLogout("s1")},
		"session alive after a rotation":   {Linearizable, sessionReadAfterLogout("s2")},
		"session alive that was replaced":  {Linearizable, rotatedSessionStillValid},
		"session back after it was gone":   {Linearizable, sessionReadAfterLogout("s3")},
		"session gone by itself":           {Linearizable, sessionEndedByItself},
		"everywhere without a session":     {Linearizable, logoutEverywhereWithoutSession},
		"like that is not listed":          {Linearizable, lists(2, ListLikes)},
		"like listed that was never given": {Linearizable, lists(4, ListLikes, "i1")},
		"publication that is not listed":   {Linearizable, withdrawnWithoutCall},
		"withdrawn publication is listed":  {Linearizable, lists(1, ListPublications, "i1", "i2")},
		"own publication not found":        {Linearizable, ownLikeMissing},
		"unknown like comes and goes": {Linearizable, func(s *historyBuilder) {
			lists(3, ListLikes, "i1")(s)
			lists(3, ListLikes)(s)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			s := newCleanHistory()
			c.plant(s)
			found := Check(s.calls, s.state)
			if !slices.ContainsFunc(found, func(v Violation) bool { return v.Rule == c.rule }) {
				t.Errorf("not found; found are %v", found)
			}
		})
	}
}

func sessionReadAfterLogout(session string) func(*historyBuilder) {
	return func(s *historyBuilder) {
		s.call(1, GetSession, Arguments{Session: session}, Acknowledged, Answer{LoggedIn: true})
	}
}

func rotatedSessionStillValid(s *historyBuilder) {
	s.call(1, LogIn, Arguments{}, Acknowledged, Answer{Session: "s4"})
	s.call(1, LogIn, Arguments{Session: "s4"}, Acknowledged, Answer{Session: "s5"})
	sessionReadAfterLogout("s4")(s)
}

func sessionEndedByItself(s *historyBuilder) {
	s.call(1, LogIn, Arguments{}, Acknowledged, Answer{Session: "s4"})
	s.call(1, GetSession, Arguments{Session: "s4"}, Acknowledged, Answer{})
}

func logoutEverywhereWithoutSession(s *historyBuilder) {
	s.call(1, LogOutEverywhere, Arguments{Session: "s1"}, Acknowledged, Answer{})
}

func lists(client int, o Operation, ids ...string) func(*historyBuilder) {
	return func(s *historyBuilder) {
		if client == 4 { // whose like was refused
			s.call(4, Like, Arguments{Publication: "i1"}, Refused, Answer{})
		}
		s.call(client, o, Arguments{ImageIDs: []string{"i1"}}, Acknowledged, Answer{Listed: ids})
	}
}

// withdrawnWithoutCall is a publication that is gone, though no call reported or withdrew it.
func withdrawnWithoutCall(s *historyBuilder) {
	s.call(1, Publish, Arguments{Key: "p3"}, Acknowledged, Answer{Publication: "i3"})
	s.call(1, ListPublications, Arguments{}, Acknowledged, Answer{Listed: []string{"i1"}})
}

func ownLikeMissing(s *historyBuilder) {
	s.call(1, Withdraw, Arguments{Publication: "i1"}, Refused, Answer{}).Code = "PUBLICATION_NOT_FOUND"
}

func TestConcurrentCallsAreUnordered(t *testing.T) {
	s := &historyBuilder{}
	s.call(1, Register, Arguments{}, Acknowledged, Answer{Session: "s1"})
	end := s.call(1, LogOut, Arguments{Session: "s1"}, Acknowledged, Answer{})
	end.End = 100
	s.call(1, GetSession, Arguments{Session: "s1"}, Acknowledged, Answer{LoggedIn: true}) // while it logs out
	s.call(1, GetSession, Arguments{Session: "s1"}, Acknowledged, Answer{})
	for _, v := range Check(s.calls, State{}) {
		t.Error(v)
	}
	s.call(1, GetSession, Arguments{Session: "s1"}, Acknowledged, Answer{LoggedIn: true}) // it was gone already
	if found := Check(s.calls, State{}); len(found) != 1 || found[0].Rule != Linearizable {
		t.Errorf("found %v", found)
	}
}

func TestViolationsNameTheirCalls(t *testing.T) {
	s := newCleanHistory()
	s.call(4, GetMedia, Arguments{Publication: "i2"}, Acknowledged, Answer{})
	found := Check(s.calls, s.state)
	if len(found) != 1 || !strings.Contains(found[0].String(), "client 1 withdraw") ||
		!strings.Contains(found[0].String(), "client 4 get-media") {
		t.Errorf("found %v", found)
	}
}

func TestRecorderRoundTrip(t *testing.T) {
	var file bytes.Buffer
	r := NewRecorder(&file)
	for _, c := range newCleanHistory().calls {
		r.Add(c)
	}
	kept, err := r.Calls()
	if err != nil {
		t.Fatal(err)
	}
	read, err := Read(&file)
	if diff := cmp.Diff(kept, read); diff != "" || err != nil {
		t.Errorf("%v (-kept +read):\n%s", err, diff)
	}
}
