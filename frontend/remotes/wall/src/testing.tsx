import type { WallEntry } from '@mcwick/api-calls'
import { mockApi, problem, renderPage, testSite } from '@mcwick/testing'
import { vi } from 'vitest'
import { WallPage } from './wall-page'

export const entry: WallEntry = { id: '1', xHandle: '@waxella', bio: 'Lent me her last match.', hasAvatar: false }

/** The walls as the service gives them. */
export const hang = (entries: WallEntry[], nextCursor = '') => Response.json({ entries, nextCursor })

/** What the edge answers while the walls are closed. */
export const closed = () => problem(403, 'WALL_CLOSED')

export const away = () => problem(503)

interface Service {
  list?: (url: string) => Response
  nominate?: () => Response | Promise<Response>
}

const list = 'GET /api/v1/wall/entries'
const changes = ['POST /api/v1/wall/nominations', 'POST /api/v1/takedowns']

/** An API with this wall; what it is asked is kept. */
export function serve(service: Service) {
  const api = mockApi({ entries: [entry] })
  const { list: answer, nominate } = service
  if (answer) api.on(list, ({ url }) => answer(url))
  if (nominate) for (const route of changes) api.on(route, nominate)
  return {
    /** The addresses, in order. */
    asked: () => api.requests.filter(({ route }) => route === list || changes.includes(route)).map(({ url }) => url),
    /** What was sent, in order. */
    nominations: () =>
      api.requests
        .filter(({ route }) => changes.includes(route))
        .map(({ body, headers }) => ({ body, key: headers.get('Idempotency-Key') })),
  }
}

const at = (search: string) => ({ location: { path: '/wall', search: new URLSearchParams(search) } })

/** The page at an address such as 'wall=shame', on a site with these flags. */
export function open(service: Service = {}, search = '', flags: Record<string, boolean> = {}) {
  const house = serve(service)
  const [navigate, setTitle] = [vi.fn(), vi.fn()]
  const { client, rerender: go } = renderPage(<WallPage />, {
    ...at(search),
    navigate,
    setTitle,
    config: { ...testSite, flags },
  })
  return { ...house, client, navigate, setTitle, go: (search: string) => go({ ...at(search), navigate }) }
}
