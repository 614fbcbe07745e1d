package stack

import (
	"errors"
	"path/filepath"

	"mcwick.example/platform/mtls"
)

// certificatesFolder has a folder of certificates for each program.
const certificatesFolder = "secrets/mtls"

// writeCertificates makes new certificates for all programs and servers, where they are to have some.
func (s *Stack) writeCertificates() error {
	if !s.settings.Secure {
		return nil
	}
	authority, err := mtls.NewAuthority()
	if err != nil {
		return err
	}
	var errs []error
	names := []string{"kafka", "pgbouncer", "postgres", "redis"}
	for _, svc := range s.programs() {
		names = append(names, svc.name)
	}
	for _, name := range names {
		errs = append(errs, authority.Issue(s.certificates(name), name, "localhost", "127.0.0.1", "::1"))
	}
	return errors.Join(append(errs, authority.WriteRoot(s.Authority()))...)
}

// certificates is the folder of a program's or server's; empty without certificates.
func (s *Stack) certificates(program string) string {
	if !s.settings.Secure {
		return ""
	}
	return filepath.Join(s.Folder(certificatesFolder), program)
}

// storeAccess tells a program how a store is verified, by what its variables begin with.
func (s *Stack) storeAccess(store string) []string {
	if !s.settings.Secure {
		return nil
	}
	return []string{store + "_CA_FILE=" + s.Authority(), store + "_REQUIRE_TLS=true"}
}

// Authority is the file of the authority that signed them all; empty without certificates.
func (s *Stack) Authority() string {
	if !s.settings.Secure {
		return ""
	}
	return filepath.Join(s.Folder(certificatesFolder), "ca.crt")
}
