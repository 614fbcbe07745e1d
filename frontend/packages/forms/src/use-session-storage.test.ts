import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useSessionStorage } from './use-session-storage'

it('survives a reload, and ignores values of another version', () => {
  const first = renderHook(() => useSessionStorage('a-test', 1, () => 'initial'))
  act(() => first.result.current[1]('changed'))
  expect(renderHook(() => useSessionStorage('a-test', 1, () => 'initial')).result.current[0]).toBe('changed')
  expect(renderHook(() => useSessionStorage('a-test', 2, () => ['initial'])).result.current[0]).toEqual(['initial'])
})
