// Package wallv1 is the contract of the wall service: its calls, its events and their topic.
package wallv1

// TopicEntry carries the events of events.proto about entries, keyed by entry.
const TopicEntry = "wall.entry.v1"
