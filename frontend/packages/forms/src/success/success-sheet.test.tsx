import type { Shell } from '@mcwick/shell-contract'
import { renderPage, stubNavigator } from '@mcwick/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { SuccessSheet } from './success-sheet'
import { texts } from './texts'

const url = expect.stringMatching(/^http:\/\/[^/]+\/gallery\/p1$/)

function open(device: object, load = async () => new Blob(['PNG']), isNew = true) {
  const user = userEvent.setup() // before the stub, because it brings a clipboard of its own
  stubNavigator(device)
  const toast = vi.fn()
  const onAgain = vi.fn()
  renderPage(
    <SuccessSheet
      heading="It hangs!"
      isNew={isNew}
      page={{ path: '/gallery/p1', title: 'McWick', text: 'Wax & fire' }}
      file={{ name: 'meme.png', type: 'image/png', load }}
      links={<a href="/gallery">See it</a>}
      onAgain={onAgain}
    />,
    { toast },
  )
  return { toast, onAgain, user }
}

const button = (name: string) => screen.getByRole('button', { name })
const sharing = (share: () => Promise<void>) => ({ canShare: () => true, share: vi.fn(share) })

describe('SuccessSheet', () => {
  // Verifies AFTER-1.
  it.each([
    [texts.x, 'https://x.com/intent/post', ['text', 'url']],
    [texts.telegram, 'https://t.me/share/url', ['url', 'text']],
    [texts.whatsApp, 'https://wa.me/', ['text']],
  ])('links to %s with the text and the absolute URL', (name, base, parameters) => {
    open({})
    const link = screen.getByRole<HTMLAnchorElement>('link', { name })
    const { origin, pathname, searchParams } = new URL(link.href)
    expect(origin + pathname).toBe(base)
    expect([...searchParams.keys()]).toEqual(parameters)
    const said = [...searchParams.values()].join(' ')
    expect(said).toContain('Wax & fire')
    expect(said).toMatch(/http:\/\/[^/]+\/gallery\/p1/)
    expect([link.target, link.rel]).toEqual(['_blank', 'noopener noreferrer'])
  })

  it.each([true, false])('scrolls into view with its buttons when it is new: %s', (isNew) => {
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
    open({}, undefined, isNew)
    expect(scroll.mock.contexts.map((element) => (element as Element).tagName)).toEqual(isNew ? ['SECTION'] : [])
    scroll.mockRestore()
  })

  // Verifies AFTER-1.
  it('shares the file with the link', async () => {
    const device = sharing(async () => undefined)
    const { user, toast } = open(device)
    await user.click(button(texts.share))
    const shared = { files: [expect.any(File)], title: 'McWick', text: 'Wax & fire', url }
    await waitFor(() => expect(device.share).toHaveBeenCalledExactlyOnceWith(shared))
    const [{ files } = { files: [] }] = device.share.mock.calls[0] as unknown as [{ files: File[] }]
    expect([files[0]?.name, files[0]?.type, await files[0]?.text()]).toEqual(['meme.png', 'image/png', 'PNG'])
    expect(toast).not.toHaveBeenCalled()
  })

  it('loads and shares the file once when the button is pressed again meanwhile', async () => {
    const load = vi.fn(() => new Promise<Blob>(() => undefined))
    const { user } = open(
      sharing(async () => undefined),
      load,
    )
    await user.click(button(texts.share))
    await user.click(await screen.findByRole('button', { name: texts.sharing }))
    expect(load).toHaveBeenCalledOnce()
  })

  // Verifies AFTER-1.
  it.each([
    ['has no share sheet', {}],
    ['shares no files', { canShare: () => false, share: () => undefined }],
  ])('has no share button where the device %s', (_, device) => {
    open(device)
    expect(screen.queryByRole('button', { name: texts.share })).toBeNull()
  })

  it.each([
    ['says nothing when the visitor cancels', 'AbortError', []],
    ['says that the device refuses', 'DataError', [[texts.notShared, 'failure']]],
  ])('%s', async (_, name, toasts) => {
    const { user, toast } = open(sharing(() => Promise.reject(new DOMException('no', name))))
    await user.click(button(texts.share))
    await waitFor(() => expect(button(texts.share)).toBeTruthy())
    expect(toast.mock.calls).toEqual(toasts)
  })

  it('asks for another press where loading took longer than a press allows, and does not load again', async () => {
    const load = vi.fn(async () => new Blob(['PNG']))
    const device = sharing(() => Promise.reject(new DOMException('no', 'NotAllowedError')))
    const { user, toast } = open(device, load)
    await user.click(button(texts.share))
    await waitFor(() => expect(toast.mock.calls).toEqual([[texts.pressAgain, 'failure']]))
    await user.click(button(texts.share))
    await waitFor(() =>
      expect(toast.mock.calls).toEqual([texts.pressAgain, texts.notShared].map((said) => [said, 'failure'])),
    )
    device.share.mockResolvedValueOnce()
    await user.click(button(texts.share))
    await waitFor(() => expect(device.share).toHaveBeenCalledTimes(3))
    expect([load, toast].map(({ mock }) => mock.calls.length)).toEqual([1, 2])
  })

  it.each<[string, () => Promise<void>, ...Parameters<Shell['toast']>]>([
    ['copies the link', async () => undefined, texts.copied],
    ['says that the clipboard is shut', () => Promise.reject(new Error('shut')), texts.notCopied, 'failure'],
  ])('%s', async (_, copy, ...said) => {
    const writeText = vi.fn(copy)
    const { user, toast } = open({ clipboard: { writeText } })
    await user.click(button(texts.copy))
    expect(writeText).toHaveBeenCalledExactlyOnceWith(url)
    expect(toast).toHaveBeenCalledExactlyOnceWith(...said)
  })

  it('makes another one', async () => {
    const { user, onAgain } = open({})
    await user.click(button(texts.again))
    expect(onAgain).toHaveBeenCalledOnce()
  })
})
