import { isAriaDisabled, renderPage } from '@mcwick/testing'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { ListEnd } from './list-end'

const words = { loadingMore: 'Fetching', failedMore: 'Failed', more: 'Show more', end: 'That was all' }
const more = () => screen.getByRole('button', { name: 'Show more' })
const focused = () => document.activeElement

/** How the running fetch of the next page ends. */
let end: { load: () => void; fail: () => void }

/** A list of so many pages, three of which are loaded; each fetch of another one waits for the test. */
function List({ pageCount }: { pageCount: number }) {
  const [state, setState] = useState({ pages: 3, isFetching: false, isFailed: false })
  end = {
    load: () => act(() => setState({ pages: state.pages + 1, isFetching: false, isFailed: false })),
    fail: () => act(() => setState({ pages: state.pages, isFetching: false, isFailed: true })),
  }
  const list = {
    hasNextPage: state.pages < pageCount,
    isFetching: state.isFetching,
    isFetchingNextPage: state.isFetching,
    isFetchNextPageError: state.isFailed,
    error: state.isFailed ? new Error('away') : null,
    fetchNextPage: () => setState({ ...state, isFetching: true }),
  }
  return <ListEnd list={list as unknown as UseInfiniteQueryResult} pages={state.pages} words={words} className="end" />
}

it('keeps the button while it loads, and the focus at the end of a list that then loads by itself', async () => {
  renderPage(<List pageCount={9} />)
  const button = more()
  await userEvent.click(button)
  expect(isAriaDisabled(button)).toBe(true)
  expect(screen.getByRole('status').textContent).toBe('Fetching')
  end.load()
  expect(focused()?.className).toBe('end')
})

it('moves the focus to the retry button of a failure, and from there back', async () => {
  renderPage(<List pageCount={9} />)
  await userEvent.click(more())
  end.fail()
  const retry = screen.getByRole('button', { name: 'Try again' })
  expect(focused()).toBe(retry)
  await userEvent.click(retry)
  end.load()
  expect(focused()?.className).toBe('end')
})

it('moves the focus to the end of the list when there is no more', async () => {
  renderPage(<List pageCount={4} />)
  await userEvent.click(more())
  end.load()
  expect(focused()?.textContent).toBe('That was all')
})

it('takes the focus from nothing else', async () => {
  renderPage(
    <>
      <List pageCount={4} />
      <input aria-label="Search" />
    </>,
  )
  await userEvent.click(more())
  await userEvent.click(screen.getByRole('textbox'))
  end.load()
  expect(focused()).toBe(screen.getByRole('textbox'))
})
