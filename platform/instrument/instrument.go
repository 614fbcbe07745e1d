// Package instrument makes the instruments of metrics.
package instrument

// Must returns an instrument, or a registration, that OpenTelemetry has just made. Only what is wrong with the
// program itself, such as an invalid name, makes an error there.
func Must[T any](made T, err error) T {
	if err != nil {
		panic(err)
	}
	return made
}
