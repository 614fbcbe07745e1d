// Package mediav1 is the contract of the media service: its calls, its events and their topics.
package mediav1

// TopicArtwork carries the events of events.proto about publications, keyed by publication.
const TopicArtwork = "media.artwork.v1"

// TopicVideo carries the events of video_events.proto, keyed by video.
const TopicVideo = "media.video.v1"
