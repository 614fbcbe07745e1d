// Package dependencies checks that docs/dependencies.md has a line for each dependency that we asked
// for ourselves.
package dependencies
