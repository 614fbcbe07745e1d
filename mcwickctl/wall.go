package main

import (
	"github.com/spf13/cobra"

	wallv1 "mcwick.example/services/wall/api/wall/v1"
)

func newWall(o *options) *cobra.Command {
	acts := actions[wallv1.WallOperatorServiceClient]{o, "wall", wallContract}
	return newGroup("wall", "Who is on the walls of Flame and Shame", `Who is on the walls of Flame and Shame.

A nomination waits in the queue until operators decide. The Wall of Flame takes one yes, the
Wall of Shame those of two different operators. The entry on the wall has the nomination's
id. Reports of entries, decisions about them, and requests to take something down are in
"mcwickctl case".`,
		newWallQueue(o),
		acts.command("approve", "nomination", "Say yes to a nomination", approveNomination),
		acts.command("reject", "nomination", "Say no to a nomination; after 30 days it is forgotten", rejectNomination),
		acts.command("blank", "entry", "Take the text from an entry, which stays, or from a nomination that waits", blankBio),
		acts.command("opt-out", "@handle", "Take a name from both walls and the queue, until it opts in", optOut),
		acts.command("opt-in", "@handle", "Let a name that opted out be nominated again", optIn),
		newWallEntries(o),
		newWallAudit(o),
	)
}
