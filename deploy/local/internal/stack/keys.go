package stack

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"os"
)

// sealKeysFile has the keys that seal device cookies, a line each: see
// deploy/runbooks/procedures/rotation.md.
const sealKeysFile = "secrets/seal-keys"

// deviceSecret is the key from which visitors' ids are derived. A data folder of a former release
// has one for that and for cookies, and so has one that a former release is to run with.
func (s *Stack) deviceSecret() string {
	if exists(s.Folder("secrets/device-key")) || s.settings.Last != "" {
		return "device-key"
	}
	return "visitor-key"
}

// deviceKeys is the gateway's environment for its keys. A folder of a former release has no seal
// keys until an operator adds them.
func (s *Stack) deviceKeys() []string {
	env := []string{"VISITOR_KEY_FILE=" + s.Folder("secrets/visitor-key")}
	if s.deviceSecret() == "device-key" {
		env = []string{"DEVICE_KEY_FILE=" + s.Folder("secrets/device-key")}
	}
	if exists(s.Folder(sealKeysFile)) {
		env = append(env, "SEAL_KEYS_FILE="+s.Folder(sealKeysFile))
	}
	return env
}

// writeSealKeys makes the first seal key of a new data folder.
func (s *Stack) writeSealKeys() error {
	made, err := os.Stat(s.Folder(sealKeysFile))
	if (err == nil && made.Size() > 0) || s.deviceSecret() == "device-key" {
		return nil
	}
	key := make([]byte, 32)
	_, _ = rand.Read(key) // never fails
	if err := os.WriteFile(s.Folder(sealKeysFile), []byte("1 "+hex.EncodeToString(key)+"\n"), 0o600); err != nil {
		return fmt.Errorf("write the seal keys: %w", err)
	}
	return nil
}
