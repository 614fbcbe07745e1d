import { onlineManager } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { renderPage } from '../../testing'
import { BlockForm } from './block-form'

afterEach(() => onlineManager.setOnline(true))

test('a block that waits for the network is sent as it was when it was pressed', async () => {
  const blocked: string[] = []
  renderPage(
    <BlockForm />,
    {},
    {
      path: '/sanctions?device=first',
      policies: {
        block: ({ subject, reason }) => {
          blocked.push(`${subject}: ${reason}`)
          return {}
        },
      },
    },
  )
  await userEvent.type(screen.getByLabelText(/^Why/), 'spam')
  act(() => onlineManager.setOnline(false))
  await userEvent.click(screen.getByRole('button', { name: 'Block' }))
  await userEvent.type(screen.getByLabelText(/^Which/), 'two')
  expect(blocked).toEqual([])
  act(() => onlineManager.setOnline(true))
  await waitFor(() => expect(blocked).toEqual(['first: spam']))
})
