package aiprovider

import (
	"net/http"
	"strconv"
	"strings"
)

// reasonsByCode are the codes and types of errors that say more than their status, as OpenAI, Azure and LiteLLM write them.
var reasonsByCode = map[string]Reason{
	"model_not_found": ReasonModel, "model_deprecated": ReasonModel, "model_retired": ReasonModel,
	"unsupported_country_region_territory": ReasonRegion,
	"insufficient_quota":                   ReasonQuota, "billing_hard_limit_reached": ReasonQuota, "billing_not_active": ReasonQuota, "budget_exceeded": ReasonQuota,
	"content_policy_violation": ReasonRefused, "moderation_blocked": ReasonRefused, "invalid_prompt": ReasonRefused, "content_filter": ReasonRefused,
	"image_content_policy_violation": ReasonRefused, "bio_policy": ReasonRefused, "cyber_policy": ReasonRefused, "misalignment_policy_violation": ReasonRefused,
	"invalid_api_key": ReasonKey, "rate_limit_exceeded": ReasonBusy,
}

// sentences tell apart what has no code of its own, or a misleading one: the first has come with 400, 403 and 404.
var sentences = map[string]Reason{
	"organization must be verified":               ReasonOrganization,
	"country, region, or territory not supported": ReasonRegion,
}

// reason decides by what only the message tells, then by the code, then by the status.
func (r refusal) reason(status int) Reason {
	if code, err := strconv.Atoi(r.Code); err == nil && status < 300 {
		status = code // an error inside of a success
	}
	message := strings.ToLower(r.Message)
	if status < 500 {
		for part, reason := range sentences {
			if strings.Contains(message, part) {
				return reason
			}
		}
	}
	for _, code := range []string{r.Code, r.Type} {
		if reason, ok := reasonsByCode[code]; ok {
			return reason
		}
	}
	if status == http.StatusBadRequest && (r.Param == "model" || strings.Contains(message, "invalid model")) {
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
