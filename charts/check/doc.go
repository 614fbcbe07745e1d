// Package check proves the charts: its tests render them as Helm does and look at the objects. It
// is a module of its own, so that Helm and Kubernetes stay out of what the platform is built from.
package check
