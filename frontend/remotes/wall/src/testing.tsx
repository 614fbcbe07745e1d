import type { WallEntry } from '@mcwick/api-calls'
import { openPage, testSite } from '@mcwick/testing'
import { vi } from 'vitest'
import { WallPage } from './wall-page'

export const entry: WallEntry = { id: '1', xHandle: '@waxella', bio: 'Lent me her last match.', hasAvatar: false }

/** The walls as the service gives them. */
export const hang = (entries: WallEntry[], nextCursor = '') => Response.json({ entries, nextCursor })

/** What the edge answers while the walls are closed. */
export const closed = () =>
  Response.json({ code: 'WALL_CLOSED' }, { status: 403, headers: { 'content-type': 'application/problem+json' } })

export const away = () => new Response('', { status: 503 })

interface Service {
  list?: (url: string) => Response
  nominate?: () => Response | Promise<Response>
}

/** A house with this wall; what it is asked is kept. */
export function serve({ list = () => hang([entry]), nominate = () => Response.json({}, { status: 201 }) }: Service) {
  const asked: string[] = []
  const nominations: { body: unknown; key: string | null }[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url.endsWith('/sessions/current')) return Response.json({ user: null })
    asked.push(url)
    if (init.method !== 'POST') return list(url)
    const key = new Headers(init.headers).get('Idempotency-Key')
    nominations.push({ body: JSON.parse(String(init.body)), key })
    return nominate()
  })
  return { asked, nominations }
}

const at = (search: string) => ({ location: { path: '/wall', search: new URLSearchParams(search) } })

/** The page at an address such as 'wall=shame', on a site with these flags. */
export function open(service: Service = {}, search = '', flags: Record<string, boolean> = {}) {
  const house = serve(service)
  const [navigate, setTitle] = [vi.fn(), vi.fn()]
  const { client, go } = openPage(<WallPage />, {
    ...at(search),
    navigate,
    setTitle,
    config: { ...testSite, flags },
  })
  return { ...house, client, navigate, setTitle, go: (search: string) => go({ ...at(search), navigate }) }
}
