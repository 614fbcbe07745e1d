import { mockApi, renderPage } from '@mcwick/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { GalleryPage } from './gallery-page'

// Verifies GAL-3, GAL-4.
it('sends a request for each choice in the filter', async () => {
  const api = mockApi({ images: [] })
  const at = (path: string) => ({
    location: { path: '/gallery', search: new URL(path, 'http://localhost').searchParams },
    navigate: (path: string) => page.rerender(at(path)),
  })
  const page = renderPage(<GalleryPage />, at('/gallery'))
  page.rerender(at('/gallery'))
  const filter = screen.getByRole('combobox', { name: 'Show' })
  const requested = () => api.requestsTo('GET /api/v1/images').map(({ search }) => search.get('type'))
  await waitFor(() => expect(requested()).toEqual(['meme']))
  const expected = ['meme']
  for (const [label, type] of Object.entries({ McPFPs: 'pfp', McArt: 'art', McMemes: 'meme' })) {
    await screen.findByText(/^No images found for the selected filters/)
    await userEvent.selectOptions(filter, label)
    expected.push(type)
    await waitFor(() => expect(requested()).toEqual(expected))
  }
})
