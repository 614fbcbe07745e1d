package aiprovider

import (
	"net/http"
	"testing"
)

// What servers answer instead of a picture, what it means, and whether it may have been paid.
// Verifies LIMIT-13.
func TestErrorResponsesMapToReasonAndPayment(t *testing.T) {
	const verify = "Your organization must be verified to use the model `gpt-image-2.5-flare`. Please go to: https://platform.example"
	for name, c := range map[string]struct {
		status  int
		body    string
		reason  Reason
		payment Payment
		code    string
	}{
		"wrong key": {401,
			`{"error":{"message":"Incorrect API key","type":"invalid_request_error","param":null,"code":"invalid_api_key"}}`, ReasonKey, PaymentNone, "invalid_api_key"},
		"organization not verified, 403": {403, `{"error":{"message":"` + verify +
			`","type":"invalid_request_error","param":null,"code":null}}`, ReasonOrganization, PaymentNone,
			"invalid_request_error"},
		"organization not verified, 404": {404, `{"error":{"message":"` + verify +
			`","type":"invalid_request_error","param":null,"code":"model_not_found"}}`, ReasonOrganization, PaymentNone,
			"model_not_found"},
		"country not served": {403,
			`{"error":{"code":"unsupported_country_region_territory","message":"Country, region, or territory not supported","param":null,"type":"request_forbidden"}}`, ReasonRegion, PaymentNone, "unsupported_country_region_territory"},
		"country not served, no code": {403, `{"error":{"message":"Country, region, or territory not supported"}}`,
			ReasonRegion, PaymentNone, ""},
		"forbidden": {403,
			`{"error":{"message":"You have insufficient permissions for this operation.","type":"invalid_request_error"}}`, ReasonForbidden, PaymentNone, "invalid_request_error"},
		"no such model": {404,
			`{"error":{"message":"The model x does not exist","type":"invalid_request_error","param":null,"code":"model_not_found"}}`, ReasonModel, PaymentNone, "model_not_found"},
		"no access to the model": {403,
			`{"error":{"message":"Project p does not have access to model x","type":"invalid_request_error","code":"model_not_found"}}`, ReasonModel, PaymentNone, "model_not_found"},
		"invalid model": {400,
			`{"error":{"message":"invalid model ID","type":"invalid_request_error","param":null,"code":null}}`,
			ReasonModel, PaymentNone, "invalid_request_error"},
		"the parameter is the model": {400,
			`{"error":{"message":"no","type":"invalid_request_error","param":"model","code":"invalid_value"}}`,
			ReasonModel, PaymentNone, "invalid_value"},
		"no such call":   {404, `{"detail":"Not Found"}`, ReasonModel, PaymentNone, ""},
		"no such method": {405, ``, ReasonModel, PaymentNone, ""},
		"no money": {429,
			`{"error":{"message":"You exceeded your current quota","type":"insufficient_quota","param":null,"code":"insufficient_quota"}}`, ReasonQuota, PaymentNone, "insufficient_quota"},
		"no money, by type": {429,
			`{"error":{"message":"You exceeded your current quota","type":"insufficient_quota","param":null,"code":null}}`, ReasonQuota, PaymentNone, "insufficient_quota"},
		"no money, by status": {402, `{"error":{"message":"Insufficient credits","code":402}}`, ReasonQuota,
			PaymentNone, ""},
		"hard limit": {400,
			`{"error":{"message":"Billing hard limit has been reached","type":"billing_limit_user_error","param":null,"code":"billing_hard_limit_reached"}}`, ReasonQuota, PaymentNone, "billing_hard_limit_reached"},
		"too often": {429,
			`{"error":{"message":"Rate limit reached","type":"requests","param":null,"code":"rate_limit_exceeded"}}`,
			ReasonBusy, PaymentNone, "rate_limit_exceeded"},
		"overloaded": {503,
			`{"error":{"message":"overloaded","type":"server_error","code":"slow_down"}}`, ReasonBusy, PaymentNone,
			"slow_down"},
		"broken": {500,
			`{"error":{"message":"The server had an error","type":"server_error","param":null,"code":null}}`,
			ReasonServer, PaymentUnknown, "server_error"},
		"a proxy lost the connection with the request on it": {503,
			"upstream connect error or disconnect/reset before headers. reset reason: connection termination",
			ReasonBusy, PaymentUnknown, ""},
		"a proxy has no connection": {503,
			"upstream connect error or disconnect/reset before headers. retried and the latest reset reason: " +
				"remote connection failure, transport failure reason: delayed connect error: 111",
			ReasonBusy, PaymentNone, ""},
		"a proxy has no server":  {503, "no healthy upstream", ReasonBusy, PaymentNone, ""},
		"gateway's page":         {502, "<html>Bad gateway</html>", ReasonServer, PaymentUnknown, ""},
		"gateway's time is over": {504, "", ReasonServer, PaymentUnknown, ""},
		"quota with 5xx": {500, `{"error":{"message":"x","code":"insufficient_quota"}}`, ReasonQuota,
			PaymentUnknown, "insufficient_quota"},
		"words refused": {400,
			`{"error":{"message":"Your request was rejected by the safety system","type":"image_generation_user_error","param":null,"code":"moderation_blocked"}}`, ReasonRefused, PaymentNone, "moderation_blocked"},
		"words refused by older models": {400,
			`{"error":{"message":"Your request was rejected","type":"invalid_request_error","param":null,"code":"content_policy_violation"}}`, ReasonRefused, PaymentNone, "content_policy_violation"},
		"words refused by newer models": {400,
			`{"error":{"message":"Invalid prompt","type":"invalid_request_error","param":null,"code":"invalid_prompt"}}`, ReasonRefused, PaymentNone, "invalid_prompt"},
		"words refused by a filter": {400, `{"error":{"message":"filtered","code":"content_filter","status":400}}`,
			ReasonRefused, PaymentNone, "content_filter"},
		"words refused, by a proxy": {400,
			`{"error":{"message":"litellm.BadRequestError: litellm.ContentPolicyViolationError: OpenAIException - no","type":"invalid_request_error","param":null,"code":"400"}}`, ReasonRefused, PaymentNone, "invalid_request_error"},
		"picture refused, by a proxy": {400,
			`{"error":{"message":"litellm.BadRequestError: OpenAIException - Your request was rejected by the safety system.","type":"image_generation_user_error","param":null,"code":"400"}}`, ReasonRefused, PaymentNone, "image_generation_user_error"},
		"prompt flagged, by a proxy": {400,
			`{"error":{"message":"Invalid prompt: your prompt was flagged as potentially violating our usage policy","type":null,"code":"400"}}`, ReasonRefused, PaymentNone, ""},
		"input flagged, by a proxy": {403,
			`{"error":{"message":"Your chosen model requires moderation and your input was flagged","code":403}}`,
			ReasonRefused, PaymentNone, ""},
		"no money, by a proxy": {429,
			`{"error":{"message":"litellm.RateLimitError: OpenAIException - You exceeded your current quota, please check your plan","type":"throttling_error","param":null,"code":"429"}}`, ReasonQuota, PaymentNone, "throttling_error"},
		"bad parameter": {400,
			`{"error":{"message":"Unknown parameter","type":"invalid_request_error","param":"x","code":"unknown_parameter"}}`, ReasonRejected, PaymentNone, "unknown_parameter"},
		"integer code":         {400, `{"error":{"message":"no","code":400}}`, ReasonRejected, PaymentNone, ""},
		"another integer code": {400, `{"error":{"message":"no","code":1213}}`, ReasonRejected, PaymentNone, "1213"},
		"code of a proxy": {400, `{"error":{"message":"no","type":"None","param":"None","code":"400"}}`,
			ReasonRejected, PaymentNone, ""},
		"a sentence as error": {400, `{"error":"no such size"}`, ReasonRejected, PaymentNone, ""},
		"no envelope": {400,
			`{"object":"error","message":"no","type":"BadRequestError","param":null,"code":40001}`, ReasonRejected,
			PaymentNone, "40001"},
		"validation of FastAPI": {422,
			`{"detail":[{"type":"missing","loc":["body","prompt"],"msg":"Field required"}]}`, ReasonRejected,
			PaymentNone, ""},
		"HTML":                    {403, "<html>Forbidden</html>", ReasonForbidden, PaymentNone, ""},
		"a list":                  {400, `[{"error":{"code":400}}]`, ReasonRejected, PaymentNone, ""},
		"nothing":                 {400, "", ReasonRejected, PaymentNone, ""},
		"null":                    {400, `{"error":null}`, ReasonRejected, PaymentNone, ""},
		"moved":                   {307, "", ReasonRejected, PaymentNone, ""},
		"the provider's own time": {408, "", ReasonTimeout, PaymentUnknown, ""},
		"code that is a text": {400, `{"error":{"code":"a candle at sea","type":"x y"}}`, ReasonRejected,
			PaymentNone, ""},
	} {
		t.Run(name, func(t *testing.T) {
			client := serve(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("X-Request-Id", "req_7")
				w.Header().Set("Location", "/elsewhere")
				respond(c.status, "application/json", c.body)(w, r)
			})
			_, err := draw(t, client)
			if e := wantError(t, err, c.reason, c.payment); e.Status != c.status || e.Code != c.code ||
				e.RequestID != "req_7" {
				t.Errorf("got status %d, code %q, request %q", e.Status, e.Code, e.RequestID)
			}
		})
	}
}
