package mediav1

// TopicArtwork carries the facts of events.proto about publications, keyed by publication.
const TopicArtwork = "media.artwork.v1"
