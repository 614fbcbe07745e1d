import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { App } from './app'
import { newCase, renderPage } from './testing'

it('goes on as the operator who signed in in another tab, without what the one before read and wrote', async () => {
  let name = 'ada'
  const { queries } = renderPage(
    <App />,
    { listCases: () => ({ cases: [newCase('1')] }) },
    { operators: { getOperator: () => ({ name }) } },
  )
  await userEvent.click(await screen.findByText('Words to the maker, and a note'))
  await userEvent.type(screen.getByLabelText('The maker reads'), 'unkind')
  queries.setQueryData(['case', 1], 'read by ada')
  name = 'lin'
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  await screen.findByText('lin')
  expect(await screen.findByLabelText('The maker reads')).toHaveProperty('value', '')
  expect(queries.getQueryData(['case', 1])).toBeUndefined()
})
