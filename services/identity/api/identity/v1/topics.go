// Package identityv1 is the contract of the identity service: its calls, its events and their
// topics.
package identityv1

// TopicUser carries the events of events.proto about accounts and their devices, keyed by device.
const TopicUser = "identity.user.v1"

// TopicProfile carries ProfileChanged, keyed by account. It is a topic of its own because consumers of
// TopicUser park events that they have no handler for.
const TopicProfile = "identity.profile.v1"
