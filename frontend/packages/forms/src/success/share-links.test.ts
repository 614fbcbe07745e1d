import { expect, it } from 'vitest'
import { shareLinks } from './share-links'
import { texts } from './texts'

/** The text of the link to a site. */
function textFor(site: string, text: string) {
  const link = shareLinks({ path: '/gallery/p1', title: '', text }).find(({ label }) => label === site)
  return new URL(link?.href ?? '').searchParams.get('text')
}

// Verifies FIND-26.
it.each([
  ['w'.repeat(256), 'w'.repeat(256)],
  ['w'.repeat(257), `${'w'.repeat(254)}…`],
  ['“’w'.repeat(85), '“’w'.repeat(85)],
  ['👩‍🚀'.repeat(128), '👩‍🚀'.repeat(128)],
  ['👩‍🚀'.repeat(129), `${'👩‍🚀'.repeat(127)}…`],
  ['早'.repeat(129), `${'早'.repeat(127)}…`],
  ['🕯'.repeat(128), '🕯'.repeat(128)],
  ['🕯'.repeat(140), `${'🕯'.repeat(127)}…`],
])('cuts a text so that X takes it with the address: %s', (text, want) => {
  expect(textFor(texts.x, text)).toBe(want)
  expect(textFor(texts.whatsApp, text)).toContain(text)
})
