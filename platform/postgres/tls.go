package postgres

import (
	"crypto/tls"
	"fmt"

	"github.com/jackc/pgx/v5/pgconn"

	"mcwick.example/platform/mtls"
)

// verifyServer has each way of connecting trust the authority of c, and with RequireTLS refuses one that does
// not verify whom it speaks with.
func (c Config) verifyServer(variable string, to *pgconn.Config) error {
	ways := []*tls.Config{to.TLSConfig}
	for _, fallback := range to.Fallbacks {
		ways = append(ways, fallback.TLSConfig)
	}
	for _, way := range ways {
		if c.RequireTLS && (way == nil || way.InsecureSkipVerify) {
			return fmt.Errorf("%s must have sslmode=verify-full: DATABASE_REQUIRE_TLS is set", variable)
		}
		if c.CAFile == "" || way == nil {
			continue
		}
		roots, err := mtls.ReadRoots(c.CAFile)
		if err != nil {
			return fmt.Errorf("DATABASE_CA_FILE: %w", err)
		}
		way.RootCAs = roots
	}
	return nil
}
