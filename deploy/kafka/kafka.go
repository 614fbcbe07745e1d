// Package kafka says what each program may do at the broker, and makes it so on a broker of a local
// platform.
package kafka

import (
	"context"
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha512"
	_ "embed"
	"errors"
	"fmt"
	"strings"

	"github.com/segmentio/kafka-go"
)

//go:embed acls.txt
var table string

// ACL is a line of acls.txt.
type ACL struct {
	Principal, Resource, Pattern, Name string
	Operations                         []string
}

// ACLs returns the lines.
func ACLs() (all []ACL, err error) {
	for line := range strings.Lines(table) {
		fields := strings.Fields(line)
		if len(fields) == 0 || fields[0][0] == '#' {
			continue
		}
		if len(fields) != 5 {
			return nil, fmt.Errorf("acls.txt: want five words: %q", line)
		}
		all = append(all, ACL{fields[0], fields[1], fields[2], fields[3], strings.Split(fields[4], ",")})
	}
	return all, nil
}

// scramIterations is Kafka's own default of the password's hash.
const scramIterations = 4096

// Secure gives each principal its password, by its name, and the access control lists. The address is
// one where anybody may do that.
func Secure(ctx context.Context, address string, passwords map[string]string) error {
	client := &kafka.Client{Addr: kafka.TCP(address)}
	lines, err := ACLs()
	if err != nil {
		return err
	}
	var users []kafka.UserScramCredentialsUpsertion
	for principal, password := range passwords {
		salted, salt, err := hashPassword(password)
		if err != nil {
			return err
		}
		users = append(users, kafka.UserScramCredentialsUpsertion{Name: principal,
			Mechanism: kafka.ScramMechanismSha512, Iterations: scramIterations, Salt: salt, SaltedPassword: salted})
	}
	known, err := client.AlterUserScramCredentials(ctx,
		&kafka.AlterUserScramCredentialsRequest{Upsertions: users})
	if err != nil {
		return fmt.Errorf("set passwords of the broker: %w", err)
	}
	errs := []error{}
	for _, user := range known.Results {
		errs = append(errs, user.Error)
	}
	request := &kafka.CreateACLsRequest{}
	for _, line := range lines {
		entries, err := line.entries()
		errs = append(errs, err)
		request.ACLs = append(request.ACLs, entries...)
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	made, err := client.CreateACLs(ctx, request)
	if err != nil {
		return fmt.Errorf("make access control lists: %w", err)
	}
	return errors.Join(made.Errors...)
}

// entries are a line as the protocol has it: one for each operation.
func (a ACL) entries() (all []kafka.ACLEntry, err error) {
	var resource kafka.ResourceType
	var pattern kafka.PatternType
	err = errors.Join(resource.UnmarshalText([]byte(a.Resource)), pattern.UnmarshalText([]byte(a.Pattern)))
	for _, name := range a.Operations {
		var operation kafka.ACLOperationType
		err = errors.Join(err, operation.UnmarshalText([]byte(name)))
		all = append(all, kafka.ACLEntry{ResourceType: resource, ResourceName: a.Name, ResourcePatternType: pattern,
			Principal: "User:" + a.Principal, Host: "*", Operation: operation, PermissionType: kafka.ACLPermissionTypeAllow})
	}
	return all, err
}

// hashPassword makes what the broker keeps of a password (RFC 5802, with SHA-512).
func hashPassword(password string) (salted, salt []byte, err error) {
	salt = make([]byte, 32)
	_, _ = rand.Read(salt) // never fails
	salted, err = pbkdf2.Key(sha512.New, password, salt, scramIterations, sha512.Size)
	return salted, salt, err
}
