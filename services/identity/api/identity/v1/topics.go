// Package identityv1 is the contract of the identity service: its calls, its facts and where they are told.
package identityv1

// TopicUser carries the facts of events.proto about people and their devices, keyed by device.
const TopicUser = "identity.user.v1"
