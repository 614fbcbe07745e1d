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
