package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

type sample struct {
	Addr string `env:"ADDR,required"`
	Size int    `env:"SIZE" envDefault:"8"`
	Key  Secret `env:"KEY"`
}

func (s *sample) Validate() error {
	var errs []error
	if s.Size > 10 {
		errs = append(errs, errors.New("SIZE must be at most 10"))
	}
	if s.Key == "" {
		errs = append(errs, errors.New("KEY is missing"))
	}
	return errors.Join(errs...)
}

func TestVariablesAreListed(t *testing.T) {
	type inner struct {
		Level string `env:"LEVEL"`
	}
	type outer struct {
		Zone  string `env:"ZONE,required"`
		Inner inner
		Other string
	}
	if got, err := variables[outer](); err != nil || strings.Join(got, " ") != "LEVEL ZONE" {
		t.Errorf("%v, %v", got, err)
	}
}

func TestLoad(t *testing.T) {
	t.Run("all problems are reported at once", func(t *testing.T) {
		_, err := Parse[sample](map[string]string{"SIZE": "11"})
		for _, want := range []string{"ADDR", "SIZE must be", "KEY is missing"} {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%v does not mention %q", err, want)
			}
		}
	})
	t.Run("a secret may come from a file", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "key")
		if err := os.WriteFile(path, []byte("open sesame\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := Parse[sample](map[string]string{"ADDR": ":1", "KEY_FILE": path, "OTHER_FILE": "of another program"})
		if err != nil || c.Key.Reveal() != "open sesame" || c.Size != 8 {
			t.Errorf("got %q, %v", c.Key.Reveal(), err)
		}
	})
	t.Run("one that cannot be read is not one that is absent", func(t *testing.T) {
		_, err := Parse[struct {
			Optional Secret `env:"OPTIONAL"`
		}](map[string]string{"OPTIONAL_FILE": filepath.Join(t.TempDir(), "gone")})
		if !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%v", err)
		}
	})
}

func TestSecretsAreRedacted(t *testing.T) {
	s := sample{Key: "hunter2"}
	j, _ := json.Marshal(s)
	for _, text := range []string{fmt.Sprint(s), fmt.Sprintf("%+v %#v %q", s, s, s.Key), string(j)} {
		if strings.Contains(text, "hunter2") {
			t.Errorf("printed: %s", text)
		}
	}
}
