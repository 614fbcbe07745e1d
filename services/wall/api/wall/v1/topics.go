// Package wallv1 is the contract of the wall service: its calls, its facts and where they are told.
package wallv1

// TopicEntry carries the facts of events.proto about who is on a wall, keyed by entry.
const TopicEntry = "wall.entry.v1"
