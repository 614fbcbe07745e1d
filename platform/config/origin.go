package config

import (
	"fmt"
	"regexp"
	"strings"
)

var originPattern = regexp.MustCompile(`^https?://([a-z0-9._-]+|\[[0-9a-f:]+\])(:[1-9][0-9]*)?$`)

// CheckOrigin rejects a value of the variable that is no origin as browsers spell it. The page signs theirs, and
// another spelling of the same address is another text.
func CheckOrigin(variable, origin string) error {
	scheme, _, _ := strings.Cut(origin, ":")
	defaultPort := map[string]string{"http": ":80", "https": ":443"}[scheme]
	if originPattern.MatchString(origin) && !strings.HasSuffix(origin, defaultPort) {
		return nil
	}
	return fmt.Errorf("%s must be a scheme and a host, such as https://mcwick.example, in lower case, "+
		"with international names in punycode, without a default port", variable)
}
