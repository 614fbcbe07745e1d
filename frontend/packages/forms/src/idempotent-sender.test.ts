import { ApiError } from '@mcwick/api-client'
import { describe, expect, it, vi } from 'vitest'
import { createIdempotentSender } from './idempotent-sender'

const fail = (status: number) => () => Promise.reject(new ApiError(status, 'X', '', ''))

async function keyOf(send: ReturnType<typeof createIdempotentSender>, body: object) {
  return send(body, async (_, headers) => headers['Idempotency-Key'])
}

async function failedKeyOf(send: ReturnType<typeof createIdempotentSender>, body: object, status: number) {
  let key = ''
  await send(body, (_, headers) => {
    key = headers['Idempotency-Key']
    return fail(status)()
  }).catch(() => undefined)
  return key
}

describe('createIdempotentSender', () => {
  it('repeats the key of a request without a response', async () => {
    const send = createIdempotentSender('job')
    const first = await failedKeyOf(send, { a: 1 }, 0)
    const second = await failedKeyOf(send, { a: 1 }, 503)
    expect(second).toBe(first)
    expect(await keyOf(send, { a: 1 })).toBe(first)
  })

  // Verifies REQ-9.
  it.each([401, 403, 429])(
    'keeps the key of a request without a response when the repeat is refused with %d',
    async (status) => {
      const send = createIdempotentSender('job')
      const first = await failedKeyOf(send, { a: 1 }, 0)
      expect(await failedKeyOf(send, { a: 1 }, status)).toBe(first)
      expect(await keyOf(send, { a: 1 })).toBe(first)
    },
  )

  it('uses a new key after a response, even for the same body', async () => {
    const send = createIdempotentSender('job')
    expect(await keyOf(send, { a: 1 })).not.toBe(await keyOf(send, { a: 1 }))
  })

  it('uses a new key for a changed body and after a client error', async () => {
    const send = createIdempotentSender('job')
    const first = await failedKeyOf(send, { a: 1 }, 0)
    const changed = await failedKeyOf(send, { a: 2 }, 400)
    expect(changed).not.toBe(first)
    expect(await keyOf(send, { a: 2 })).not.toBe(changed)
  })

  // Verifies REQ-9.
  it('repeats the key of a request without a response after a reload, for the same kind of call', async () => {
    const first = await failedKeyOf(createIdempotentSender('job'), { a: 1 }, 0)
    expect(await failedKeyOf(createIdempotentSender('publication'), { a: 1 }, 0)).not.toBe(first)
    expect(await keyOf(createIdempotentSender('job'), { a: 1 })).toBe(first)
    expect(await keyOf(createIdempotentSender('job'), { a: 1 })).not.toBe(first)
  })

  it('repeats the key of a request that the page was left during', async () => {
    let first = ''
    void createIdempotentSender('job')({ a: 1 }, (_, headers) => {
      first = headers['Idempotency-Key']
      return new Promise(() => undefined)
    })
    await vi.waitFor(() => expect(first).not.toBe(''))
    expect(await keyOf(createIdempotentSender('job'), { a: 1 })).toBe(first)
  })

  it('repeats the key where storage is full', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    })
    const send = createIdempotentSender('job')
    const first = await failedKeyOf(send, { a: 1 }, 0)
    expect(await keyOf(send, { a: 1 })).toBe(first)
    vi.restoreAllMocks()
  })

  it('uses UUIDs as keys', async () => {
    expect(await keyOf(createIdempotentSender('job'), {})).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    )
  })
})
