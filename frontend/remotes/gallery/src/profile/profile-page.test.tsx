import type { Image } from '@mcwick/api-calls'
import { type MockApi, mockApi, problem, renderPage } from '@mcwick/testing'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Gallery } from '../gallery'
import { texts } from '../texts'

const { profile } = texts
const image: Image = {
  id: '0192aaaa-0000-7000-8000-000000000009',
  objectName: 'memes/9.png',
  type: 'meme',
  style: 'Anime',
  action: 'surfing',
  scene: 'at sea',
  signature: '@ann',
  handle: '@ann',
  caption: '',
  likes: 4,
  variants: [],
  placeholder: '',
  source: 'ai',
  hasTexts: false,
}
const figures = 'GET /api/v1/authors/{id}'

/** Renders the profile of @ann over an API that knows her. */
function open(prepare: (api: MockApi) => void = () => undefined) {
  const api = mockApi({ images: [image] })
  api.on('GET /api/v1/profiles/{id}', () => Response.json({ handle: '@ann', createTime: '2026-03-04T00:00:00Z' }))
  api.on(figures, () => Response.json({ handle: '@ann', images: 1, likes: 1234 }))
  prepare(api)
  renderPage(<Gallery />, { location: { path: '/@ann', search: new URLSearchParams() } })
  return api
}

describe('ProfilePage', () => {
  // Verifies PROF-4.
  it('shows handle, age, figures and pictures', async () => {
    const api = open()
    expect(await screen.findByRole('heading', { level: 1, name: '@ann' })).toBeTruthy()
    expect(screen.getByText('Burning since March 2026')).toBeTruthy()
    expect(await screen.findByText('1,234')).toBeTruthy()
    expect(await screen.findByAltText('McMeme: surfing, at sea')).toBeTruthy()
    expect(api.requestsTo('GET /api/v1/images').map(({ search }) => search.get('handle'))).toEqual(['@ann'])
  })

  it('shows the candle that the account chose', async () => {
    open((api) =>
      api.on(figures, () => Response.json({ handle: '@ann', images: 1, likes: 0, candle: { ...image, type: 'pfp' } })),
    )
    expect(await screen.findByAltText('The candle of @ann')).toBeTruthy()
  })

  it('shows zeros for an account that published nothing', async () => {
    open((api) => {
      api.images = []
      api.on(figures, () => problem(404, 'AUTHOR_NOT_FOUND'))
    })
    expect(await screen.findByText(profile.none)).toBeTruthy()
    expect(await screen.findAllByText('0')).toHaveLength(2)
  })

  it('says the same of a private profile and of none', async () => {
    open((api) => api.on('GET /api/v1/profiles/{id}', () => problem(404, 'PROFILE_NOT_FOUND')))
    expect(await screen.findByRole('heading', { name: profile.gone })).toBeTruthy()
    expect(screen.getByRole('link', { name: texts.picture.back }).getAttribute('href')).toBe('/gallery')
  })

  it('shows what there is while the gallery is away', async () => {
    open((api) => {
      api.fail(figures)
      api.fail('GET /api/v1/images')
    })
    expect(await screen.findByRole('heading', { level: 1, name: '@ann' })).toBeTruthy()
    expect(await screen.findByText(profile.figuresFailed)).toBeTruthy()
    expect(await screen.findByText(texts.failed)).toBeTruthy()
  })
})
