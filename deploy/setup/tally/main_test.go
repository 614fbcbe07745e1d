package main

import (
	"strings"
	"testing"
)

func TestCount(t *testing.T) {
	for name, c := range map[string]struct {
		file           string
		passed, failed int
	}{
		"nothing":      {`<testsuites/>`, 0, 0},
		"a suite":      {`<testsuite><testcase/><testcase><skipped/></testcase></testsuite>`, 1, 0},
		"outcomes":     {`<testsuites><testsuite><testcase/><testcase><failure>x</failure></testcase><testcase><error/></testcase></testsuite></testsuites>`, 1, 2},
		"inner ones":   {`<testsuites><testsuite><testcase/><testsuite><testcase/></testsuite></testsuite><testsuite><testcase/></testsuite></testsuites>`, 3, 0},
		"what it said": {`<testsuites><testsuite><testcase><system-out><![CDATA[<testcase><failure/>]]></system-out></testcase></testsuite></testsuites>`, 1, 0},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := read(strings.NewReader(c.file))
			if err != nil {
				t.Fatal(err)
			}
			if passed, failed := s.count(); passed != c.passed || failed != c.failed {
				t.Errorf("%d passed, %d failed", passed, failed)
			}
		})
	}
	if _, err := read(strings.NewReader("<testsuites><testsuite>")); err == nil {
		t.Error("half a file was read")
	}
}
