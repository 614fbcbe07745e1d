package main

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net/http"
	"net/url"
	"runtime"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"
	"golang.org/x/sync/semaphore"

	"mcwick.example/gateway/altcha"
	"mcwick.example/platform/config"
	"mcwick.example/platform/fault"
	"mcwick.example/platform/limit"
)

const (
	// challengeLife covers the time in which a visitor fills in a form.
	challengeLife = 10 * time.Minute
	// challengeIterations of PBKDF2 are what each guess costs: more make each challenge dearer for
	// this gateway too, fewer let a client without a browser's overhead be much faster than one.
	challengeIterations = 2000
	// A challenge of level 1 takes so many guesses at most, half of it on average; each level doubles it.
	mostGuesses = 300
	maxLevel    = 5
	// floodLevel is the lowest level that a lane that has used up its solutions gets: an easier one was fetched before.
	floodLevel = 3
)

// laneSolutions is how often one lane may solve challenges before they become harder for it. Half
// of it makes one level, all of it two.
var laneSolutions = limit.Bucket{Key: "solutions", Scope: "lane", Rate: limit.Rate{Every: 6 * time.Second, Burst: 100}}

// challenges makes and redeems challenges. All gateways have the same keys, so that each accepts
// what another one made.
type challenges struct {
	signer   altcha.Signer
	creating *semaphore.Weighted // a challenge is half a millisecond of computing
}

func newChallenges(key config.Secret) challenges {
	return challenges{
		signer: altcha.Signer{
			Key: mac(key, "challenge", nil), AnswerKey: mac(key, "challenge answer", nil),
		},
		creating: semaphore.NewWeighted(int64(runtime.GOMAXPROCS(0))),
	}
}

var errPurpose = fault.Invalid("REQUEST_UNREADABLE",
	fault.Field{Name: "for", Message: "It must be picture, script, speech, video, key, early-access or nomination, " +
		"with no other parameter."})

// serveChallenge says what a browser has to solve before a call of a purpose: nothing, unless its
// address has used up what it may have without, or the call costs money and the pressure is high.
func (g *gateway) serveChallenge(w http.ResponseWriter, r *http.Request) {
	query, err := url.ParseQuery(r.URL.RawQuery)
	of := purpose(query.Get("for"))
	if _, ok := purposes[of]; !ok || err != nil || len(query["for"]) > 1 || len(query) > 1 {
		writeProblem(r.Context(), w, errPurpose)
		return
	}
	w.Header().Set("Cache-Control", "private, no-store")
	level := g.challengeLevel(r, of)
	if level == 0 {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	challenge, err := g.createChallenge(r, of, level)
	if err != nil {
		writeProblem(r.Context(), w, err)
		return
	}
	g.activity.recordChallenge(level)
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(challenge) // a client that left does not read it
}

// challengeLevel is how hard a challenge for the request must be, 0 for none.
func (g *gateway) challengeLevel(r *http.Request, of purpose) int {
	client := clientOf(r)
	if client.device == nil {
		return 0 // it could not use the solution
	}
	settled := client.standing.isSettled(client.device, g.config.DeviceSettlesAfter, g.devices.now())
	level := g.levelFor(of, settled)
	if level == 0 {
		if settled {
			return 0 // it is trusted without
		}
		shared := g.purposeDebits(of, client, false).withoutDevice()
		if g.guard.Peek(r.Context(), shared.subject, shared.scarce, shared.buckets...).Allowed {
			return 0
		}
		level = 1
	}
	switch d := g.guard.Peek(r.Context(), client.lane(), false, laneSolutions); {
	case d.Remaining < laneSolutions.Rate.Burst/10: // before it is empty, so that this one is worth something then
		level += floodLevel - 1
	case d.Remaining < laneSolutions.Rate.Burst/2:
		level++
	}
	return min(level, maxLevel)
}

// levelFor is the level of the pressure on calls of a purpose for a device: one that is settled has to
// solve something later than others. The pressure is on money and the queue, which only some calls take.
func (g *gateway) levelFor(of purpose, settled bool) int {
	switch {
	case !purposes[of].paid:
		return 0
	case settled:
		return max(g.difficulty.level()-1, 0)
	default:
		return g.difficulty.level()
	}
}

func (g *gateway) createChallenge(r *http.Request, of purpose, level int) (altcha.Challenge, error) {
	if err := g.challenges.creating.Acquire(r.Context(), 1); err != nil {
		return altcha.Challenge{}, fault.ErrUnavailable.WithCause(err)
	}
	defer g.challenges.creating.Release(1)
	data := altcha.Data{Lane: g.devices.laneOf(clientOf(r).address), Level: level, Purpose: string(of)}
	return g.challenges.signer.Create(challengeIterations, guessesOf(level), time.Now().Add(challengeLife), data)
}

// guessesOf is how many guesses a challenge of a level takes.
func guessesOf(level int) uint32 {
	// any number, from the first: a client that knew a lower bound would begin there
	return rand.Uint32N(mostGuesses<<(level-1)) + 1 //nolint:gosec // who guesses the number has the key still to derive
}

// solutionHeader carries the solution of a challenge, in base64 as ALTCHA defines it.
const solutionHeader = "McWick-Solution"

// useSolution uses up the solution that a request brings, and returns what became of it, nothing without one. A
// request whose solution is worth nothing is served as its address: no visitor is refused for a challenge that
// failed, but for one that is too easy by now. A device that is new with this call has solved nothing yet.
func (g *gateway) useSolution(r *http.Request, of purpose) (outcome string) {
	brought := r.Header.Get(solutionHeader)
	if brought == "" || clientOf(r).device == nil {
		return ""
	}
	level, outcome := g.redeem(r, of, brought)
	g.activity.recordSolution(level, outcome)
	trace.SpanFromContext(r.Context()).SetAttributes(attribute.String("mcwick.solution", outcome))
	return outcome
}

// What became of a solution.
const (
	solutionAccepted = "accepted"
	solutionInvalid  = "invalid"
	solutionExpired  = "expired"
	solutionUsed     = "used"
	solutionMismatch = "mismatch" // of another lane or purpose
	solutionCheap    = "cheap"    // of a level below what its lane has to solve
)

// redeem returns how hard a challenge was and what becomes of its solution.
func (g *gateway) redeem(r *http.Request, of purpose, solution string) (level int, outcome string) {
	data, id, err := g.challenges.signer.Verify(solution, time.Now())
	lane := g.devices.laneOf(clientOf(r).address)
	switch {
	case errors.Is(err, altcha.ErrExpired):
		return 0, solutionExpired
	case err != nil:
		return 0, solutionInvalid
	case data.Lane != lane || data.Purpose != string(of):
		return data.Level, solutionMismatch
	case data.Level < floodLevel && !g.guard.Peek(r.Context(), lane, false, laneSolutions).Allowed:
		return data.Level, solutionCheap
	}
	// Used for as long as any gateway takes it, by whatever clock.
	once := limit.Bucket{Key: "solution " + id, Scope: "solution",
		Rate: limit.Rate{Every: challengeLife + 2*clockSkew, Burst: 1}}
	if !g.guard.Allow(r.Context(), lane, false, once).Allowed {
		return data.Level, solutionUsed
	}
	g.guard.Allow(r.Context(), lane, false, laneSolutions) // counts, and refuses nothing
	return data.Level, solutionAccepted
}
