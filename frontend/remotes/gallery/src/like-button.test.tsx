import type { Image } from '@mcwick/api-calls'
import { mockApi, renderPage } from '@mcwick/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { LikeButton } from './like-button'

const like = 'PUT /api/v1/images/{id}/like'

// Verifies GAL-12.
it('sends one like, however often it is pressed', async () => {
  const image = { id: 'pressed-often', likes: 4 } as Image
  const api = mockApi({ images: [image] })
  renderPage(<LikeButton image={{ ...image }} />)
  await userEvent.dblClick(screen.getByRole('button', { name: 'Like this picture, 4 so far' }))
  const liked = screen.getByRole('button', { name: 'You like this picture, 5 in all' })
  await waitFor(() => expect(api.requestsTo(like)).toHaveLength(1))
  await userEvent.click(liked)
  liked.focus()
  await userEvent.keyboard('{Enter} ')
  await waitFor(() => expect(image.likes).toBe(5))
  expect(api.requestsTo(like)).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'You like this picture, 5 in all' })).toBe(liked)
})
