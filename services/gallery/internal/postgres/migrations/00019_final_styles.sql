-- +goose Up
-- The style of a picture that is withdrawn for good is deleted with its texts now: where unreleased versions left it, the texts are erased
-- again. 1.0.0 erases none.
UPDATE withdrawn_images SET erased = false WHERE version = 2147483647 AND erased AND
    EXISTS (SELECT FROM generated_images WHERE id = image_id AND style <> '');
