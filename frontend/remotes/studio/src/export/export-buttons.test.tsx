import { isAriaDisabled, renderPage, stubNavigator } from '@mcwick/testing'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { ExportButtons } from './export-buttons'
import { texts } from './texts'

// Verifies PFP-9.
it.each([texts.download, texts.copy])('ignores presses of %s until the image is exported', async (name) => {
  const user = userEvent.setup()
  const write = vi.fn(async ([item]: { items: Record<string, Promise<Blob>> }[]) => item?.items['image/png'])
  stubNavigator({ clipboard: { write } })
  vi.stubGlobal(
    'ClipboardItem',
    class {
      constructor(readonly items: Record<string, Promise<Blob>>) {}
    },
  )
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  let finish = () => {}
  const exportImage = vi.fn(() => new Promise<Blob>((resolve) => (finish = () => resolve(new Blob(['PNG'])))))
  renderPage(<ExportButtons exportImage={exportImage} kind="pfp" />)
  const button = screen.getByRole('button', { name })
  await user.click(button)
  expect(isAriaDisabled(button)).toBe(true)
  expect(button.getAttribute('aria-busy')).toBe('true')
  await user.click(button)
  expect(exportImage).toHaveBeenCalledTimes(1)
  await act(async () => finish())
  await vi.waitFor(() => expect(isAriaDisabled(button)).toBe(false))
  await user.click(button)
  expect(exportImage).toHaveBeenCalledTimes(2)
})
