import { ReportReason } from '@mcwick/api-calls'

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
  anonymous: '@mcanon',
  madeBy: { ai: 'Made with AI', composer: 'Drawn by the candle, not by AI' },
  like: (count: number) => `Like this picture, ${count} so far`,
  liked: (count: number) => `You like this picture, ${count} in all`,
  likeFailed: 'Your like did not get through yet. We keep trying.',
  likeUnknown: 'We cannot tell yet whether your like got through. We keep trying.',
  more: 'Hang up more prints',
  picture: {
    back: 'Back to the gallery',
    share: 'Share',
    copied: 'The address is on your clipboard.',
    notCopied: 'Your browser keeps its clipboard shut, broh. Copy the address from the bar above.',
    create: 'Make your own',
    failed: 'The gallery does not answer right now, so this picture stays in the dark.',
    gone: 'That picture isn’t on our wall, broh.',
    goneHint: 'It was taken down, or it never hung here.',
  },
  reasons: [
    { value: ReportReason.REPORT_REASON_SPAM, label: 'Spam or a scam' },
    { value: ReportReason.REPORT_REASON_OFFENSIVE, label: 'It hurts somebody' },
    { value: ReportReason.REPORT_REASON_PERSON, label: 'It shows or names a person' },
    { value: ReportReason.REPORT_REASON_COPYRIGHT, label: 'It belongs to somebody else' },
    { value: ReportReason.REPORT_REASON_OTHER, label: 'Something else' },
  ],
  end: 'That was the last one. The wall has room for yours, broh.',
} as const
