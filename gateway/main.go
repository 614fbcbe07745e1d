// Command gateway is the public edge: REST and server-sent events outside, gRPC inside. It knows no
// domain; it owns what a request must be before a service hears of it.
//
//	gateway serve | check-config
package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/redis/go-redis/extra/redisotel/v9"
	"go.opentelemetry.io/otel"

	"mcwick.example/gateway/limits"
	"mcwick.example/platform/config"
	"mcwick.example/platform/events"
	"mcwick.example/platform/lifecycle"
	"mcwick.example/platform/limit"
	"mcwick.example/platform/mtls"
	"mcwick.example/platform/operator"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/security"
	"mcwick.example/platform/telemetry"
	galleryv1 "mcwick.example/services/gallery/api/gallery/v1"
	generationv1 "mcwick.example/services/generation/api/generation/v1"
	identityv1 "mcwick.example/services/identity/api/identity/v1"
	mediav1 "mcwick.example/services/media/api/media/v1"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
)

type configuration struct {
	HTTPAddr string `env:"HTTP_ADDR" envDefault:":8080"`
	// TLSAddr is served with HTTP/2 beside HTTPAddr; with it come the PEM files of a certificate
	// and its key.
	TLSAddr     string `env:"TLS_ADDR"`
	TLSCertFile string `env:"TLS_CERT_FILE"`
	TLSKeyFile  string `env:"TLS_KEY_FILE"`
	// MaxConnections is how many visitors' connections there may be at once; an open page has one.
	MaxConnections int           `env:"MAX_CONNECTIONS" envDefault:"20000"`
	OpsAddr        string        `env:"OPS_ADDR" envDefault:":9091"`
	Drain          time.Duration `env:"DRAIN"`                  // see lifecycle.Drain
	PublicOrigin   string        `env:"PUBLIC_ORIGIN,required"` // such as https://mcwick.example
	GalleryAddr    string        `env:"GALLERY_ADDR,required"`
	GenerationAddr string        `env:"GENERATION_ADDR,required"`
	IdentityAddr   string        `env:"IDENTITY_ADDR,required"`
	MediaAddr      string        `env:"MEDIA_ADDR,required"`
	MediaHTTPURL   string        `env:"MEDIA_HTTP_URL,required"`
	MediaBase      string        `env:"MEDIA_BASE" envDefault:"/media/"` // goes before every object name
	WallAddr       string        `env:"WALL_ADDR,required"`
	ModerationAddr string        `env:"MODERATION_ADDR,required"`
	StaticDir      string        `env:"STATIC_DIR"`  // the built page; or else:
	ShellURL       string        `env:"SHELL_URL"`   // the server of the shell
	RemotesURL     string        `env:"REMOTES_URL"` // that of each remote, with {name} in it
	SiteFile       string        `env:"SITE_FILE,required"`
	// PageKeys are the public keys, each as one line of base64, with which builds of the page sign their
	// files: what no such key signed is not served. Without any, nothing is checked.
	PageKeys []pageKey `env:"PAGE_SIGNERS"`
	// PinnedContract is the contract address that the settings must have; without it any will do.
	PinnedContract string `env:"PINNED_CONTRACT"`
	// Keys have at least 32 bytes and are the same in all replicas. VISITOR_KEY derives the ids of
	// visitors and lanes; SEAL_KEYS, a line with an id and a key each, seal device cookies: the
	// first seals, all are accepted, and a changed file takes effect. In installations of former
	// releases DEVICE_KEY did both; it is what VISITOR_KEY is unless set, and the seal of older
	// cookies.
	VisitorKey   config.Secret `env:"VISITOR_KEY"`
	SealKeys     config.Secret `env:"SEAL_KEYS"`
	SealKeysFile string        `env:"SEAL_KEYS_FILE"`
	DeviceKey    config.Secret `env:"DEVICE_KEY"`
	RedisURL     config.Secret `env:"REDIS_URL,required"`
	LimitsFile   string        `env:"LIMITS_FILE"` // other figures than limits/limits.json; a change takes effect
	// of this gateway at most, which share the limits while Redis is away
	Replicas       int    `env:"REPLICAS" envDefault:"1"`
	ReplicasHost   string `env:"REPLICAS_HOST"`    // whose addresses are theirs: as many as there are share them
	TraceViewerURL string `env:"TRACE_VIEWER_URL"` // local stack only: serves /debug/trace/
	// TrustedProxies are the ranges, such as 10.0.0.0/8, of proxies whose X-Forwarded-For is
	// believed.
	TrustedProxies []netip.Prefix `env:"TRUSTED_PROXIES"`
	// DeviceSettlesAfter is how old a device must be to be settled; with 0s each is that comes with
	// its cookie.
	DeviceSettlesAfter time.Duration `env:"DEVICE_SETTLES_AFTER" envDefault:"30m"`
	// MediaAddressLifetime is how long an address of an object that is not public is good at most;
	// at least it is half of that. A page that needs it longer asks for a new one.
	MediaAddressLifetime time.Duration `env:"MEDIA_ADDRESS_LIFETIME" envDefault:"10m"`
	// SecurityContact is where vulnerabilities are reported, as mailto: or https:; without it there is
	// no /.well-known/security.txt.
	SecurityContact string `env:"SECURITY_CONTACT"`
	Redis           limit.TLS
	Events          events.Config
	Operators       operator.Config
	Telemetry       telemetry.Config
	MTLS            mtls.Config
}

