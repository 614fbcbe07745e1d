// Package galleryv1 is the contract of the gallery service: its calls.
package galleryv1
