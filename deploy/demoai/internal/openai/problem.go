package openai

import (
	"fmt"
	"net/http"
	"strings"
)

// problem is the provider's error shape with its status.
type problem struct {
	status  int
	Message string  `json:"message"`
	Type    string  `json:"type"`
	Param   *string `json:"param"`
	Code    *string `json:"code"`
}

func newProblem(status int, kind, code, param, message string) *problem {
	p := &problem{status: status, Type: kind, Message: message}
	if code != "" {
		p.Code = &code
	}
	if param != "" {
		p.Param = &param
	}
	return p
}

var (
	wrongKey    = newProblem(http.StatusUnauthorized, "invalid_request_error", "invalid_api_key", "", "The API key is missing or wrong.")
	unreadable  = newProblem(http.StatusBadRequest, "invalid_request_error", "", "", "The body is not a JSON object of acceptable size.")
	serverError = newProblem(http.StatusInternalServerError, "server_error", "", "", "The server had an error at its work.")
	tooMany     = newProblem(http.StatusTooManyRequests, "requests", "rate_limit_exceeded", "", "Rate limit reached. Try again in a second.")
	unpaid      = newProblem(http.StatusTooManyRequests, "insufficient_quota", "insufficient_quota", "", "You exceeded your current quota. Check your plan and billing details.")
	timedOut    = newProblem(http.StatusRequestTimeout, "server_error", "timeout", "", "The request timed out.")
	blocked     = newProblem(http.StatusBadRequest, "image_generation_user_error", "moderation_blocked", "", "The request was rejected by the safety system.")
)

func notFound(method, path string) *problem {
	return newProblem(http.StatusNotFound, "invalid_request_error", "unknown_url", "", fmt.Sprintf("Unknown request URL: %s %s.", method, path))
}

func unknownModel(model string) *problem {
	return newProblem(http.StatusNotFound, "invalid_request_error", "model_not_found", "model", fmt.Sprintf("The model %q does not exist.", model))
}

func unknownParameter(name string) *problem {
	return newProblem(http.StatusBadRequest, "invalid_request_error", "unknown_parameter", name, fmt.Sprintf("Unknown parameter: %q.", name))
}

func unsupportedParameter(name, model string) *problem {
	return newProblem(http.StatusBadRequest, "invalid_request_error", "unsupported_parameter", name, fmt.Sprintf("Unsupported parameter: %q does not go with the model %q.", name, model))
}

func missingParameter(name string) *problem {
	return newProblem(http.StatusBadRequest, "invalid_request_error", "missing_required_parameter", name, fmt.Sprintf("Missing required parameter: %q.", name))
}

func invalidValue(name string, supported ...string) *problem {
	message := fmt.Sprintf("Invalid value for %q.", name)
	if len(supported) > 0 {
		message = fmt.Sprintf("Invalid value for %q. Supported: %s.", name, strings.Join(supported, ", "))
	}
	return newProblem(http.StatusBadRequest, "invalid_request_error", "invalid_value", name, message)
}

func (p *problem) write(w http.ResponseWriter) {
	writeJSON(w, p.status, map[string]*problem{"error": p})
}
