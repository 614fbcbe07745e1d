/** The texts of the success sheet. */
export const texts = {
  share: 'Share',
  sharing: 'Sharing...',
  notShared: 'Your phone would not share it, broh. The link works everywhere.',
  pressAgain: 'It is ready now, broh. Press Share once more.',
  spread: 'Spread the light',
  x: 'Post on X',
  telegram: 'Telegram',
  whatsApp: 'WhatsApp',
  copy: 'Copy link',
  copied: 'Link copied. Go light somebody up, broh.',
  notCopied: 'Your browser keeps the clipboard shut, broh. Open its page and copy the address.',
  again: 'Another take',
} as const
