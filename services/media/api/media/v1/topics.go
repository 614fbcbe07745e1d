// Package mediav1 is the contract of the media service: its calls, its facts and where they are told.
package mediav1

// TopicArtwork carries the facts of events.proto about publications, keyed by publication.
const TopicArtwork = "media.artwork.v1"

// TopicVideo carries the facts of video_events.proto, keyed by video.
const TopicVideo = "media.video.v1"
