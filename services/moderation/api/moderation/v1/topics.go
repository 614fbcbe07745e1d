// Package moderationv1 is the contract of the moderation service: its calls, its events and their
// topic.
package moderationv1

// TopicDecision carries the events of case_events.proto, keyed by subject.
const TopicDecision = "moderation.decision.v1"
