package picture

import (
	"strings"

	"mcwick.example/mascot/composer"
)

// readPrompt takes a prompt of the form "<who>. Action: <action>. Scene: <scene>. Style: <style>,
// <flavour>. …" apart. In any other prompt the whole text counts as action, scene and style, since
// it may still name them.
func readPrompt(prompt string) composer.Scene {
	_, rest, ok1 := strings.Cut(prompt, ". Action: ")
	rest, style, ok2 := cutLast(rest, ". Style: ")
	action, scene, ok3 := cutLast(rest, ". Scene: ")
	if !ok1 || !ok2 || !ok3 {
		return composer.Scene{Action: prompt, Scene: prompt, Style: prompt}
	}
	return composer.Scene{Action: action, Scene: scene, Style: style}
}

// cutLast is strings.Cut at the last separator, so that a visitor's own "Scene:" stays part of the
// action.
func cutLast(s, separator string) (before, after string, found bool) {
	i := strings.LastIndex(s, separator)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(separator):], true
}
