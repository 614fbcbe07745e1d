package main

import (
	"net/http"

	"github.com/grpc-ecosystem/grpc-gateway/v2/utilities"

	"mcwick.example/gateway/internal/strict"
	"mcwick.example/gateway/site"
	wallv1 "mcwick.example/services/wall/api/wall/v1"
)

// wallPath is the page of the walls.
const wallPath = "/wall"

// shownWall returns what that page shows a request, as frontend/remotes/wall/src/wall-page.tsx has it, and its query.
func (g *gateway) shownWall(r *http.Request, flame pageRoute) (shown pageRoute, query string) {
	switch {
	case !g.site.flag(site.Wall):
		return pageRoute{wallPath, "The walls are closed", "think",
			"Every candle up there is resting its wick. The gallery is open."}, ""
	case g.site.flag(site.Shame) && r.URL.Query().Get("wall") == "shame":
		return pageRoute{wallPath, "Wall of Shame", "think",
			"The people that blew out the room, and a place to nominate one."}, "?wall=shame"
	}
	return flame, ""
}

// requireOpenWall is a call to the walls, refused while the settings have them closed, or the one
// that it names.
func (g *gateway) requireOpenWall(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !g.site.flag(site.Wall) || !g.site.flag(site.Shame) && wallOf(r) == wallv1.Wall_WALL_SHAME {
			writeProblem(r.Context(), w, errWallClosed)
			return
		}
		h.ServeHTTP(w, r)
	})
}

// wallOf returns the wall that a list or a nomination names; unspecified where a request names none.
func wallOf(r *http.Request) wallv1.Wall {
	if r.Method != http.MethodPost {
		var list wallv1.ListWallEntriesRequest
		// what is invalid, the service's own call refuses
		_ = strict.Query{}.Parse(&list, r.URL.Query(), utilities.NewDoubleArray(nil))
		return list.GetWall()
	}
	var nomination wallv1.NominateRequest
	_ = strict.NewJSON().Unmarshal(readBody(r), &nomination) // the same
	return nomination.GetWall()
}
