import { describe, expect, it } from 'vitest'
import { ApiError } from './api-error'
import { newIntent } from './intent'

const fail = (status: number) => () => Promise.reject(new ApiError(status, 'X', '', ''))

async function keyOf(send: ReturnType<typeof newIntent>, body: object) {
  return send(body, async (_, headers) => headers['Idempotency-Key'])
}

async function failedKeyOf(send: ReturnType<typeof newIntent>, body: object, status: number) {
  let key = ''
  await send(body, (_, headers) => {
    key = headers['Idempotency-Key']
    return fail(status)()
  }).catch(() => undefined)
  return key
}

describe('newIntent', () => {
  it('repeats the key of a wish that got no answer', async () => {
    const send = newIntent()
    const first = await failedKeyOf(send, { a: 1 }, 0)
    const second = await failedKeyOf(send, { a: 1 }, 503)
    expect(second).toBe(first)
    expect(await keyOf(send, { a: 1 })).toBe(first)
  })

  it('takes a new key for the next wish, even for the same thing', async () => {
    const send = newIntent()
    expect(await keyOf(send, { a: 1 })).not.toBe(await keyOf(send, { a: 1 }))
  })

  it('takes a new key for a changed wish and after a refusal', async () => {
    const send = newIntent()
    const first = await failedKeyOf(send, { a: 1 }, 0)
    const changed = await failedKeyOf(send, { a: 2 }, 400)
    expect(changed).not.toBe(first)
    expect(await keyOf(send, { a: 2 })).not.toBe(changed)
  })

  it('makes UUIDs', async () => {
    expect(await keyOf(newIntent(), {})).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    )
  })
})
