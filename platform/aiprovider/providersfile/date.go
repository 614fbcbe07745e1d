package providersfile

import (
	"time"

	"go.yaml.in/yaml/v3"
)

// Date is a day, or none.
type Date struct{ time.Time }

// UnmarshalYAML reads a day such as 2027-01-06.
func (d *Date) UnmarshalYAML(n *yaml.Node) (err error) {
	d.Time, err = time.Parse(time.DateOnly, n.Value)
	return err
}

// String is the day as it stands in the file; empty for none.
func (d Date) String() string {
	if d.IsZero() {
		return ""
	}
	return d.Format(time.DateOnly)
}
