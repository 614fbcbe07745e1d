package main

import (
	"strings"
	"testing"
	"time"
)

func TestSettingsValidation(t *testing.T) {
	err := (&settings{Today: "tomorrow", FixedPicture: -1}).Validate()
	for _, want := range []string{"API_KEY", "TODAY", "FIXED_PICTURE"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

func TestTodayDefaultsToCurrentDate(t *testing.T) {
	s := settings{APIKey: "k", Today: "2027-02-01"}
	if err := s.Validate(); err != nil || !s.today().Equal(time.Date(2027, 2, 1, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("%v, %v", s.today(), err)
	}
	s.Today = ""
	before := time.Now()
	if got := s.today(); got.Before(before) {
		t.Errorf("got %v", got)
	}
}
