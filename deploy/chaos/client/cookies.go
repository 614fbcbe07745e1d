package client

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"mcwick.example/deploy/chaos/history"
)

// currentSession gives the cookie that is sent, and our name of it.
func (c *connection) currentSession(instead *string) (value, name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	value = c.session
	if instead != nil {
		value = *instead
	}
	return value, c.sessions[value]
}

func (c *connection) hasSession() bool {
	value, _ := c.currentSession(nil)
	return value != ""
}

func (c *connection) forgetSession() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.session = ""
}

// everySession gives the cookies that there have been, in the order of our names: what is done with
// them is decided by dice.
func (c *connection) everySession() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	values := make([]string, len(c.sessions))
	for value, name := range c.sessions {
		n, _ := strconv.Atoi(name[strings.LastIndexByte(name, 's')+1:]) // our own form
		values[n-1] = value
	}
	return values
}

// cookies is the header with those of the device and of a session.
func (c *connection) cookies(session string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	sent := slices.Collect(maps.Values(c.device))
	if session != "" {
		sent = append(sent, sessionCookie+"="+session)
	}
	return strings.Join(sent, "; ")
}

func (c *connection) hasDevice() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.device) > 0
}

func (c *connection) keepCookies(cookies []*http.Cookie, call *history.Call) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, cookie := range cookies {
		switch {
		case cookie.Name != sessionCookie:
			c.device[cookie.Name] = cookie.Name + "=" + cookie.Value
		case cookie.MaxAge < 0:
			c.session = ""
		default:
			if c.sessions[cookie.Value] == "" {
				c.sessions[cookie.Value] = fmt.Sprintf("c%d-s%d", c.number, len(c.sessions)+1)
			}
			c.session = cookie.Value
			call.Answer.Session = c.sessions[cookie.Value]
		}
	}
}
