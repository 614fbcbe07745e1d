package postgres

import (
	"context"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/config"
)

// The codes of a login with a password that the role does not have, or not any more.
const (
	passwordRefused = "28P01"
	// what PgBouncer calls it, and everything else that it refuses or cannot have from the server
	protocolViolation = "08P01"
)

// credentials are what a connection logs in with.
type credentials struct{ user, password string }

// addresses are those of a variable: one, or a line each while its password rotates.
func addresses(text config.Secret) (all []string) {
	if !strings.HasPrefix(text.Reveal(), "postgres://") && !strings.HasPrefix(text.Reveal(), "postgresql://") {
		return []string{text.Reveal()} // words, which may stand on several lines
	}
	for line := range strings.SplitSeq(text.Reveal(), "\n") {
		if line = strings.TrimSpace(line); line != "" {
			all = append(all, line)
		}
	}
	return all
}

// parseCredentials reads those of each address. No error shows one: it has the password.
func parseCredentials(text config.Secret) (all []credentials, err error) {
	if text == "" {
		return nil, errors.New("no address")
	}
	for _, address := range addresses(text) {
		c, err := pgxpool.ParseConfig(address)
		if err != nil {
			return nil, errors.New("not a PostgreSQL address")
		}
		all = append(all, credentials{c.ConnConfig.User, c.ConnConfig.Password})
	}
	return all, nil
}

// useCurrentCredentials logs each new connection in with the current credentials. Of several it
// takes the first that the server does not refuse: a role has one password, and it cannot be
// changed in both places at once.
func useCurrentCredentials(now func() []credentials) func(context.Context, *pgx.ConnConfig) error {
	return func(ctx context.Context, c *pgx.ConnConfig) error {
		all := now()
		for i, one := range all {
			c.User, c.Password = one.user, one.password
			if i == len(all)-1 || !isPasswordRefused(ctx, c) {
				break
			}
		}
		return nil
	}
}

// isPasswordRefused tries to log in. Any other failure is for the connection itself to have.
func isPasswordRefused(ctx context.Context, c *pgx.ConnConfig) bool {
	conn, err := pgconn.ConnectConfig(ctx, &c.Copy().Config)
	if err == nil {
		_ = conn.Close(ctx) // it was opened for its answer
		return false
	}
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == passwordRefused || pg.Code == protocolViolation)
}
