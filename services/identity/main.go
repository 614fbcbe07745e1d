// Command identity is the identity service: keys and sessions. It never sees a private key.
//
// identity serve | migrate | check-config
package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"google.golang.org/grpc"

	"mcwick.example/platform/config"
	"mcwick.example/platform/events"
	"mcwick.example/platform/lifecycle"
	"mcwick.example/platform/operator"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/security"
	"mcwick.example/platform/service"
	identityv1 "mcwick.example/services/identity/api/identity/v1"
	"mcwick.example/services/identity/internal/identity"
	"mcwick.example/services/identity/internal/postgres"
	"mcwick.example/services/identity/internal/postgres/migrations"
	"mcwick.example/services/identity/internal/transport"
	"mcwick.example/services/moderation/api/textcheck"
)

type configuration struct {
	service.Config
	Events     events.Config
	Moderation textcheck.Config
	// PublicOrigin is part of every signed statement, such as https://mcwick.example.
	PublicOrigin string `env:"PUBLIC_ORIGIN,required"`
	// ChallengeKey has at least 32 bytes and is the same in all replicas. While it rotates it has
	// several lines with an id and a key each: the first signs challenges and all verify them. A
	// changed file takes effect.
	ChallengeKey     config.Secret `env:"CHALLENGE_KEY,required"`
	ChallengeKeyFile string        `env:"CHALLENGE_KEY_FILE"`
	// AllowClaims lets a public key alone open a claimed session, which may only read.
	AllowClaims bool `env:"ALLOW_CLAIMED_SESSIONS" envDefault:"true"`
}

// Validate reports what is wrong with the configuration.
func (c *configuration) Validate() error {
	err := errors.Join(c.Config.Validate(), c.Events.Validate(),
		config.CheckOrigin("PUBLIC_ORIGIN", c.PublicOrigin))
	if _, unusable := parseChallengeKeys(c.ChallengeKey); unusable != nil {
		err = errors.Join(err, fmt.Errorf("CHALLENGE_KEY: %w", unusable))
	}
	return err
}

func parseChallengeKeys(text config.Secret) (secrets [][]byte, err error) {
	keys, err := config.ParseKeyOrKeys(text)
	for _, k := range keys {
		secrets = append(secrets, []byte(k.Secret.Reveal()))
	}
	return secrets, err
}

// spec describes this service.
var spec = service.Spec[configuration]{Name: "identity", Schema: migrations.Schema, Serve: serve}

func main() { service.Main(spec) }

const (
	concurrency   = 256 // of each call: the pool is the real limit, this keeps the queue in front of it short
	sweepInterval = 10 * time.Minute
)

func serve(_ context.Context, s *service.Service, c configuration) ([]lifecycle.Part, error) {
	relay := events.NewRelay(s.Log, s.Pool, c.Events, "identity", identityv1.TopicUser,
		identityv1.TopicProfile)
	store := postgres.NewStore(s.Pool, relay)
	keys, err := config.NewReloader("CHALLENGE_KEY",
		config.SecretLoader(c.ChallengeKey, c.ChallengeKeyFile, parseChallengeKeys))
	if err != nil {
		return nil, err
	}
	challenger := identity.NewChallenger(keys.Get, c.PublicOrigin, time.Now)
	words, moderation, err := textcheck.Open(c.Moderation)
	if err != nil {
		return nil, err
	}
	failures := security.New(s.Log, security.ProofFailed)
	server := rpc.NewServer(s.Log, c.GRPCAddr)
	chain := rpc.ServerChain(s.Log, concurrency)
	identityv1.RegisterIdentityServiceServer(server,
		transport.NewServer(identity.NewService(store, challenger, words, c.AllowClaims), failures, chain))
	operators, err := operator.Part(s.Log, c.Operators, operator.Common(s.Pool, chain), func(r grpc.ServiceRegistrar) {
		identityv1.RegisterIdentityOperatorServiceServer(r,
			transport.NewOperatorServer(identity.NewOperators(store), chain))
	})
	if err != nil {
		return nil, err
	}

	return []lifecycle.Part{
		moderation,
		lifecycle.Loop("outbox relay", relay.Run),
		lifecycle.Every(s.Log, "sweep", sweepInterval, store.Sweep),
		operators,
		server.Part(),
	}, nil
}
