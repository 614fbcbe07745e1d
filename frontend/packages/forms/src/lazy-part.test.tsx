import { ErrorBoundary } from '@mcwick/ui'
import { act, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, it, vi } from 'vitest'
import { lazyPart } from './lazy-part'

it('throws a failure, and loads again when it is rendered after it', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const load = vi.fn().mockRejectedValueOnce(new Error('no such file'))
  load.mockResolvedValue({ default: ({ name }: { name: string }) => <p>menu of {name}</p> })
  const Part = lazyPart<{ name: string }>(load)
  const at = (path: string) => (
    <ErrorBoundary resetKey={path} fallback={<p>failed</p>}>
      <Suspense fallback={<p>loading</p>}>
        <Part name="@wick" />
      </Suspense>
    </ErrorBoundary>
  )
  const { rerender } = render(at('/'))
  expect(screen.getByText('loading')).toBeTruthy()
  expect(await screen.findByText('failed')).toBeTruthy()
  rerender(at('/'))
  await act(async () => undefined)
  expect(load).toHaveBeenCalledOnce()
  rerender(at('/gallery'))
  expect(await screen.findByText('menu of @wick')).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(2)
})
