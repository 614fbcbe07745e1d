import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useIsNew } from './use-is-new'

// Verifies AFTER-17.
it('takes what a canceled job leaves for no news', () => {
  const { result, rerender } = renderHook(
    ([value, isPending]: [string | undefined, boolean]) => useIsNew(value, isPending),
    {
      initialProps: ['stored', false],
    },
  )
  const seen = [result.current]
  for (const next of [
    ['stored', true],
    ['stored', false], // canceled
    ['stored', true],
    ['another', false],
    ['another', true],
  ] as [string, boolean][]) {
    rerender(next)
    seen.push(result.current)
  }
  expect(seen).toEqual([false, false, false, false, true, false])
})
