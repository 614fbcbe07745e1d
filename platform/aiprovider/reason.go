package aiprovider

import (
	"net/http"
	"strconv"
	"strings"
)

// reasonsByCode are the codes and types of errors that say more than their status, as OpenAI, Azure
// and LiteLLM write them.
var reasonsByCode = map[string]Reason{
	"model_not_found": ReasonModel, "model_deprecated": ReasonModel, "model_retired": ReasonModel,
	"unsupported_country_region_territory": ReasonRegion,
	"insufficient_quota":                   ReasonQuota, "billing_hard_limit_reached": ReasonQuota,
	"billing_not_active": ReasonQuota, "budget_exceeded": ReasonQuota,
	"content_policy_violation": ReasonRefused, "moderation_blocked": ReasonRefused, "invalid_prompt": ReasonRefused,
	"content_filter":                 ReasonRefused,
	"image_content_policy_violation": ReasonRefused, "bio_policy": ReasonRefused, "cyber_policy": ReasonRefused,
	"misalignment_policy_violation": ReasonRefused,
	"invalid_api_key":               ReasonKey, "rate_limit_exceeded": ReasonBusy,
}

// reasonsByMessage tell apart what has no code of its own, or another one: the first has come with
// 400, 403 and 404, and proxies such as LiteLLM pass on the words of an error without its code.
var reasonsByMessage = []struct {
	status int // 0 for any of the request's
	part   string
	reason Reason
}{
	{0, "organization must be verified", ReasonOrganization},
	{0, "country, region, or territory not supported", ReasonRegion},
	{http.StatusBadRequest, "contentpolicyviolation", ReasonRefused},
	{http.StatusBadRequest, "safety system", ReasonRefused},
	{http.StatusBadRequest, "usage polic", ReasonRefused},
	{http.StatusForbidden, "input was flagged", ReasonRefused},
	{http.StatusBadRequest, "invalid model", ReasonModel},
	{http.StatusTooManyRequests, "exceeded your current quota", ReasonQuota},
}

// reason decides by what only the message tells, then by the code, then by the status.
func (r errorBody) reason(status int) Reason {
	if code, err := strconv.Atoi(r.Code); err == nil && status < 300 {
		status = code // an error inside of a success
	}
	message := strings.ToLower(r.Message)
	for _, s := range reasonsByMessage {
		if (s.status == status || s.status == 0 && status < 500) && strings.Contains(message, s.part) {
			return s.reason
		}
	}
	for _, code := range []string{r.Code, r.Type} {
		if reason, ok := reasonsByCode[code]; ok {
			return reason
		}
	}
	if status == http.StatusBadRequest && r.Param == "model" {
		return ReasonModel
	}
	return reasonOfStatus(status)
}

func reasonOfStatus(status int) Reason {
	switch {
	case status == http.StatusUnauthorized:
		return ReasonKey
	case status == http.StatusPaymentRequired:
		return ReasonQuota
	case status == http.StatusForbidden:
		return ReasonForbidden
	case status == http.StatusNotFound, status == http.StatusMethodNotAllowed, status == http.StatusGone:
		return ReasonModel
	case status == http.StatusRequestTimeout:
		return ReasonTimeout
	case status == http.StatusTooManyRequests, status == http.StatusServiceUnavailable:
		return ReasonBusy
	case status >= 500, status < 300:
		return ReasonServer
	default:
		return ReasonRejected
	}
}
