import { imagesKey } from '@mcwick/api-client'
import { renderPage } from '@mcwick/testing'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useRefreshedLists } from './use-refreshed-lists'

function Publish() {
  const refresh = useRefreshedLists()
  return (
    <button type="button" onClick={refresh}>
      Publish
    </button>
  )
}

it('has the lists fetched anew once what was published is in them', () => {
  vi.useFakeTimers()
  const { client } = renderPage(<Publish />)
  const list = [...imagesKey, 'list']
  client.setQueryData(list, [])
  fireEvent.click(screen.getByRole('button'))
  vi.advanceTimersByTime(1199)
  expect(client.getQueryState(list)?.isInvalidated).toBe(false)
  vi.advanceTimersByTime(1)
  expect(client.getQueryState(list)?.isInvalidated).toBe(true)
})
