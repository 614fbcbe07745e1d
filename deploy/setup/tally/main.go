// Command tally counts the tests of JUnit files: it prints how many passed and how many failed.
//
//	tally FILE …
//
// A file that is not there has no tests; one that cannot be read is an error.
package main

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
)

// suite is a <testsuites> or a <testsuite>, which may have others inside.
type suite struct {
	Suites []suite `xml:"testsuite"`
	Cases  []struct {
		Failure *struct{} `xml:"failure"`
		Error   *struct{} `xml:"error"`
		Skipped *struct{} `xml:"skipped"`
	} `xml:"testcase"`
}

// count tells how many tests of a suite passed and failed. What was skipped is in neither.
func (s suite) count() (passed, failed int) {
	for _, c := range s.Cases {
		switch {
		case c.Failure != nil || c.Error != nil:
			failed++
		case c.Skipped == nil:
			passed++
		}
	}
	for _, inner := range s.Suites {
		p, f := inner.count()
		passed, failed = passed+p, failed+f
	}
	return passed, failed
}

// read gives the suite of a JUnit file.
func read(r io.Reader) (s suite, err error) {
	return s, xml.NewDecoder(r).Decode(&s)
}

func main() {
	passed, failed := 0, 0
	for _, name := range os.Args[1:] {
		f, err := os.Open(name)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		var s suite
		if err == nil {
			s, err = read(f)
		}
		if err != nil {
			fmt.Fprintf(os.Stderr, "tally: %s: %v\n", name, err)
			os.Exit(1)
		}
		p, q := s.count()
		passed, failed = passed+p, failed+q
	}
	fmt.Println(passed, failed)
}
