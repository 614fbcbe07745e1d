package stack

import (
	"errors"
	"path/filepath"

	"mcwick.example/platform/mtls"
)

// certificatesFolder has a folder of certificates for each program.
const certificatesFolder = "secrets/mtls"

// writeCertificates makes new certificates for all programs, where they are to have some.
func (s *Stack) writeCertificates() error {
	if !s.settings.Secure {
		return nil
	}
	authority, err := mtls.NewAuthority()
	if err != nil {
		return err
	}
	var errs []error
	for _, svc := range s.programs() {
		errs = append(errs, authority.Issue(s.certificates(svc.name), svc.name, "localhost", "127.0.0.1", "::1"))
	}
	errs = append(errs, authority.Issue(s.certificates("kafka"), "kafka", "localhost", "127.0.0.1", "::1"))
	return errors.Join(append(errs, authority.WriteRoot(s.Authority()))...)
}

// certificates is the folder of a program's.
func (s *Stack) certificates(program string) string {
	return filepath.Join(s.Folder(certificatesFolder), program)
}

// Authority is the file of the authority that signed them all; empty without certificates.
func (s *Stack) Authority() string {
	if !s.settings.Secure {
		return ""
	}
	return filepath.Join(s.Folder(certificatesFolder), "ca.crt")
}
