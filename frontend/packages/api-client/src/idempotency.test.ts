import { describe, expect, it } from 'vitest'
import { ApiError } from './api-error'
import { createIdempotentSender } from './idempotency'

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
    const send = createIdempotentSender()
    const first = await failedKeyOf(send, { a: 1 }, 0)
    const second = await failedKeyOf(send, { a: 1 }, 503)
    expect(second).toBe(first)
    expect(await keyOf(send, { a: 1 })).toBe(first)
  })

  // Verifies REQ-9.
  it.each([401, 403, 429])(
    'keeps the key of a request without a response when the repeat is refused with %d',
    async (status) => {
      const send = createIdempotentSender()
      const first = await failedKeyOf(send, { a: 1 }, 0)
      expect(await failedKeyOf(send, { a: 1 }, status)).toBe(first)
      expect(await keyOf(send, { a: 1 })).toBe(first)
    },
  )

  it('uses a new key after a response, even for the same body', async () => {
    const send = createIdempotentSender()
    expect(await keyOf(send, { a: 1 })).not.toBe(await keyOf(send, { a: 1 }))
  })

  it('uses a new key for a changed body and after a client error', async () => {
    const send = createIdempotentSender()
    const first = await failedKeyOf(send, { a: 1 }, 0)
    const changed = await failedKeyOf(send, { a: 2 }, 400)
    expect(changed).not.toBe(first)
    expect(await keyOf(send, { a: 2 })).not.toBe(changed)
  })

  it('uses UUIDs as keys', async () => {
    expect(await keyOf(createIdempotentSender(), {})).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    )
  })
})
