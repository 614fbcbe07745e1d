import type { PublicationModeration } from '@mcwick/api-calls'
import { ApiError } from '@mcwick/api-client'
import { isAriaDisabled, renderPage } from '@mcwick/testing'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { ModerationPanel } from './moderation-panel'
import { moderationTexts as texts } from './texts'

const words = { hidden: 'Hidden.', removed: 'Removed.', restored: 'Back.', why: 'Why?', missing: 'Say why.' }
const hidden: PublicationModeration = {
  state: 'MODERATION_STATE_HIDDEN',
  reason: 'REPORT_REASON_OTHER',
  message: '',
  canAppeal: true,
  appeal: '',
  answer: '',
}
const appealed = { ...hidden, canAppeal: false, appeal: 'look again', appealTime: '2026-01-01T00:00:00Z' }
const button = (name: string) => screen.getByRole('button', { name })

function Owner({ send, after = appealed }: { send: () => Promise<unknown>; after?: PublicationModeration }) {
  const [moderation, setModeration] = useState(hidden)
  return (
    <ModerationPanel
      moderation={moderation}
      words={words}
      className="panel"
      sendAppeal={send}
      onAppealed={() => setModeration(after)}
    />
  )
}

/** Opens the form, and sends an appeal. */
async function appeal(send: () => Promise<unknown>, after?: PublicationModeration) {
  renderPage(<Owner {...{ send, after }} />)
  await userEvent.click(button(texts.appeal))
  await userEvent.type(screen.getByRole('textbox', { name: words.why }), 'look again')
  await userEvent.click(button(texts.send))
}

// Verifies MOD-25.
it('cannot be canceled while it is sent', async () => {
  let answer = () => {}
  await appeal(() => new Promise<void>((resolve) => (answer = resolve)))
  expect(isAriaDisabled(button(texts.cancel))).toBe(true)
  await userEvent.click(button(texts.cancel))
  expect(screen.getByRole('textbox')).toBeTruthy()
  await act(async () => answer())
  expect(document.activeElement?.textContent).toBe(texts.open)
})

// Verifies MOD-25.
it('counts as sent when only the answer to the attempt before was lost', async () => {
  let attempts = 0
  await appeal(async () => {
    if (++attempts === 1) throw new ApiError(0, 'TIMED_OUT', '', '')
    throw new ApiError(409, 'APPEAL_MADE', 'You appealed already, broh. One each.', '')
  })
  expect((await screen.findByRole('alert')).textContent).toContain(texts.failed)
  await userEvent.click(button(texts.send))
  expect(await screen.findByText(texts.open)).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

// Verifies MOD-25.
it('says that it was sent also when what was decided is not read again', async () => {
  await appeal(async () => undefined, hidden)
  expect(await screen.findByText(texts.open)).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})
