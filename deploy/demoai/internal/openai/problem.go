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

// badRequest is a request that the caller has to change.
func badRequest(code, param, message string) *problem {
	return newProblem(http.StatusBadRequest, "invalid_request_error", code, param, message)
}

var (
	wrongKey = newProblem(http.StatusUnauthorized, "invalid_request_error", "invalid_api_key", "",
		"Incorrect API key provided.")
	unreadable  = badRequest("", "", "We could not parse the JSON body of your request, or it is too large.")
	serverError = newProblem(http.StatusInternalServerError, "server_error", "", "",
		"The server had an error while processing your request.")
	overloaded = newProblem(http.StatusServiceUnavailable, "server_error", "", "",
		"The engine is currently overloaded, please try again later.")
	tooMany = newProblem(http.StatusTooManyRequests, "requests", "rate_limit_exceeded", "", "Rate limit reached.")
	unpaid  = newProblem(http.StatusTooManyRequests, "insufficient_quota", "insufficient_quota", "",
		"You exceeded your current quota, please check your plan and billing details.")
	timedOut   = newProblem(http.StatusRequestTimeout, "server_error", "timeout", "", "The request timed out.")
	unverified = newProblem(http.StatusForbidden, "invalid_request_error", "", "",
		"Your organization must be verified to use this model. If you just verified, it can take up to 15 minutes for access to propagate.")
	wrongRegion = newProblem(http.StatusForbidden, "request_forbidden", "unsupported_country_region_territory", "",
		"Country, region, or territory not supported")

	// Refusals of content.
	blocked = newProblem(http.StatusBadRequest, "image_generation_user_error", "moderation_blocked", "",
		"Your request was rejected by the safety system.")
	againstPolicy = badRequest("content_policy_violation", "",
		"Your request was rejected as a result of our safety system. Your prompt may contain text that is not allowed by our safety system.")
	disallowedPrompt = badRequest("invalid_prompt", "",
		"Invalid prompt: your prompt was flagged as potentially violating our usage policy.")
)

func notFound(method, path string) *problem {
	return newProblem(http.StatusNotFound, "invalid_request_error", "unknown_url", "",
		fmt.Sprintf("Unknown request URL: %s %s.", method, path))
}

func unknownModel(name string) *problem {
	return newProblem(http.StatusNotFound, "invalid_request_error", "model_not_found", "",
		fmt.Sprintf("The model `%s` does not exist or you do not have access to it.", name))
}

func retiredModel(name string) *problem {
	return newProblem(http.StatusNotFound, "invalid_request_error", "model_not_found", "",
		fmt.Sprintf("The model `%s` has been deprecated.", name))
}

func wrongEndpoint(m *model) *problem {
	return badRequest("invalid_value", "model",
		fmt.Sprintf("The model `%s` is served at v1/%s only.", m.name, m.Endpoint))
}

func unknownParameter(name string) *problem {
	return badRequest("unknown_parameter", name, fmt.Sprintf("Unknown parameter: '%s'.", name))
}

func unsupportedParameter(name, model string) *problem {
	return badRequest("unsupported_parameter", name,
		fmt.Sprintf("Unsupported parameter: '%s' is not supported with the model `%s`.", name, model))
}

func missingParameter(name string) *problem {
	return badRequest("missing_required_parameter", name, fmt.Sprintf("Missing required parameter: '%s'.", name))
}

func invalidType(name, expected string) *problem {
	return badRequest("invalid_type", name, fmt.Sprintf("Invalid type for '%s': expected %s.", name, expected))
}

func invalidValue(name, code, why string) *problem {
	return badRequest(code, name, fmt.Sprintf("Invalid '%s': %s.", name, why))
}

func unsupportedValue(name, value string, supported []string) *problem {
	return badRequest("invalid_value", name,
		fmt.Sprintf("Invalid value: '%s'. Supported values are: '%s'.", value, strings.Join(supported, "', '")))
}

func (p *problem) write(w http.ResponseWriter) {
	writeJSON(w, p.status, map[string]*problem{"error": p})
}
