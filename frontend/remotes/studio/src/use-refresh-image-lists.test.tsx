import { imagesKey } from '@mcwick/api-client'
import { renderPage } from '@mcwick/testing'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useRefreshImageLists } from './use-refresh-image-lists'

function Publish() {
  const refresh = useRefreshImageLists()
  return (
    <button type="button" onClick={refresh}>
      Publish
    </button>
  )
}

it('invalidates the visitor’s publications at once, and the image lists 1.2 seconds after publishing', () => {
  vi.useFakeTimers()
  const { client } = renderPage(<Publish />)
  const list = [...imagesKey, 'list']
  const own = ['publications', 'own', '']
  for (const key of [list, own]) client.setQueryData(key, [])
  fireEvent.click(screen.getByRole('button'))
  expect(client.getQueryState(own)?.isInvalidated).toBe(true)
  vi.advanceTimersByTime(1199)
  expect(client.getQueryState(list)?.isInvalidated).toBe(false)
  vi.advanceTimersByTime(1)
  expect(client.getQueryState(list)?.isInvalidated).toBe(true)
})
