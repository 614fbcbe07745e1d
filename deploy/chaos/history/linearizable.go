package history

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/anishathalye/porcupine"
)

// undecidedAfter bounds the search for an order of one object's calls. Histories of a minute are
// decided in milliseconds.
const undecidedAfter = 20 * time.Second

// object is one thing with a sequential behavior, and the calls that concern it. step gives the
// states that a call may lead to: none when its response is impossible in that state, and two when
// its outcome is unknown.
type object struct {
	name  string
	calls []Call
	step  func(state string, c Call) []string
}

// checkLinearizable holds that the calls of every object could have happened one after the other,
// each between its start and its end. What has an unknown outcome may have happened at any time
// after its start, or never.
func checkLinearizable(calls []Call, _ State, found *findings) {
	for _, o := range slices.Concat(likeObjects(calls), publicationObjects(calls), sessionObjects(calls)) {
		model := porcupine.NondeterministicModel{
			Init: func() []any { return []any{""} },
			Step: func(state, input, _ any) (next []any) {
				for _, s := range o.step(state.(string), input.(Call)) {
					next = append(next, s)
				}
				return next
			},
		}
		switch porcupine.CheckOperationsTimeout(model.ToModel(), o.operations(), undecidedAfter) {
		case porcupine.Ok:
		case porcupine.Illegal:
			found.add(Linearizable, o.calls, "no order of the calls explains %s", o.name)
		default:
			found.add(Linearizable, o.calls, "no order was found within %s for %s", undecidedAfter, o.name)
		}
	}
}

func (o object) operations() (all []porcupine.Operation) {
	for _, c := range o.calls {
		end := c.End
		if c.Outcome == Unknown {
			end = math.MaxInt64
		}
		all = append(all, porcupine.Operation{ClientId: c.Client, Input: c, Call: c.Start, Return: end})
	}
	return all
}

// optional gives the states after a change: certainly, when it was acknowledged.
func optional(c Call, before, after string) []string {
	switch c.Outcome {
	case Acknowledged:
		return []string{after}
	case Unknown:
		return []string{before, after}
	default:
		return []string{before}
	}
}

// withCondition gives the state when a read is possible in it.
func withCondition(possible bool, state string) []string {
	if possible {
		return []string{state}
	}
	return nil
}

const liked = "liked"

// like is a client and a picture.
type like struct {
	client  int
	picture string
}

func likeOf(c Call) like { return like{c.Client, c.Arguments.Publication} }

// likeObjects has one for each client and picture: whether it likes that.
func likeObjects(calls []Call) (all []object) {
	for of, likes := range group(calls, likeOf, Like) {
		for _, c := range calls {
			if c.Client == of.client && c.Operation == ListLikes && c.Outcome == Acknowledged && !c.Answer.Stale &&
				slices.Contains(c.Arguments.ImageIDs, of.picture) {
				likes = append(likes, c)
			}
		}
		all = append(all, object{
			name: fmt.Sprintf("whether client %d likes %s", of.client, of.picture), calls: likes,
			step: func(state string, c Call) []string {
				if c.Operation == ListLikes {
					return withCondition(slices.Contains(c.Answer.Listed, of.picture) == (state == liked), state)
				}
				return optional(c, state, liked)
			},
		})
	}
	return all
}

// The states of a publication beside none. Reports may hide one without a response that says so:
// reads are either from then on.
const (
	public    = "public"
	hidden    = "hidden"
	withdrawn = "withdrawn"
)

// publicationObjects has one for each publication that was acknowledged: whether it is there.
func publicationObjects(calls []Call) (all []object) {
	for k, tries := range group(calls, key, Publish) {
		acknowledged := withOutcome(tries, Acknowledged)
		if len(acknowledged) == 0 {
			continue
		}
		id, client := acknowledged[0].Answer.Publication, acknowledged[0].Client
		o := object{name: fmt.Sprintf("publication %s of client %d", id, client),
			step: func(state string, c Call) []string {
				return publicationStep(id, state, c)
			}}
		for _, c := range calls {
			switch {
			case c.Operation == Publish && c.Arguments.Key == k,
				(c.Operation == Withdraw || c.Operation == Report) && c.Arguments.Publication == id,
				c.Operation == ListPublications && c.Client == client && c.Outcome == Acknowledged:
				o.calls = append(o.calls, c)
			}
		}
		all = append(all, o)
	}
	return all
}

func publicationStep(id, state string, c Call) []string {
	switch c.Operation {
	case Publish:
		if state == "" {
			return optional(c, state, public)
		}
		return []string{state}
	case Withdraw:
		if c.Outcome == Refused && c.Code == "PUBLICATION_NOT_FOUND" {
			return withCondition(state == "", state)
		}
		if state == "" {
			return withCondition(c.Outcome != Acknowledged, state)
		}
		return optional(c, state, withdrawn)
	case Report:
		if state == public && c.mayHaveHappened() {
			return []string{public, hidden}
		}
		return []string{state}
	default: // a list
		if c.Answer.More && !slices.Contains(c.Answer.Listed, id) {
			return []string{state}
		}
		return withCondition(state == hidden || slices.Contains(c.Answer.Listed, id) == (state == public), state)
	}
}

// sessionObjects has one for each client's account: the names of its open sessions, sorted.
func sessionObjects(calls []Call) (all []object) {
	byClient := map[int][]Call{}
	for _, c := range calls {
		if c.Operation == GetSession && c.Outcome == Acknowledged ||
			slices.Contains([]Operation{Register, LogIn, Rotate, LogOut, LogOutEverywhere}, c.Operation) {
			byClient[c.Client] = append(byClient[c.Client], c)
		}
	}
	for client, of := range byClient {
		all = append(all, object{name: fmt.Sprintf("the sessions of client %d", client), calls: of, step: sessionStep})
	}
	return all
}

func sessionStep(state string, c Call) []string {
	open := strings.Fields(state)
	sent := c.Arguments.Session
	without := strings.Join(slices.DeleteFunc(slices.Clone(open), func(s string) bool { return s == sent }), " ")
	switch c.Operation {
	case Register, LogIn: // the answer's session takes the place of the one that was sent
		if c.Outcome == Acknowledged {
			without = with(without, c.Answer.Session)
		}
		return optional(c, state, without)
	case Rotate:
		return optional(c, state, with("", c.Answer.Session))
	case LogOut:
		return optional(c, state, without)
	case LogOutEverywhere:
		if c.Outcome == Refused && c.Code == "PROOF_REQUIRED" {
			return withCondition(!slices.Contains(open, sent), state)
		}
		if c.Outcome == Acknowledged && !slices.Contains(open, sent) {
			return nil
		}
		return optional(c, state, "")
	default:
		return withCondition(c.Answer.LoggedIn == slices.Contains(open, sent), state)
	}
}

func with(state, session string) string {
	if session == "" {
		return state
	}
	open := append(strings.Fields(state), session)
	slices.Sort(open)
	return strings.Join(open, " ")
}
