package main

import (
	"cmp"
	"os"
	"time"

	"github.com/spf13/cobra"
)

// callTimeout bounds one command.
const callTimeout = 15 * time.Second

// options are the flags that all commands have.
type options struct {
	as        string // name of an operator of the local stack
	data      string // folder of the local stack
	tokenFile string
	addresses map[string]string // by service
	authority string            // file of the certificate authority
	json      bool
}

func newRoot() *cobra.Command {
	o := &options{}
	root := &cobra.Command{
		Use:   "mcwickctl",
		Short: "Runs a McWick platform: what only operators may do",
		Long: `Runs a McWick platform: what only operators may do.

Each service takes its operators on a port of its own, with a token. A local platform makes
two operators, ada and lin; their tokens and where its services are stand in .local, and
--as finds them. Elsewhere MCWICK_OPERATOR_TOKEN_FILE (or --token-file) names the file with
yours. Everything you do is written down with your name, by the service that did it.`,
		Example: `  mcwickctl wall queue --as ada          who waits for a decision
  mcwickctl wall approve ID --as ada     say yes
  mcwickctl case list --as ada           what somebody minds
  mcwickctl audit media --as ada --json  who did what, for a program`,
		SilenceUsage:  true,
		SilenceErrors: true, // main says them
		PersistentPreRun: func(cmd *cobra.Command, _ []string) {
			if cmd.Flags().Changed("token-file") { // a flag goes before MCWICK_OPERATOR
				o.as = ""
			}
		},
	}
	flags := root.PersistentFlags()
	flags.StringVar(&o.as, "as", os.Getenv("MCWICK_OPERATOR"), "operator of the local platform (MCWICK_OPERATOR)")
	flags.StringVar(&o.data, "data", cmp.Or(os.Getenv("MCWICK_DATA"), ".local"),
		"folder of the local platform (MCWICK_DATA)")
	flags.StringVar(&o.tokenFile, "token-file", os.Getenv("MCWICK_OPERATOR_TOKEN_FILE"),
		"file with your token (MCWICK_OPERATOR_TOKEN_FILE)")
	flags.StringToStringVar(&o.addresses, "address", nil,
		"where a service takes operators, such as wall=127.0.0.1:29405; otherwise the local platform knows")
	flags.StringVar(&o.authority, "ca", os.Getenv("MCWICK_CA_FILE"),
		"file of the authority that signed the services' certificates, where they have some (MCWICK_CA_FILE)")
	flags.BoolVar(&o.json, "json", false, "answer as JSON; refused by commands that do not")
	root.MarkFlagsMutuallyExclusive("as", "token-file")
	root.AddCommand(newWall(o), newPicture(o), newTemplate(o), newVideo(o), newGallery(o), newAudit(o),
		newDeadLetters(o), newBudget(o), newJobs(o), newPressure(o), newSessions(o), newAccounts(o), newLimits(o),
		newLockdown(o), newBlock(o), newCase(o), newHandle(o), newEarlyAccess(o), newSite(o), newTrace(o))
	return root
}
