import type { WallEntry } from '@mcwick/api-calls'
import { mockApi, problem, renderPage, testSite } from '@mcwick/testing'
import { vi } from 'vitest'
import { WallPage } from './wall-page'

export const entry: WallEntry = { id: '1', xHandle: '@waxella', bio: 'Lent me her last match.', hasAvatar: false }

/** Responds with these entries. */
export const respondWithEntries = (entries: WallEntry[], nextCursor = '') => Response.json({ entries, nextCursor })

/** Responds as the gateway does while the walls are closed. */
export const respondClosed = () => problem(403, 'WALL_CLOSED')

export const respondUnavailable = () => problem(503)

interface Overrides {
  list?: (url: string) => Response
  nominate?: () => Response | Promise<Response>
}

const list = 'GET /api/v1/wall/entries'
const changes = ['POST /api/v1/wall/nominations', 'POST /api/v1/takedowns']

/** Mocks the wall's API and records its requests. */
export function mockWallApi(overrides: Overrides) {
  const api = mockApi({ entries: [entry] })
  const { list: respond, nominate } = overrides
  if (respond) api.on(list, ({ url }) => respond(url))
  if (nominate) for (const route of changes) api.on(route, nominate)
  return {
    /** The requested URLs, in order. */
    urls: () => api.requests.filter(({ route }) => route === list || changes.includes(route)).map(({ url }) => url),
    /** The bodies and idempotency keys of nominations and takedowns, in order. */
    nominations: () =>
      api.requests
        .filter(({ route }) => changes.includes(route))
        .map(({ body, headers }) => ({ body, key: headers.get('Idempotency-Key') })),
  }
}

const at = (search: string) => ({ location: { path: '/wall', search: new URLSearchParams(search) } })

/** Renders the page at a query string such as 'wall=shame', with these flags. */
export function open(overrides: Overrides = {}, search = '', flags: Record<string, boolean> = {}) {
  const api = mockWallApi(overrides)
  const [navigate, setTitle] = [vi.fn(), vi.fn()]
  const { client, rerender } = renderPage(<WallPage />, {
    ...at(search),
    navigate,
    setTitle,
    config: { ...testSite, flags },
  })
  return { ...api, client, navigate, setTitle, rerender: (search: string) => rerender({ ...at(search), navigate }) }
}
