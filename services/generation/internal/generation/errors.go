package generation

import (
	"errors"
	"slices"

	"mcwick.example/platform/fault"
)

// The specification's texts for a picture that was not made, and the provider's errors, whose text
// depends on the job's kind (withMessage). Each is the message of a failed job; the page chooses
// its addition by the reason. The errors for a picture that the media service rejects have their
// own reasons.
var (
	ErrImage      = fault.New(fault.KindUnavailable, "IMAGE_FAILED", "Failed to generate image")
	ErrNoImage    = fault.New(fault.KindUnavailable, "IMAGE_MISSING", "No image data in OpenAI response")
	ErrTooLarge   = fault.New(fault.KindUnavailable, "IMAGE_TOO_LARGE", "Image file size exceeds maximum limit")
	ErrNotAnImage = fault.New(fault.KindUnavailable, "IMAGE_TYPE_INVALID", "Invalid image type")
	ErrKey        = fault.New(fault.KindUnavailable, "PROVIDER_KEY", "OpenAI API key is not configured")
	// the provider does not have the model, or no longer
	ErrModel = fault.New(fault.KindUnavailable, "PROVIDER_MODEL", "Failed to generate image")
	// the account must be verified first
	ErrOrganization = fault.New(fault.KindUnavailable, "PROVIDER_ORGANIZATION", "Failed to generate image")
	// the provider does not serve our region
	ErrRegion = fault.New(fault.KindUnavailable, "PROVIDER_REGION", "Failed to generate image")
	// the provider's account has no credit
	ErrQuota   = fault.New(fault.KindUnavailable, "PROVIDER_QUOTA", "Failed to generate image")
	ErrNetwork = fault.New(fault.KindUnavailable, "PROVIDER_NETWORK", "Network error occurred") // may have been paid
	// certainly not paid
	ErrUnreachable  = fault.New(fault.KindUnavailable, "PROVIDER_UNREACHABLE", "Network error occurred")
	ErrTimeout      = fault.New(fault.KindTimeout, "PROVIDER_TIMEOUT", "Request timed out")
	ErrProviderBusy = fault.New(fault.KindUnavailable, "PROVIDER_BUSY", "Failed to generate image")
	ErrRefused      = fault.New(fault.KindInvalid, "PROMPT_REFUSED", "Failed to generate image") // of the prompt
	// of another part of the request
	ErrRejected  = fault.New(fault.KindUnavailable, "REQUEST_REJECTED", "Failed to generate image")
	ErrBucket    = fault.New(fault.KindUnavailable, "STORAGE_UNAVAILABLE", "Storage bucket error")
	ErrNotStored = fault.New(fault.KindUnavailable, "IMAGE_NOT_STORED", "Failed to upload image to storage")
)

// The specification's texts for a script or speech that was not made.
var (
	ErrScript = fault.New(fault.KindUnavailable, "SCRIPT_FAILED",
		"Failed to generate script. Please try again.")
	ErrNoContent = fault.New(fault.KindUnavailable, "SCRIPT_MISSING", "No content generated")
	ErrNoScript  = fault.New(fault.KindUnavailable, "SCRIPT_BREAKS_RULES",
		"Failed to generate valid script after multiple attempts")
	ErrSpeech    = fault.New(fault.KindUnavailable, "SPEECH_FAILED", "Failed to generate audio. Please try again.")
	ErrNotSpeech = fault.New(fault.KindUnavailable, "SPEECH_TYPE_INVALID",
		"Failed to generate audio. Please try again.")
	ErrSpeechTooLarge = fault.New(fault.KindUnavailable, "SPEECH_TOO_LARGE",
		"Failed to generate audio. Please try again.")
)

// withMessage returns a failure with the texts of the job's kind: `own` faults have their own text,
// any other gets that of `failed`, and keeps its reason when it is one of the provider's.
func withMessage(err error, failed *fault.Error, own ...*fault.Error) error {
	if err == nil || isOneOf(err, own...) || isOneOf(err, ErrBudget, ErrHourBudget) {
		return err
	}
	for _, f := range []*fault.Error{ErrKey, ErrModel, ErrOrganization, ErrRegion, ErrQuota, ErrNetwork, ErrUnreachable,
		ErrTimeout, ErrProviderBusy, ErrRefused, ErrRejected} {
		if errors.Is(err, f) {
			return fault.New(f.Kind, f.Reason, failed.Message).WithCause(err)
		}
	}
	return failed.WithCause(err)
}

// isOneOf reports whether err is one of the faults.
func isOneOf(err error, faults ...*fault.Error) bool {
	return slices.ContainsFunc(faults, func(f *fault.Error) bool { return errors.Is(err, f) })
}

// ErrBudget means that today's budget is spent; its RetryAfter is the time to the next one's.
var ErrBudget = fault.New(fault.KindLimited, "BUDGET_SPENT", "Today's wax is all burnt, broh. Fresh candles tomorrow.")

// ErrHourBudget means that what is released of today's budget is spent; its RetryAfter is the time to
// the next hour.
var ErrHourBudget = fault.New(fault.KindLimited, "HOUR_BUDGET_SPENT",
	"This hour's wax is all burnt, broh. Fresh candles at the full hour.")

// ErrLaneShare means that a device or its network has used its share of this hour's budget, while
// others wait and the budget is used ahead of plan.
var ErrLaneShare = fault.New(fault.KindLimited, "LANE_SHARE_SPENT",
	"You have had your share of this hour's wax, broh, and others wait for theirs.")

// ErrNoFigure means that a job has no candle that could be drawn alone.
var ErrNoFigure = fault.New(fault.KindNotFound, "NO_FIGURE", "This picture has no candle that can be cut out, broh.")

var errNoInput = fault.New(fault.KindInvalid, "INPUT_REQUIRED", "Say what to make.")
