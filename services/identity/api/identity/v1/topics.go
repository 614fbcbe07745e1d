// Package identityv1 is the contract of the identity service: its calls, its events and their
// topic.
package identityv1

// TopicUser carries the events of events.proto about accounts and their devices, keyed by device.
const TopicUser = "identity.user.v1"
