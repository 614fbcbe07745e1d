/** Every text of the gallery. */
export const texts = {
  title: 'Gallery',
  filter: 'Show',
  types: [
    { value: 'meme', label: 'McMemes', badge: 'McMeme' },
    { value: 'pfp', label: 'McPFPs', badge: 'McPFP' },
    { value: 'art', label: 'McArt', badge: 'McArt' },
  ],
  create: 'Create',
  loading: 'Lighting the gallery',
  loadingMore: 'Fetching more prints',
  empty: 'No images found for the selected filters. Try different options or head over to the AI Creator to make some!',
  failed: 'The gallery does not answer right now. What hangs here may be a little old.',
  failedFirst: 'The gallery does not answer right now. Nobody took the pictures down, we just cannot see them.',
  failedMore: 'The older prints do not come down from the attic right now.',
  retry: 'Try again',
  anonymous: '@mcanon',
  like: 'Like this picture, {count} so far',
  liked: 'You like this picture, {count} in all',
  end: 'That was the last one. The wall has room for yours, broh.',
} as const