// Validate tells what is wrong with the configuration.
func (c *configuration) Validate() error {
	var errs []error
	if u, err := url.Parse(c.MediaBase); err != nil || !strings.HasSuffix(u.Path, "/") ||
		(u.Host == "") != (u.Scheme == "") ||
		u.Scheme != "" && u.Scheme != "https" && u.Scheme != "http" || u.Host == "" && !strings.HasPrefix(u.Path, "/") {
		errs = append(errs,
			errors.New("MEDIA_BASE must be a path such as /media/, or the address of one on another host, such as https://cdn.example/media/"))
	}
	errs = append(errs, c.validateKeys()...)
	errs = append(errs, config.CheckOrigin("PUBLIC_ORIGIN", c.PublicOrigin), c.validateSecurityContact(),
		c.Events.Validate(), c.Operators.Validate(), c.Telemetry.Validate(), c.MTLS.Validate())
	if c.MaxConnections < 1 {
		errs = append(errs, errors.New("MAX_CONNECTIONS must be at least 1"))
	}
	if c.DeviceSettlesAfter < 0 {
		errs = append(errs, errors.New("DEVICE_SETTLES_AFTER must not be negative"))
	}
	if c.MediaAddressLifetime < minAddressLifetime {
		errs = append(errs, fmt.Errorf("MEDIA_ADDRESS_LIFETIME must be at least %s", minAddressLifetime))
	}
	if c.TLSAddr != "" && (c.TLSCertFile == "" || c.TLSKeyFile == "") {
		errs = append(errs, errors.New("TLS_ADDR needs TLS_CERT_FILE and TLS_KEY_FILE"))
	}
	if servers := c.ShellURL != "" && strings.Contains(c.RemotesURL, "{name}"); (c.StaticDir != "") == servers {
		errs = append(errs, errors.New("either STATIC_DIR, or SHELL_URL and REMOTES_URL with {name} in it"))
	}
	_, rates := limits.Read(c.LimitsFile)
	_, site := openSite(c.SiteFile, c.MediaBase, c.PinnedContract)
	return errors.Join(append(errs, rates, site)...)
}

// gateway is everything that the handlers share.
type gateway struct {
	config   configuration
	log      *slog.Logger
	events   *security.Log // of this program
	limits   *currentLimits
	guard    *limit.Guard
	activity *activity
	streams  streams
	devices  devices
	sessions sessions
	accounts *sessionAccounts
	settler  *settler

	challenges challenges
	difficulty *difficulty

	site     *settings
	policies *policies
	cache    *cache
	cards    *drawnCards
	sitemap  *sitemap
	updates  *updates

	privateObjects privateObjects // in the answers of services

	spans      http.Handler
	vitals     http.Handler
	violations http.Handler    // of the page's policy
	bytes      http.Handler    // pictures, from the media service
	traces     http.Handler    // nil without a viewer
	files      http.Handler    // of the built page
	stopping   context.Context // ends when streams have to, by stop
	stop       context.CancelFunc

	conns conns // to the services
}

func main() {
	lifecycle.CollectLess()
	rpc.Configure()
	lifecycle.Main(map[string]func(context.Context) error{
		"serve":          serve,
		"check-config …": config.Check[configuration],
	})
}

func serve(ctx context.Context) error {
	c, err := config.Load[configuration]()
	if err != nil {
		return err
	}
	c.Telemetry.Public = true
	c.Telemetry.SampleKey = string(mac(c.visitorKey(), "sample", nil)) // all replicas have the same
	t, err := telemetry.Start(ctx, "gateway", c.Telemetry)
	if err != nil {
		return err
	}
	if err := mtls.Configure(c.MTLS); err != nil {
		return err
	}
	limiter, err := openLimiter(c.RedisURL.Reveal(), c.Redis, limit.Timeout)
	if err != nil {
		return err
	}
	replicas := limit.NewReplicas(c.ReplicasHost, c.Replicas)
	g, err := newGateway(c, t.Log, limit.NewGuard(t.Log, limiter, replicas))
	if err != nil {
		return err
	}
	operators, err := operator.Part(t.Log, c.Operators, g.registerOperators)
	if err != nil {
		return err
	}
	parts := []lifecycle.Part{
		t.Part(),
		// a service that is down costs its own routes only
		t.Ops(c.OpsAddr, func(context.Context) error { return nil }),
		lifecycle.CloserPart("redis", limiter.Client),
		lifecycle.CloserPart("connections", g.conns),
		lifecycle.Every(t.Log, "replicas", limit.CountInterval, replicas.Refresh),
		lifecycle.Every(t.Log, "difficulty", pressureInterval, g.difficulty.refresh),
		g.policies.part(),
		lifecycle.Loop("notices of the gallery", g.updates.follow),
		lifecycle.Loop("updates of pages", g.updates.send),
		lifecycle.Every(t.Log, "site settings", siteReloadInterval, reloadSite(g.site, t.Log)),
		operators,
	}
	return lifecycle.Run(ctx, t.Log, append(append(parts, g.serverParts()...), lifecycle.Drain(c.Drain))...)
}

