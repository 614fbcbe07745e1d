package main

import (
	"errors"
	"maps"

	"mcwick.example/platform/config"
)

// deviceKeyID is the id of DEVICE_KEY in SEAL_KEYS and in cookies of version 2.
const deviceKeyID = "device"

// seals are the keys that seal device cookies.
type seals struct {
	deviceKey config.Secret            // of version 1; empty when it is retired
	accepted  map[string]config.Secret // of version 2, by id
	minting   *config.Key              // seals what is minted; nil for version 1
	// of addresses of media, derived from the accepted keys, by the same ids
	addressKeys map[string][]byte
}

// signingID is the id of the key that signs.
func (s seals) signingID() string {
	if s.minting == nil {
		return deviceKeyID
	}
	return s.minting.ID
}

// readSeals parses SEAL_KEYS. DEVICE_KEY is accepted while it is set, so that a gateway without
// SEAL_KEYS reads what one that has them minted by it: that is how they are introduced, and how
// version 1 goes on.
func (c *configuration) readSeals(text config.Secret) (s seals, err error) {
	s = seals{deviceKey: c.DeviceKey, accepted: map[string]config.Secret{}}
	if c.DeviceKey != "" {
		s.accepted[deviceKeyID] = c.DeviceKey
	}
	if text == "" && c.SealKeysFile == "" {
		if c.DeviceKey == "" {
			return seals{}, errors.New("needed without DEVICE_KEY")
		}
		s.addressKeys, err = deriveAddressKeys(s.accepted)
		return s, err
	}
	keys, err := config.ParseKeys(text, maps.Clone(s.accepted))
	if err != nil {
		return seals{}, err
	}
	for _, k := range keys {
		s.accepted[k.ID] = k.Secret
	}
	s.minting = &keys[0]
	s.addressKeys, err = deriveAddressKeys(s.accepted)
	return s, err
}

// visitorKey derives ids and never changes: with another one every visitor is a stranger.
func (c *configuration) visitorKey() config.Secret {
	if c.VisitorKey != "" {
		return c.VisitorKey
	}
	return c.DeviceKey
}

// validateKeys tells which keys are missing or short.
func (c *configuration) validateKeys() (errs []error) {
	if c.visitorKey() == "" {
		errs = append(errs,
			errors.New("VISITOR_KEY is missing (DEVICE_KEY takes its place in installations that have one)"))
	}
	for name, key := range map[string]config.Secret{"VISITOR_KEY": c.VisitorKey, "DEVICE_KEY": c.DeviceKey} {
		if key != "" && len(key) < config.MinKeyBytes {
			errs = append(errs, errors.New(name+" must have at least 32 bytes"))
		}
	}
	if _, err := c.readSeals(c.SealKeys); err != nil {
		errs = append(errs, errors.New("SEAL_KEYS: "+err.Error()))
	}
	return errs
}
