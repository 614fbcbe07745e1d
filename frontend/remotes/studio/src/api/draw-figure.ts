import { getDrawFigureUrl } from '@mcwick/api-calls'
import { apiFetchBlob, userAction } from '@mcwick/api-client'

/** Draws the candle of a composed portrait alone, as a PNG with a transparent background. The id of an artwork is its job's. */
export function drawFigure(artworkId: string): Promise<Blob> {
  return userAction('cut out a candle', (span) => apiFetchBlob(getDrawFigureUrl(artworkId), { span, personal: true }))
}