// openLimiter opens a limiter whose questions to Redis are spans.
func openLimiter(address string, secure limit.TLS, timeout time.Duration) (*limit.Limiter, error) {
	l, err := limit.Open(address, secure, timeout)
	if err != nil {
		return nil, err
	}
	return l, redisotel.InstrumentTracing(l.Client, redisotel.WithDBStatement(false),
		redisotel.WithCallerEnabled(false))
}

// serverParts are where visitors come in. Streams would hold up the servers' stop, so they end
// before it; requests that come while the program still drains are answered, with streams as well.
func (g *gateway) serverParts() []lifecycle.Part {
	c, routes := g.config, g.routes()
	parts := []lifecycle.Part{
		{Name: "streams of updates", Stop: g.updates.wait},
		lifecycle.HTTP("public edge", c.HTTPAddr, c.MaxConnections, routes),
	}
	if c.TLSAddr != "" {
		parts = append(parts, lifecycle.HTTPS("public edge with TLS", c.TLSAddr, c.TLSCertFile, c.TLSKeyFile,
			c.MaxConnections, routes))
	}
	return append(parts, lifecycle.Part{Name: "streams", Stop: func(context.Context) error { g.stop(); return nil }})
}

func newGateway(c configuration, log *slog.Logger, guard *limit.Guard) (*gateway, error) {
	g := &gateway{
		config: c, log: log, guard: guard,
		events: security.New(log, security.ClientBlocked, security.CookieRefused, security.FileRefused,
			security.PolicyViolated),
		sessions: newSessions(c.PublicOrigin),
		streams:  streams{open: make(map[string]int)},
		cache:    newCache(time.Now),

		privateObjects: newPrivateObjects(c.backends()),
	}
	g.stopping, g.stop = context.WithCancel(context.Background())
	var errs []error // of everything that is wrong, so that one start tells all of it
	var err error
	g.site, err = openSite(c.SiteFile, c.MediaBase, c.PinnedContract)
	errs = append(errs, err)
	g.files, err = frontEnd(c, g.site.hasRemote, g.events)
	errs = append(errs, err)
	if len(c.PageKeys) == 0 {
		log.Warn("files of the page are not checked before they are served: PAGE_SIGNERS is empty")
	}
	g.devices, err = newDevices(c)
	errs = append(errs, err)
	g.bytes, err = proxyMedia(c.MediaHTTPURL)
	errs = append(errs, err)
	if c.TraceViewerURL != "" {
		g.traces, err = proxy(c.TraceViewerURL)
		errs = append(errs, err)
	}
	g.conns, err = connect(c.backends())
	errs = append(errs, err)
	identities := identityv1.NewIdentityServiceClient(g.conns[identityv1.File_identity_v1_identity_proto])
	g.accounts = newSessionAccounts(identities)
	g.settler = &settler{
		gallery: galleryv1.NewGalleryServiceClient(g.conns[galleryv1.File_gallery_v1_gallery_proto]),
		media:   mediav1.NewMediaServiceClient(g.conns[mediav1.File_media_v1_media_proto]),
	}
	g.cards = newDrawnCards(mediav1.NewMediaServiceClient(g.conns[mediav1.File_media_v1_media_proto]))
	g.sitemap = &sitemap{now: time.Now,
		gallery: galleryv1.NewGalleryServiceClient(g.conns[galleryv1.File_gallery_v1_gallery_proto])}
	if g.limits, err = newCurrentLimits(c.LimitsFile, log); err == nil {
		measureRefusedLimits(g.limits)
	}
	errs = append(errs, err)
	g.vitals = newVitals()
	g.violations = newViolations(g.events)
	g.activity = newActivity(time.Now)
	g.challenges = newChallenges(c.visitorKey())
	g.difficulty = &difficulty{
		generation: generationv1.NewGenerationServiceClient(g.conns[generationv1.File_generation_v1_generation_proto]),
		log:        log, report: g.activity.setLevel,
	}
	g.spans = newSpanForwarder(c.Telemetry)
	measureContractMismatch(otel.Meter("mcwick/gateway"), g.site)
	policy := moderationv1.NewPolicyServiceClient(g.conns[moderationv1.File_moderation_v1_policy_proto])
	g.policies = newPolicies(policy, log)
	g.updates = newUpdates(c.Events, log)
	return g, errors.Join(errs...)
}
