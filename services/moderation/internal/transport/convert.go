package transport

import (
	"context"
	"slices"

	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
	"mcwick.example/services/moderation/internal/moderation"
)

func decodeCheckTexts(_ context.Context, r *moderationv1.CheckTextsRequest) (moderation.CheckTextsInput, error) {
	return moderation.CheckTextsInput{Texts: r.GetTexts(), ProviderOnly: r.GetProviderOnly()}, nil
}

// checkOf maps checks to those of the contract.
var checkOf = map[moderation.Check]moderationv1.Check{
	moderation.CheckNone:       moderationv1.Check_CHECK_UNSPECIFIED,
	moderation.CheckWordFilter: moderationv1.Check_CHECK_WORD_FILTER,
	moderation.CheckProvider:   moderationv1.Check_CHECK_PROVIDER,
}

func encodeVerdicts(checks []moderation.Check) *moderationv1.CheckTextsResponse {
	answer := &moderationv1.CheckTextsResponse{}
	for _, check := range checks {
		answer.Verdicts = append(answer.Verdicts,
			&moderationv1.Verdict{Flagged: check != moderation.CheckNone, Check: checkOf[check]})
	}
	return answer
}

func decodeCheckPicture(_ context.Context, r *moderationv1.CheckPictureRequest) (moderation.CheckPictureInput, error) {
	return moderation.CheckPictureInput{Picture: r.GetPicture()}, nil
}

func encodePictureVerdict(v moderation.PictureVerdict) *moderationv1.CheckPictureResponse {
	answer := &moderationv1.CheckPictureResponse{Judged: v.Judged, Flagged: v.Flagged}
	for _, s := range v.Scores {
		answer.Categories = append(answer.Categories, s.Category)
		answer.Scores = append(answer.Scores, &moderationv1.CategoryScore{Category: s.Category, Score: s.Score})
	}
	slices.Sort(answer.Categories)
	if v.Flagged {
		answer.Check = moderationv1.Check_CHECK_PROVIDER
	}
	return answer
}
