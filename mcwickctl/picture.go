package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	mediav1 "mcwick.example/services/media/api/media/v1"
)

func newPicture(o *options) *cobra.Command {
	return newGroup("picture", "What hangs in the gallery", `What hangs in the gallery.

Reports of pictures, and decisions about them, are in "mcwickctl case".`,
		newPictureList(o),
		newPictureShow(o),
		newPictureImport(o),
		newPictureHideMissing(o),
	)
}

func newPictureShow(o *options) *cobra.Command {
	var path string
	cmd := &cobra.Command{
		Use:   "show publication",
		Short: "Save a picture to look at it, also while it is hidden",
		Long: `Save a picture to look at it, also while it is hidden.

A file that is there already is left alone. With '-' the PNG goes to the standard output.`,
		Example: "  mcwickctl picture show ID --as ada --out look.png",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			picture, err := invoke(cmd, o, mediaContract, mediav1.MediaOperatorServiceClient.ShowPublication,
				&mediav1.ShowPublicationRequest{PublicationId: args[0]})
			if err != nil {
				return err
			}
			return save(cmd.OutOrStdout(), o, path, picture.GetData())
		},
	}
	cmd.Flags().StringVar(&path, "out", "", "file to write, or - for the standard output")
	_ = cmd.MarkFlagRequired("out") // the flag is there
	return cmd
}

// save writes a picture into a new file, or for '-' to out.
func save(out io.Writer, o *options, path string, picture []byte) error {
	if path == "-" {
		_, err := out.Write(picture)
		return err
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("save the picture: %w", err)
	}
	_, err = file.Write(picture)
	if err := errors.Join(err, file.Close()); err != nil {
		return fmt.Errorf("save the picture: %w", err)
	}
	if o.json {
		return writeValue(out, map[string]string{"file": path})
	}
	_, err = fmt.Fprintf(out, "Saved as %s.\n", path)
	return err
}
