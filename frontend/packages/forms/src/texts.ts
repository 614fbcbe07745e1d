import type { ReportReason } from '@mcwick/api-calls'

/** The texts of the forms that all remotes share. */
export const texts = {
  report: {
    action: 'Report',
    of: (of: string) => `Report: ${of}`,
    reported: 'Reported',
    reportedOf: (of: string) => `Reported: ${of}`,
    title: 'What is wrong here?',
    reason: 'What is it?',
    choose: 'Choose one',
    note: 'Anything else we should know?',
    missing: 'Pick what is wrong, then it can go.',
    cancel: 'Never mind',
    send: 'Send',
    sending: 'Sending...',
    failed: 'Your report did not get through, broh. It is all still here: try again.',
    thanks: 'Thanks, broh. Somebody takes a look.',
  },
  withdraw: {
    action: 'Take down',
    keep: 'Let it hang',
    title: 'Take it down?',
    text: 'It is gone from the wall at once and for good, broh.',
    done: 'Taken down.',
    failed: 'That did not get through, broh. Try again.',
  },
  seal: 'Signed with their key',
} as const

/** What makers read about a decision and their appeal, beside what each place says itself. */
export const moderationTexts = {
  since: (date: string) => `So it is since ${date}.`,
  reasons: {
    REPORT_REASON_SPAM: 'Why: it is advertising.',
    REPORT_REASON_OFFENSIVE: 'Why: it hurts somebody.',
    REPORT_REASON_PERSON: 'Why: it shows or names a person.',
    REPORT_REASON_COPYRIGHT: 'Why: somebody else made it.',
    REPORT_REASON_OTHER: 'Why: something else is wrong with it.',
  } as Record<string, string>,
  said: (message: string) => `They say: ${message}`,
  appealed: (text: string) => `You said: ${text}`,
  open: 'Your appeal is in, broh. Somebody reads it soon.',
  final: 'Your appeal was read, and it stays down. That is final.',
  appeal: 'Appeal',
  send: 'Send',
  sending: 'Sending...',
  cancel: 'Not now',
  failed: 'That did not get through, broh. Try again.',
}

/** Who drew a picture, and who spoke a speech or a video: the labels of `MadeBy`. */
export const drawnBy = { ai: 'Made with AI', composer: 'Drawn by the candle, not by AI' } as const
export const spokenBy = { ai: 'Made with AI', composer: 'Spoken by the candle, not by AI' } as const

/** What may be wrong with a picture or a video. */
export const reportReasons = [
  { value: 'REPORT_REASON_SPAM', label: 'Spam or a scam' },
  { value: 'REPORT_REASON_OFFENSIVE', label: 'It hurts somebody' },
  { value: 'REPORT_REASON_PERSON', label: 'It shows or names a person' },
  { value: 'REPORT_REASON_COPYRIGHT', label: 'It belongs to somebody else' },
  { value: 'REPORT_REASON_OTHER', label: 'Something else' },
] as const satisfies { value: ReportReason; label: string }[]
