package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	mediav1 "mcwick.example/services/media/api/media/v1"
)

func newPictureImport(o *options) *cobra.Command {
	r := &mediav1.ImportArtRequest{}
	cmd := &cobra.Command{
		Use:   "import file",
		Short: "Hang a picture of the house, as art",
		Long: `Hang a picture of the house, as art.

A PNG, JPEG or WebP of at most 10 MB, which does not move. It becomes a square of 1024
pixels, so a square is best. The same file hangs once, whoever imports it again.`,
		Example: "  mcwickctl picture import first-light.png --as ada --caption 'First light' --signature '@house'",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if r.Image, err = readFile("picture", args[0]); err != nil {
				return err
			}
			key := sha256.Sum256(r.GetImage())
			r.IdempotencyKey = hex.EncodeToString(key[:])
			return call(cmd, o, mediaContract, mediav1.MediaOperatorServiceClient.ImportArt, r,
				func(cmd *cobra.Command, p *mediav1.Publication) error {
					_, err := fmt.Fprintf(cmd.OutOrStdout(), "It hangs as %s.\n", p.GetId())
					return err
				})
		},
	}
	cmd.Flags().StringVar(&r.Caption, "caption", "", "what stands below it; at most 280 characters")
	cmd.Flags().StringVar(&r.Signature, "signature", "", "whose it is; at most 50 characters")
	noteFlag(cmd, &r.Note)
	return cmd
}

// maxFile is the most that media takes of a picture or a clip, in bytes.
const maxFile = 10 << 20

// readFile reads a file that is not larger than what is taken; what is in it is for errors.
func readFile(what, path string) ([]byte, error) {
	about, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("read the %s: %w", what, err)
	}
	if !about.Mode().IsRegular() || about.Size() > maxFile {
		return nil, fmt.Errorf("%s is no file of at most 10 MB", path)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the %s: %w", what, err)
	}
	return content, nil
}
