import type { Image, Session, WallEntry } from '@mcwick/api-calls'
import { vi } from 'vitest'

/** A request as a route sees it. */
export interface Asked {
  method: string
  /** With its query. */
  url: string
  path: string
  /** The {id} of the route, if it has one. */
  id: string
  search: URLSearchParams
  headers: Headers
  body: unknown
}

type Answer = (asked: Asked) => Response | Promise<Response>

/** A problem document, as every failure of the gateway. */
export function problem(status: number, code = 'UNAVAILABLE', headers: Record<string, string> = {}, detail = '') {
  return Response.json(
    { code, detail },
    { status, headers: { ...headers, 'content-type': 'application/problem+json' } },
  )
}

/**
 * The API, in the place of fetch, over what it holds in memory: what one call changes, the next one reads. A route can be
 * given another answer, such as `GET /api/v1/images/{id}`; one without an answer fails.
 */
export class MockApi {
  images: Image[] = []
  imagesPerPage = 24
  /** The pictures that the visitor likes. */
  readonly likedIds = new Set<string>()
  entries: WallEntry[] = []
  session: Session = { assurance: 'ASSURANCE_UNSPECIFIED', user: null }
  /** Whether lists are the last good ones, because the service behind them is unavailable. */
  readonly stale = new Set<string>()
  readonly asked: (Asked & { route: string })[] = []
  /** Answers what has no route. */
  otherwise: Answer = ({ method, path }) => problem(501, `NO_ROUTE ${method} ${path}`)
  private readonly overrides = new Map<string, Answer>()

  /** Answers a route otherwise, until it is restored. */
  on(route: string, answer: Answer) {
    this.overrides.set(route, answer)
  }

  /** Refuses a route. */
  fail(route: string, status = 503, code?: string) {
    this.on(route, () => problem(status, code))
  }

  /** Refuses a route once it was asked so many times. */
  failAfter(route: string, times: number, status = 503) {
    this.on(route, (asked) => {
      if (this.askedOf(route).length > times) return problem(status)
      return (this.routes[route] as Answer)(asked)
    })
  }

  /** Never answers a route, while the caller waits. */
  hang(route: string) {
    this.on(route, () => new Promise(() => undefined))
  }

  /** Answers a route from memory again. */
  restore(route: string) {
    this.overrides.delete(route)
  }

  /** What a route was asked, in order. */
  askedOf(route: string): Asked[] {
    return this.asked.filter((asked) => asked.route === route)
  }

  private readonly routes: Record<string, Answer> = {
    'GET /api/v1/sessions/current': () => Response.json(this.session),
    'GET /api/v1/images': ({ search }) => this.list(search),
    'GET /api/v1/images/{id}': ({ id }) => {
      const image = this.images.find((candidate) => candidate.id === id)
      return image ? Response.json(image) : problem(404, 'IMAGE_NOT_FOUND')
    },
    'PUT /api/v1/images/{id}/like': ({ id }) => {
      const image = this.images.find((candidate) => candidate.id === id)
      if (!image) return problem(404, 'IMAGE_NOT_FOUND')
      if (!this.likedIds.has(id)) image.likes++
      this.likedIds.add(id)
      return Response.json({ likes: image.likes })
    },
    'GET /api/v1/wall/entries': () =>
      this.answerList('GET /api/v1/wall/entries', { entries: this.entries, nextCursor: '' }),
    'POST /api/v1/wall/nominations': () => Response.json({}, { status: 201 }),
    'POST /api/v1/takedowns': () => Response.json({}, { status: 202 }),
    'POST /api/v1/early-access': () => Response.json({}),
    'GET /api/v1/likes': ({ search }) =>
      this.answerList('GET /api/v1/likes', { likedIds: search.getAll('ids').filter((id) => this.likedIds.has(id)) }),
  }

  private list(search: URLSearchParams): Response {
    const type = search.get('type')
    const images = this.images.filter((image) => !type || image.type === type)
    const first = images.findIndex(({ id }) => id === search.get('cursor')) + 1
    const end = first + Number(search.get('pageSize') ?? this.imagesPerPage)
    const nextCursor = end < images.length ? (images[end - 1]?.id ?? '') : ''
    return this.answerList('GET /api/v1/images', { images: images.slice(first, end), nextCursor })
  }

  private answerList(route: string, body: object): Response {
    return Response.json(body, { headers: this.stale.has(route) ? { 'McWick-Stale': 'true' } : {} })
  }

  /** fetch, as the page calls it. */
  readonly fetch = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const { pathname: path, searchParams: search } = new URL(address, 'http://localhost')
    const method = init.method ?? 'GET'
    const called = `${method} ${path}`
    const routes = [...new Set([...this.overrides.keys(), ...Object.keys(this.routes)])]
    const route = routes.find((candidate) => patternOf(candidate).test(called))
    const [, id = ''] = (route && patternOf(route).exec(called)) || []
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    const asked = { method, url: address, path, id, search, headers: new Headers(init.headers), body }
    this.asked.push({ route: route ?? '', ...asked })
    const answer = route ? (this.overrides.get(route) ?? (this.routes[route] as Answer)) : this.otherwise
    return untilAborted(Promise.resolve(answer(asked)), init.signal)
  }
}

/** Puts an API of its own in the place of fetch, for one test. */
export function mockApi(
  given: Partial<Pick<MockApi, 'images' | 'imagesPerPage' | 'entries' | 'session'>> = {},
): MockApi {
  const api = Object.assign(new MockApi(), given)
  vi.stubGlobal('fetch', api.fetch)
  return api
}

function patternOf(route: string): RegExp {
  return new RegExp(`^${route.replace('{id}', '([^/]+)')}$`)
}

/** An answer, or the caller's own reason for not waiting any more. */
function untilAborted<T>(answer: Promise<T>, signal?: AbortSignal | null): Promise<T> {
  if (!signal) return answer
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    answer.then(resolve, reject)
  })
}
