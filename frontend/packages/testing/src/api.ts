import type { Image, Publication, RelatedImages, Session, WallEntry } from '@mcwick/api-calls'
import { vi } from 'vitest'

/** A request to the mock API. */
export interface MockRequest {
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

type Handler = (requests: MockRequest) => Response | Promise<Response>

/** Returns a problem document, as the gateway sends for every failure. */
export function problem(status: number, code = 'UNAVAILABLE', headers: Record<string, string> = {}, detail = '') {
  return Response.json(
    { code, detail },
    { status, headers: { ...headers, 'content-type': 'application/problem+json' } },
  )
}

/**
 * An in-memory API in place of fetch: what one call changes, the next one reads. A route, such as
 * `GET /api/v1/images/{id}`, can be overridden; a request without a route fails.
 */
export class MockApi {
  images: Image[] = []
  imagesPerPage = 24
  /** The ids of the images that the visitor likes. */
  readonly likedIds = new Set<string>()
  /** What belongs beside any image. */
  related: RelatedImages = {
    newerId: '',
    olderId: '',
    parentGone: false,
    remixes: [],
    goneRemixes: 0,
    byHandle: [],
    inStyle: [],
  }
  /** What the visitor published. */
  publications: Publication[] = []
  entries: WallEntry[] = []
  session: Session = { assurance: 'ASSURANCE_UNSPECIFIED', user: null }
  /** The routes whose responses are marked as stale. */
  readonly stale = new Set<string>()
  readonly requests: (MockRequest & { route: string })[] = []
  /** Handles requests without a route. */
  fallback: Handler = ({ method, path }) => problem(501, `NO_ROUTE ${method} ${path}`)
  private readonly overrides = new Map<string, Handler>()

  /** Overrides a route until it is restored. */
  on(route: string, answer: Handler) {
    this.overrides.set(route, answer)
  }

  /** Makes a route fail. */
  fail(route: string, status = 503, code?: string) {
    this.on(route, () => problem(status, code))
  }

  /** Makes a route fail after this many requests. */
  failAfter(route: string, times: number, status = 503) {
    this.on(route, (requests) => {
      if (this.requestsTo(route).length > times) return problem(status)
      return (this.routes[route] as Handler)(requests)
    })
  }

  /** Makes a route hang until the caller aborts. */
  hang(route: string) {
    this.on(route, () => new Promise(() => undefined))
  }

  /** Removes the override of a route. */
  restore(route: string) {
    this.overrides.delete(route)
  }

  /** The requests to a route, in order. */
  requestsTo(route: string): MockRequest[] {
    return this.requests.filter((requests) => requests.route === route)
  }

  private readonly routes: Record<string, Handler> = {
    'GET /api/v1/sessions/current': () => Response.json(this.session),
    'GET /api/v1/images': ({ search }) => this.list(search),
    'GET /api/v1/images/{id}': ({ id }) => {
      const image = this.images.find((candidate) => candidate.id === id)
      return image ? Response.json(image) : problem(404, 'IMAGE_NOT_FOUND')
    },
    'GET /api/v1/images/{id}/related': () => Response.json(this.related),
    'GET /api/v1/publications': () => Response.json({ publications: this.publications, nextCursor: '' }),
    'PUT /api/v1/images/{id}/like': ({ id }) => {
      const image = this.images.find((candidate) => candidate.id === id)
      if (!image) return problem(404, 'IMAGE_NOT_FOUND')
      if (!this.likedIds.has(id)) image.likes++
      this.likedIds.add(id)
      return Response.json({ likes: image.likes })
    },
    'GET /api/v1/wall/entries': () =>
      this.respondWithList('GET /api/v1/wall/entries', { entries: this.entries, nextCursor: '' }),
    'POST /api/v1/wall/nominations': () => Response.json({}, { status: 201 }),
    'POST /api/v1/takedowns': () => Response.json({}, { status: 202 }),
    'POST /api/v1/early-access': () => Response.json({}),
    'GET /api/v1/likes': ({ search }) =>
      this.respondWithList('GET /api/v1/likes', {
        likedIds: search.getAll('ids').filter((id) => this.likedIds.has(id)),
      }),
  }

  private list(search: URLSearchParams): Response {
    const type = search.get('type')
    const images = this.images.filter((image) => !type || image.type === type)
    const first = images.findIndex(({ id }) => id === search.get('cursor')) + 1
    const end = first + Number(search.get('pageSize') ?? this.imagesPerPage)
    const nextCursor = end < images.length ? (images[end - 1]?.id ?? '') : ''
    return this.respondWithList('GET /api/v1/images', { images: images.slice(first, end), nextCursor })
  }

  private respondWithList(route: string, body: object): Response {
    return Response.json(body, { headers: this.stale.has(route) ? { 'McWick-Stale': 'true' } : {} })
  }

  /** Replaces fetch. */
  readonly fetch = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const { pathname: path, searchParams: search } = new URL(address, 'http://localhost')
    const method = init.method ?? 'GET'
    const target = `${method} ${path}`
    const routes = [...new Set([...this.overrides.keys(), ...Object.keys(this.routes)])]
    const route = routes.find((candidate) => routePattern(candidate).test(target))
    const [, id = ''] = (route && routePattern(route).exec(target)) || []
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    const requests = { method, url: address, path, id, search, headers: new Headers(init.headers), body }
    this.requests.push({ route: route ?? '', ...requests })
    const answer = route ? (this.overrides.get(route) ?? (this.routes[route] as Handler)) : this.fallback
    return untilAborted(Promise.resolve(answer(requests)), init.signal)
  }
}

/** Replaces fetch by a new mock API for one test. */
export function mockApi(
  initial: Partial<Pick<MockApi, 'images' | 'imagesPerPage' | 'entries' | 'session'>> = {},
): MockApi {
  const api = Object.assign(new MockApi(), initial)
  vi.stubGlobal('fetch', api.fetch)
  return api
}

function routePattern(route: string): RegExp {
  return new RegExp(`^${route.replace('{id}', '([^/]+)')}$`)
}

/** Resolves with the response, or rejects when the caller aborts. */
function untilAborted<T>(answer: Promise<T>, signal?: AbortSignal | null): Promise<T> {
  if (!signal) return answer
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    answer.then(resolve, reject)
  })
}
