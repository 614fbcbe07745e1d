// Command pocketbase is PocketBase with what the platform's gallery has: a collection of pictures
// that anybody may list, and one of likes, once for each picture and visitor, that anybody may add
// to. PAGE_FILE is a page of the gallery, whose 24 pictures it gets at its first start.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"

	"github.com/pocketbase/pocketbase"
	"github.com/pocketbase/pocketbase/core"
)

func main() {
	app := pocketbase.New()
	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		return errors.Join(fill(e.App), e.Next())
	})
	if err := app.Start(); err != nil {
		log.Fatal(err)
	}
}

// fill makes the collections and the pictures.
func fill(app core.App) error {
	anybody := ""
	images := core.NewBaseCollection("images")
	images.ListRule, images.ViewRule = &anybody, &anybody
	for _, name := range []string{"objectName", "type", "action", "scene", "style", "signature", "caption", "source",
		"handle", "createTime", "placeholder"} {
		images.Fields.Add(&core.TextField{Name: name})
	}
	images.Fields.Add(&core.NumberField{Name: "likes"}, &core.JSONField{Name: "variants"},
		&core.AutodateField{Name: "created", OnCreate: true})
	images.AddIndex("images_created", false, "created", "")
	if err := app.Save(images); err != nil {
		return err
	}
	likes := core.NewBaseCollection("likes")
	likes.CreateRule = &anybody
	likes.Fields.Add(&core.RelationField{Name: "image", CollectionId: images.Id, Required: true},
		&core.TextField{Name: "visitor", Required: true})
	likes.AddIndex("likes_once", true, "image, visitor", "")
	if err := app.Save(likes); err != nil {
		return err
	}
	text, err := os.ReadFile(os.Getenv("PAGE_FILE"))
	if err != nil {
		return err
	}
	var page struct{ Images []map[string]any }
	if err := json.Unmarshal(text, &page); err != nil {
		return err
	}
	for i, image := range page.Images {
		record := core.NewRecord(images)
		record.Load(image)
		record.Id = fmt.Sprintf("image%010d", i+1)
		if err := app.Save(record); err != nil {
			return err
		}
	}
	return nil
}
