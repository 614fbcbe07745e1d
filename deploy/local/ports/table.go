package ports

// Ports of a platform without an offset, on the loopback interface. Each of the n-th replica is n
// times ReplicaStep further on, and a proxy has the one in the table.
const (
	Postgres        = 25432
	PgBouncer       = 25433
	Redis           = 26379
	RedisProxy      = 26380
	Broker          = 29092
	BrokerProxied   = 29093 // the broker's own, where a proxy has Broker
	KafkaController = 29094
	BrokerSecure    = 29095 // Apache Kafka's for those who log in
	DemoAI          = 28090
	Traces          = 28318
	Control         = 28319
	ReplicaStep     = 20
	ProfilesAfter   = 300 // after a program's Operations
)

// Program has the ports of a program; 0 for one that it does not have.
type Program struct {
	Calls      int // of visitors for the gateway, gRPC for the others
	Operations int
	Operators  int
	Files      int
	Database   int // of the proxy in front of its database
}

// Programs are the gateway and the services by their names.
var Programs = map[string]Program{
	"gateway":    {Calls: 8080, Operations: 29200, Operators: 29400},
	"gallery":    {Calls: 29101, Operations: 29201, Operators: 29401, Database: 25441},
	"generation": {Calls: 29102, Operations: 29202, Operators: 29402, Database: 25442},
	"media":      {Calls: 29103, Operations: 29203, Operators: 29403, Database: 25443, Files: 29303},
	"identity":   {Calls: 29104, Operations: 29204, Operators: 29404, Database: 25444},
	"wall":       {Calls: 29105, Operations: 29205, Operators: 29405, Database: 25445},
	"console":    {Calls: 28180, Operations: 29207},
	"moderation": {Calls: 29106, Operations: 29206, Operators: 29406, Database: 25446},
}
