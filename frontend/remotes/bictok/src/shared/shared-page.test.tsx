import { openPage } from '@mcwick/ui/testing'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { texts } from '../texts'
import { SharedPage } from './shared-page'

const video = {
  id: 'v1',
  title: 'BicTok Video',
  description: 'Gm, broh.',
  objectName: 'videos/v1.mp4',
  captionsObjectName: 'videos/v1.vtt',
  posterObjectName: 'videos/v1.webp',
}

function open(answer: () => Response) {
  vi.stubGlobal('fetch', async () => answer())
  openPage(<SharedPage id="v1" />)
}

it('plays a video with its story, and leads to the generator', async () => {
  open(() => Response.json(video))
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('BicTok Video')
  expect(screen.getByText('Gm, broh.')).toBeTruthy()
  expect(document.querySelector('video source')?.getAttribute('src')).toBe('/media/videos/v1.mp4')
  expect(screen.getByRole('link', { name: 'Make your own' }).getAttribute('href')).toBe('/bictok')
})

it('says when its bytes are gone', async () => {
  open(() => Response.json(video))
  await screen.findByRole('heading', { level: 1 })
  fireEvent.error(document.querySelector('video source') as Element)
  expect(screen.getByRole('alert').textContent).toContain(texts.video.gone)
  expect(document.querySelector('video')).toBeNull()
})

it('says when nobody shared it', async () => {
  open(() => new Response('{}', { status: 404 }))
  expect(await screen.findByText(texts.shared.gone)).toBeTruthy()
})

it('says when it does not come, and asks again', async () => {
  open(() => new Response('{}', { status: 503 }))
  expect((await screen.findByRole('alert')).textContent).toContain(texts.shared.failed)
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})
