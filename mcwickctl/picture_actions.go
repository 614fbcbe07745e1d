package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"mcwick.example/platform/imagefile"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

func newPictureImport(o *options) *cobra.Command {
	var caption, signature, note string
	cmd := &cobra.Command{
		Use:   "import file",
		Short: "Hang a picture of the house, as art",
		Long: `Hang a picture of the house, as art.

A PNG, JPEG or WebP of at most 10 MB, which does not move. It becomes a square of 1024
pixels, so a square is best. The same file hangs once, whoever imports it again.`,
		Example: "  mcwickctl picture import first-light.png --as ada --caption 'First light' --signature '@house'",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			image, err := readPicture(args[0])
			if err != nil {
				return err
			}
			key := sha256.Sum256(image)
			return call(cmd, o, mediaContract, mediav1.MediaOperatorServiceClient.ImportArt, &mediav1.ImportArtRequest{
				Image: image, Caption: caption, Signature: signature, IdempotencyKey: hex.EncodeToString(key[:]),
				Note: note,
			}, func(cmd *cobra.Command, p *mediav1.Publication) error {
				_, err := fmt.Fprintf(cmd.OutOrStdout(), "It hangs as %s.\n", p.GetId())
				return err
			})
		},
	}
	cmd.Flags().StringVar(&caption, "caption", "", "what stands below it; at most 280 characters")
	cmd.Flags().StringVar(&signature, "signature", "", "whose it is; at most 50 characters")
	noteFlag(cmd, &note)
	return cmd
}

// readPicture reads a file that is not larger than what is taken.
func readPicture(path string) ([]byte, error) {
	about, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("read the picture: %w", err)
	}
	if !about.Mode().IsRegular() || about.Size() > imagefile.MaxBytes {
		return nil, fmt.Errorf("%s is no file of at most 10 MB", path)
	}
	image, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the picture: %w", err)
	}
	return image, nil
}
