package client

import (
	"context"
	"fmt"
	"net/http"

	"mcwick.example/deploy/chaos/history"
)

var walls = []string{"WALL_FLAME", "WALL_SHAME"}

// handles is how many names there are: so few that several nominate one at a time.
const handles = 80

func (v *Visitor) nominate(ctx context.Context) {
	handle := fmt.Sprintf("@%s_%d", pick(v.dice, []string{"wick", "Wick"}), v.dice.IntN(handles))
	wall := pick(v.dice, walls)
	v.repeatTwice(ctx, request{
		operation: history.Nominate, arguments: history.Arguments{Key: newKey(), Wall: wall, Handle: handle},
		method: http.MethodPost,
		path:   "/api/v1/wall/nominations",
		body:   map[string]any{"wall": wall, "xHandle": handle, "reason": "burns at both ends"},
	})
}

func (v *Visitor) listWall(ctx context.Context) {
	wall := pick(v.dice, walls)
	v.repeat(ctx, request{
		operation: history.ListWall, arguments: history.Arguments{Wall: wall}, method: http.MethodGet,
		path: "/api/v1/wall/entries?pageSize=100&wall=" + wall,
	})
}
