import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useKept } from './use-kept'

it('survives a reload, and starts anew where a release changed the shape', () => {
  const first = renderHook(() => useKept('a-test', 1, () => 'begun'))
  act(() => first.result.current[1]('gone on'))
  expect(renderHook(() => useKept('a-test', 1, () => 'begun')).result.current[0]).toBe('gone on')
  expect(renderHook(() => useKept('a-test', 2, () => ['begun'])).result.current[0]).toEqual(['begun'])
})
