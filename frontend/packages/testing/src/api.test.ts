import { getImage, type Image, likeImage, listImages, listLikes } from '@mcwick/api-calls'
import { describe, expect, it } from 'vitest'
import { mockApi } from './api'

const image = (n: number) => ({ id: `i${n}`, type: 'meme', likes: 4 }) as Image

describe('MockApi', () => {
  it('reads back its writes', async () => {
    const api = mockApi({ images: [image(1), image(2)] })
    expect(await likeImage('i1')).toEqual({ likes: 5 })
    expect(await likeImage('i1')).toEqual({ likes: 5 })
    expect(await getImage('i1')).toMatchObject({ likes: 5 })
    expect(await listLikes({ ids: ['i1', 'i2'] })).toEqual({ likedIds: ['i1'] })
    expect(api.requestsTo('PUT /api/v1/images/{id}/like').map(({ id }) => id)).toEqual(['i1', 'i1'])
  })

  it('returns lists in pages', async () => {
    mockApi({ images: [image(1), image(2), image(3)], imagesPerPage: 2 })
    const { images, nextCursor } = await listImages({ type: 'meme' })
    expect(images.map(({ id }) => id)).toEqual(['i1', 'i2'])
    expect(await listImages({ type: 'meme', cursor: nextCursor })).toMatchObject({
      images: [{ id: 'i3' }],
      nextCursor: '',
    })
    expect((await listImages({ type: 'pfp' })).images).toEqual([])
  })

  it('uses the override of a route until it is restored', async () => {
    const api = mockApi({ images: [image(1)] })
    api.fail('GET /api/v1/images/{id}', 503)
    await expect(getImage('i1')).rejects.toMatchObject({ status: 503, code: 'UNAVAILABLE' })
    api.restore('GET /api/v1/images/{id}')
    expect(await getImage('i1')).toMatchObject({ id: 'i1' })
  })

  it('rejects when the caller aborts', async () => {
    mockApi().hang('GET /api/v1/images')
    const leaving = new AbortController()
    const pending = listImages({}, { signal: leaving.signal })
    leaving.abort()
    await expect(pending).rejects.toThrow()
  })
})
