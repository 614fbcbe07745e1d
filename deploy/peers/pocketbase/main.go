// Command pocketbase is PocketBase with what the platform's gallery has: a collection of pictures
// that anybody may list, and one of likes, once for each picture and visitor, that anybody may add
// to. PAGE_FILE is a page of the gallery, whose 24 pictures it gets at its first start. SYNCHRONOUS is
// how SQLite commits: NORMAL as PocketBase is delivered, where a power cut may take back what was
// acknowledged, or FULL, where each commit waits for the disk, as the platform's do.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase"
	"github.com/pocketbase/pocketbase/core"
)

func main() {
	app := pocketbase.NewWithConfig(pocketbase.Config{DBConnect: connect})
	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		return errors.Join(fill(e.App), e.Next())
	})
	if err := app.Start(); err != nil {
		log.Fatal(err)
	}
}

// connect opens a database with the settings that PocketBase has for its own, SYNCHRONOUS aside.
func connect(path string) (*dbx.DB, error) {
	return dbx.Open("sqlite", path+"?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)"+
		"&_pragma=synchronous("+os.Getenv("SYNCHRONOUS")+")&_pragma=journal_size_limit(200000000)"+
		"&_pragma=foreign_keys(ON)&_pragma=temp_store(MEMORY)&_pragma=cache_size(-32000)")
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
