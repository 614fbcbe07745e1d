// Package galleryv1 is the contract of the gallery service: its calls, its facts and where they are told.
package galleryv1

// TopicImage carries the facts of events.proto about pictures, keyed by picture.
const TopicImage = "gallery.image.v1"
