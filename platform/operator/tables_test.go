package operator

import (
	"os"
	"testing"

	"mcwick.example/platform/testkit"
)

// Verifies OPS-5.
func TestMigrationsAdoptTableOfEarlierReleases(t *testing.T) {
	testkit.CheckTablesAdopted(t, Tables, os.DirFS("testdata/released"))
}
