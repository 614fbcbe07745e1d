import { withDeadline } from '@mcwick/forms'
import { useShell } from '@mcwick/shell-contract'
import { lazy } from 'react'
import { videoIdFromPath } from './paths'

const Generator = lazy(async () => ({ default: (await withDeadline(import('./generator'))).Generator }))
const SharedPage = lazy(async () => ({ default: (await withDeadline(import('./shared/shared-page'))).SharedPage }))

/** /bictok is the generator, /bictok/{id} one shared video. */
export function BicTok() {
  const id = videoIdFromPath(useShell().location.path)
  return id ? <SharedPage key={id} id={id} /> : <Generator />
}
