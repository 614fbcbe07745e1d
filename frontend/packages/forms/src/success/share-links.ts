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

/** Returns the addresses at which other sites take a text and a link. They are links: nothing is loaded from these sites. */
export function shareLinks(page: SharedPage) {
  const [text, url] = [page.text, pageUrl(page)]
  return {
    x: address('https://x.com/intent/post', { text, url }),
    telegram: address('https://t.me/share/url', { url, text }),
    whatsApp: address('https://wa.me/', { text: `${text} ${url}` }),
  }
}

function address(base: string, parameters: Record<string, string>): string {
  // URLSearchParams encodes a space as a plus, which some apps show as one.
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `${base}?${query.join('&')}`
}
