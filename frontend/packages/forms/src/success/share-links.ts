import { texts } from './texts'

/** The page that is shared. */
export interface SharedPage {
  /** A path of this site. */
  path: string
  title: string
  /** What is said about it. */
  text: string
}

/** Returns the absolute URL of a page. */
export function pageUrl({ path }: SharedPage): string {
  return new URL(path, location.href).href
}

/** Returns the links at which other sites take a text and an address. They are links: nothing is loaded from these sites. */
export function shareLinks(page: SharedPage) {
  const [text, url] = [page.text, pageUrl(page)]
  return [
    { label: texts.x, href: address('https://x.com/intent/post', { text: cutForX(text), url }) },
    { label: texts.telegram, href: address('https://t.me/share/url', { url, text }) },
    { label: texts.whatsApp, href: address('https://wa.me/', { text: `${text} ${url}` }) },
  ]
}

/** What X leaves of its 280 characters beside an address, which counts as 23, and the space before it. */
const maxTextOnX = 256

/** What counts as two characters on X, beside emoji. */
const isWide = /[\u1100-\u1fff\u200e\u200f\u2020-\u2031\u2038-\u{10ffff}]/u

/** What is drawn as one picture, which counts as two. */
const isEmoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u

/** Returns as much of a text as X takes. */
function cutForX(text: string): string {
  let size = 0
  let start = ''
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    size += isEmoji.test(segment) ? 2 : [...segment].reduce((sum, letter) => sum + (isWide.test(letter) ? 2 : 1), 0)
    if (size <= maxTextOnX - 2) start += segment // the ellipsis counts as two
  }
  return size <= maxTextOnX ? text : `${start}…`
}

function address(base: string, parameters: Record<string, string>): string {
  // URLSearchParams encodes a space as a plus, which some apps show as one.
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `${base}?${query.join('&')}`
}
