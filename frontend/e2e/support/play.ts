import type { Page } from '@playwright/test'

/** Plays the page's video at high speed until it ends. */
export function playToTheEnd(page: Page) {
  return page.locator('video').evaluate(
    (video: HTMLVideoElement) =>
      new Promise<void>((resolve, reject) => {
        video.addEventListener('ended', () => resolve())
        video.addEventListener('error', () => reject(new Error('it does not play')))
        video.muted = true
        video.playbackRate = 8
        video.play().catch(reject)
      }),
  )
}
