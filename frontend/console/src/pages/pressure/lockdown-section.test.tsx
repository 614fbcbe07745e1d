import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing'
import { LockdownSection } from './lockdown-section'

test('a lockdown is ended once, however often the button is pressed', async () => {
  const changes: boolean[] = []
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  renderPage(
    <LockdownSection />,
    {},
    {
      path: '/pressure',
      policies: {
        getLockdown: () => ({ on: changes.length === 0 }),
        setLockdown: async ({ on }) => {
          changes.push(on)
          await ended
          return {}
        },
      },
    },
  )
  await userEvent.dblClick(await screen.findByRole('button', { name: 'End it' }))
  end()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'End it' })).toBeNull())
  expect(changes).toEqual([false])
})
