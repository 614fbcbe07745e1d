// Package wordfiltertest has texts with which services test that what they show is checked.
package wordfiltertest

// Disguises are denied words as a visitor writes them who knows of a list: spaced, with another
// letter, and in letters of other alphabets that look alike. A field of one line takes those of
// Lines.
var Disguises = append([]string{"nig\nger"}, Lines...)

// Lines are the disguises on one line.
var Lines = []string{
	"ni gg er", "cvnt",
	"ꓠꓲꓖꓖꓰꓣ", // Lisu
	"ⲥυⲛⲧ",   // Coptic
}
