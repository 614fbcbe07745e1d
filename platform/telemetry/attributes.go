package telemetry

import "go.opentelemetry.io/otel/attribute"

// What spans say of a call that was refused or failed.
const (
	FaultKind   = attribute.Key("fault.kind")
	FaultReason = attribute.Key("fault.reason")
)
