package galleryv1

// TopicList carries the notices of events.proto about the public lists. It has one partition.
const TopicList = "gallery.list.v1"
