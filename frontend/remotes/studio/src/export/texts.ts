/** The texts of downloading and copying an image. */
export const texts = {
  download: 'Download',
  copy: 'Copy image',
  copied: 'Copied! Paste it where the ruggers can see it.',
  copyFailed: 'Your clipboard would not take it, broh. Download it instead.',
} as const
